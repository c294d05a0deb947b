// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"

namespace reforward::tests {

/// a -> b -> c -> d with a fixed input x; c is never read again, since d saves nothing.
inline std::shared_ptr<const Graph> sample() {
    return sharedGraph(
        "x->a->b->c->d; x m=7 fixed; a m=2097152 t=10 op=Convolution2DFunction; b m=3 op=ReLU; "
        "c m=1073741824 t=2.5 op=ReLU; d m=4 saves= op=Concat module=head/out");
}

/// a is recomputed for the backward of b; b is kept; c and d are dropped.
inline PlanPtr samplePlan(const Graph& graph) {
    std::vector<bool> keep(graph.vertexCount(), true);
    keep[*graph.find("a")] = false;
    return std::make_shared<const Plan>(
        makePlan(graph, "bits", scheduleFromBits(graph, keep, std::vector<bool>(keep.size(), false))));
}

/// A plan with these figures and no schedule.
inline PlanPtr figures(std::int64_t peak, double extraForward, double milliseconds, std::size_t kept) {
    Plan plan;
    plan.predicted.peak = Bytes(peak);
    plan.predicted.forwardTime = 100;
    plan.predicted.backwardTime = 200;
    plan.predicted.recomputeTime = extraForward * 100;
    plan.predicted.kept = kept;
    plan.solveMilliseconds = milliseconds;
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace reforward::tests
