// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/required_steps.h"

#include <algorithm>

#include "core/plan/pins.h"

namespace reforward {

std::vector<RequiredStep> requiredSteps(const Graph& graph, std::span<const VertexId> order) {
    std::vector<RequiredStep> steps;
    for (const VertexId v : order) {
        if (!graph.fixed(v)) steps.push_back({{StepKind::forward, 0, v}});
    }
    std::vector<std::uint8_t> live(graph.valueCount());
    std::int64_t bytes = 0;
    const auto make = [&](ValueId x) {
        if (!graph.hasGradient(x) || live[x]) return;
        live[x] = 1;
        bytes += graph.bytes(x).count();
    };
    for (std::size_t p = order.size(); p-- > 0;) {
        const VertexId v = order[p];
        if (!graph.differentiable(v)) continue;
        const ValueId first = graph.firstOutput(v), end = first + graph.outputCount(v);
        const std::int64_t before = bytes;
        for (ValueId x = first; x < end; ++x)
            make(x);
        for (const ValueId x : graph.inputs(v))
            make(x);
        steps.push_back({{StepKind::backward, 0, v}, before, bytes});
        for (ValueId x = first; x < end; ++x) {
            if (live[x]) bytes -= graph.bytes(x).count();
            live[x] = 0;
        }
    }
    return steps;
}

std::vector<std::vector<VertexId>> firstRunsEnd(const Graph& graph, const std::vector<RequiredStep>& steps,
                                                const std::vector<VertexId>& pinned) {
    std::vector<std::vector<VertexId>> ends(steps.size());
    if (pinned.empty()) return ends;
    constexpr std::uint32_t none = noIndex - 1;
    std::vector<std::uint32_t> limit(graph.vertexCount(), noIndex);
    for (const VertexId v : pinned)
        limit[v] = firstCopyEnds(graph, v);
    std::vector<std::uint32_t> last(graph.vertexCount(), none), late(graph.vertexCount(), none);
    for (std::uint32_t k = 0; k < steps.size(); ++k) {
        const VertexId v = steps[k].run.vertex;
        const bool forward = steps[k].run.kind == StepKind::forward;
        if (forward) last[v] = k;
        for (const ValueId x : forward ? graph.inputs(v) : graph.saves(v)) {
            const VertexId u = graph.producer(x);
            if (limit[u] == noIndex || late[u] != none) continue;
            (forward && graph.position(v) <= limit[u] ? last : late)[u] = k;
        }
    }
    for (const VertexId v : pinned) {
        if (late[v] != none) ends[last[v]].push_back(v);
    }
    return ends;
}

}  // namespace reforward
