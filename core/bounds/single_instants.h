// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "core/bounds/instant_cut.h"
#include "core/bounds/instants.h"
#include "core/bounds/price_search.h"
#include "core/bounds/scaled_costs.h"

namespace reforward {

/// The bounds that instants prove one at a time, for any budget: their networks are made when first asked for
/// and kept. Thread safe; one caller works at a time.
class SingleInstants {
  public:
    explicit SingleInstants(const Graph& graph) : graph_(graph) {}

    struct Bound {
        bool infeasible = false;  ///< no schedule fits
        std::int64_t time = 0;    ///< time units
    };
    /// As far as the control lets it. Small graphs get a search over whole values at the best instants.
    Bound prove(Bytes budget, const Control& control);
    /// The search over whole values at the best instants of the last prove() at this budget, up to `cuts`
    /// minimum cuts each; on copies, so that prove() can go on elsewhere.
    Bound search(Bytes budget, std::size_t cuts, const Control& control);

    /// After a prove() that was not stopped, and from then on unchanged: the costs, and the instants' sizes.
    bool ready() const;
    const ScaledCosts& costs() const { return *costs_; }
    const std::vector<InstantSize>& sizes() const { return sizes_; }

  private:
    struct Entry {
        Instant instant;
        InstantNetwork network;
    };

    void prepare(const Control& control);
    void add(Instant instant);
    std::int64_t left(const Instant& instant, Bytes budget) const;
    std::vector<std::size_t> ranked(Bytes budget, Bound& best, const Control& control);

    const Graph& graph_;
    mutable std::mutex mutex_;
    std::optional<ScaledCosts> costs_;
    std::vector<InstantSize> sizes_;
    std::vector<Entry> entries_;
    bool ready_ = false;
};

}  // namespace reforward
