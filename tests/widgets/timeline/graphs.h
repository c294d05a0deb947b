// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"

namespace reforward::tests {

/// a (4 bytes) -> b (2 bytes), keep-all. By hand: forward a holds 4, forward b 4 + 2, backward b reads a and
/// makes the gradient of a beside that of b: 4 + 2 + 4, backward a only its gradient: 4.
inline std::shared_ptr<const Graph> pair() {
    return sharedGraph("a->b; a m=4; b m=2");
}

inline PlanPtr keepAll(const Graph& graph) {
    return std::make_shared<const Plan>(makePlan(graph, "keep-all", keepAllSchedule(graph)));
}

inline PlanPtr withBits(const Graph& graph, const std::vector<bool>& keep) {
    return std::make_shared<const Plan>(
        makePlan(graph, "bits", scheduleFromBits(graph, keep, std::vector<bool>(keep.size(), false))));
}

/// v0 -> v1 -> ... of 1 MiB each.
inline std::shared_ptr<const Graph> chain(int length) {
    GraphBuilder builder;
    for (int i = 0; i < length; ++i) {
        VertexSpec spec;
        spec.id = "v" + std::to_string(i);
        spec.outputs = {{"", std::int64_t{1} << 20, true}};
        builder.addVertex(std::move(spec));
        if (i > 0) builder.addEdge(static_cast<VertexId>(i - 1), 0, static_cast<VertexId>(i));
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace reforward::tests
