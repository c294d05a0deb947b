// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/frontier/frontier.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"

namespace reforward::tests {

/// A plan with these figures and no schedule: charts read nothing else of it.
inline PlanPtr figures(const std::string& strategy, std::int64_t peak, double extraForward) {
    Plan plan;
    plan.strategy = strategy;
    plan.predicted.peak = Bytes(peak);
    plan.predicted.forwardTime = 100;
    plan.predicted.backwardTime = 200;
    plan.predicted.recomputeTime = extraForward * 100;
    return std::make_shared<const Plan>(std::move(plan));
}

inline Frontier frontier(const std::string& strategy,
                         const std::vector<std::pair<std::int64_t, double>>& points) {
    Frontier made;
    made.strategy = strategy;
    for (const auto& [peak, overhead] : points)
        made.pareto.insert(figures(strategy, peak, overhead));
    return made;
}

inline std::shared_ptr<const Frontier> shared(Frontier frontier) {
    return std::make_shared<const Frontier>(std::move(frontier));
}

constexpr std::int64_t gib = std::int64_t{1} << 30;

}  // namespace reforward::tests
