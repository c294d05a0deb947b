// SPDX-License-Identifier: Apache-2.0
#include "core/plan/pareto_plans.h"

#include <algorithm>

namespace reforward {

bool ParetoPlans::insert(PlanPtr plan) {
    // plans_ descends in peak and ascends in recompute time. The cheapest plan that needs no more memory
    // decides whether the new one is dominated.
    const auto at = std::partition_point(plans_.begin(), plans_.end(),
                                         [&](const PlanPtr& p) { return p->peak() > plan->peak(); });
    if (at != plans_.end() && (*at)->recomputeTime() <= plan->recomputeTime()) return false;
    // Those that need as much memory or more, and are no cheaper, go.
    auto first = at;
    while (first != plans_.begin() && (*std::prev(first))->recomputeTime() >= plan->recomputeTime())
        --first;
    auto last = at;
    while (last != plans_.end() && (*last)->peak() == plan->peak())
        ++last;
    plans_.insert(plans_.erase(first, last), std::move(plan));
    return true;
}

PlanPtr ParetoPlans::cheapestWithin(Bytes budget) const {
    const auto at = std::partition_point(plans_.begin(), plans_.end(),
                                         [&](const PlanPtr& p) { return p->peak() > budget; });
    return at == plans_.end() ? nullptr : *at;
}

}  // namespace reforward
