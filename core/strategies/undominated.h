// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/plan/plan.h"

namespace reforward {

/// The plans that no other one matches in both peak and recompute time, by peak descending; of equal ones
/// the first.
inline std::vector<PlanPtr> undominated(std::vector<PlanPtr> plans) {
    std::stable_sort(plans.begin(), plans.end(), [](const PlanPtr& a, const PlanPtr& b) {
        return a->peak() != b->peak() ? a->peak() < b->peak() : a->recomputeTime() < b->recomputeTime();
    });
    std::vector<PlanPtr> front;
    for (PlanPtr& plan : plans) {
        if (front.empty() || plan->recomputeTime() < front.back()->recomputeTime()) {
            front.push_back(std::move(plan));
        }
    }
    std::reverse(front.begin(), front.end());
    return front;
}

}  // namespace reforward
