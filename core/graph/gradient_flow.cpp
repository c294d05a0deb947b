// SPDX-License-Identifier: Apache-2.0
#include "core/graph/gradient_flow.h"

namespace reforward {

GradientFlow plainGradientFlow(const Graph& graph) {
    GradientFlow flow;
    flow.gradientSlots.resize(graph.valueCount());
    for (ValueId x = 0; x < graph.valueCount(); ++x)
        flow.gradientSlots[x] = {graph.bytes(x).count(), false, graph.hasGradient(x)};
    for (const VertexId v : graph.order()) {
        if (!graph.differentiable(v)) continue;
        GradientFlow::Function function;
        function.vertex = v;
        for (std::uint32_t o = 0; o < graph.outputCount(v); ++o) {
            if (!graph.hasGradient(graph.firstOutput(v) + o)) continue;
            function.incoming.push_back(graph.firstOutput(v) + o);
            function.outputs.push_back(o);
        }
        for (const ValueId x : graph.inputs(v)) {
            if (!graph.hasGradient(x)) continue;
            flow.gradientSlots[x].seeded = false;
            function.outgoing.push_back({x, noIndex});
        }
        flow.functions.push_back(std::move(function));
    }
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (flow.gradientSlots[x].seeded) flow.held.push_back({graph.producer(x), graph.outputIndex(x)});
    }
    return flow;
}

}  // namespace reforward
