// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>

#include "core/strategies/strategy.h"

namespace reforward {

/// Plans of one strategy none of which is dominated: by peak descending, so by recompute time ascending.
class ParetoPlans {
  public:
    /// False (and nothing changes) where a plan at least as good is there already.
    bool insert(PlanPtr plan);
    const std::vector<PlanPtr>& plans() const { return plans_; }
    /// The cheapest plan whose replayed peak is within the budget, or null. O(log plans).
    PlanPtr cheapestWithin(Bytes budget) const;
    /// The plan of least peak, or null.
    PlanPtr leastPeak() const { return plans_.empty() ? nullptr : plans_.back(); }

  private:
    std::vector<PlanPtr> plans_;
};

struct Frontier {
    std::string strategy;
    ParetoPlans pareto;
    std::string notApplicable;  ///< the reason, where the strategy does not apply
    bool complete = false;      ///< false where it was stopped
};

/// Sweeps one strategy over all budgets. `found` gets each plan as it is found (from this thread).
Frontier sweep(const Strategy& strategy, const Problem& problem, const Control& control,
               const PlanSink& found = {});

/// Complete frontiers by graph with costs, strategy, options, seed, moves and pins. Thread safe; keeps the
/// most recent `capacity` ones.
class FrontierCache {
  public:
    explicit FrontierCache(std::size_t capacity = 64) : capacity_(capacity) {}
    std::shared_ptr<const Frontier> find(const Strategy& strategy, const Problem& problem) const;
    void insert(const Strategy& strategy, const Problem& problem, std::shared_ptr<const Frontier> frontier);

  private:
    std::size_t capacity_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Frontier>> frontiers_;
    std::vector<std::string> recent_;
};

}  // namespace reforward
