// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/control.h"
#include "core/graph/graph.h"

namespace reforward {

/// A certified lower bound on the recompute time of any schedule of a graph within a budget of the replayed
/// peak, and what it assumes: every forward before the first backward (forward graphs; joint graphs assume
/// nothing), no offload, no two values in one buffer. Remembers what it proved at each budget; a bound at a
/// larger budget holds at every smaller one, so the curve never rises with the budget. Infinite below the
/// floor. Thread safe.
class OverheadBound {
  public:
    struct Point {
        Bytes budget;
        double time;  ///< least recompute time, in the unit of the graph's times
    };

    explicit OverheadBound(std::shared_ptr<const Graph> graph);
    ~OverheadBound();
    OverheadBound(const OverheadBound&) = delete;
    OverheadBound& operator=(const OverheadBound&) = delete;

    const std::shared_ptr<const Graph>& graph() const { return graph_; }

    /// The best proved so far, without work: the largest over points at budgets >= this one. At least 0.
    double known(Bytes budget) const;
    /// Proves what single instants give at this budget (minimum cuts; some ms at 500 vertices), as far as
    /// the control lets it, and returns known(budget).
    double atLeast(Bytes budget, const Control& control);
    /// Several instants at once, in the background of a person's patience: an integer program where the
    /// solver program is there, its dualised form by minimum cuts before it. Returns known(budget).
    double improve(Bytes budget, const Control& control);
    /// All points where something was proved, budgets ascending, times not rising. Finite times only.
    std::vector<Point> curve() const;
    /// Records what was proved elsewhere (an exact solver): no schedule within `budget` costs less.
    void record(Bytes budget, double time);

  private:
    std::shared_ptr<const Graph> graph_;
    mutable std::mutex mutex_;
    std::map<std::int64_t, double> points_;  ///< by budget
    struct Instants;
    std::unique_ptr<Instants> instants_;
};

}  // namespace reforward
