// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>

#include "core/plan/pareto_plans.h"
#include "core/strategies/strategy.h"

namespace reforward {

struct Frontier {
    std::string strategy;
    ParetoPlans pareto;
    std::string notApplicable;  ///< the reason, where the strategy does not apply
    bool complete = false;      ///< false where it was stopped
};

/// Sweeps one strategy over all budgets; figures and dominance by the problem's accounting. `found` gets each
/// plan as it is found (from this thread).
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
