// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/floor.h"
#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"

namespace reforward::tests {

constexpr std::int64_t gib = std::int64_t{1} << 30;

/// a and b feed c (a concatenation), whose backward binds the floor: it reads both and makes both gradients
/// beside its own, 4 + 2 + 4 + 2 + 6 = 18.
inline std::shared_ptr<const Graph> concat() {
    return sharedGraph(
        "a,b->c->d; a m=4 t=10 saves=; b m=2 saves=; c m=6 op=Concat; d m=1 t=2 saves= op=Conv module=head");
}

inline PlanPtr planWith(const Graph& graph, const std::vector<bool>& keep) {
    return std::make_shared<const Plan>(
        makePlan(graph, "bits", scheduleFromBits(graph, keep, std::vector<bool>(keep.size(), false))));
}

inline PlanPtr figures(std::int64_t peak, double extraForward) {
    Plan plan;
    plan.predicted.peak = Bytes(peak);
    plan.predicted.forwardTime = 100;
    plan.predicted.recomputeTime = extraForward * 100;
    plan.predicted.kept = 32;
    plan.predicted.recomputed = 22;
    plan.predicted.dropped = 6;
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace reforward::tests
