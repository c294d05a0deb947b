// SPDX-License-Identifier: Apache-2.0
#include "tests/core/bounds/joint_graph.h"

namespace reforward::tests {

std::shared_ptr<const Graph> unrolled(const Graph& graph) {
    GraphBuilder builder = rebuild(graph);
    builder.setJoint(true);
    std::vector<std::string> order;
    for (const VertexId v : graph.order())
        order.push_back(graph.id(v));
    std::vector<VertexId> backwardOf(graph.vertexCount(), noIndex);
    for (std::size_t p = graph.vertexCount(); p-- > 0;) {
        const VertexId v = graph.order()[p];
        if (!graph.differentiable(v)) continue;
        VertexSpec spec;
        spec.id = "b" + graph.id(v);
        order.push_back(spec.id);
        spec.outputs = {{"", graph.bytes(graph.firstOutput(v)).count(), true}};
        spec.time = 2 * graph.time(v);
        spec.backward = true;
        backwardOf[v] = builder.addVertex(std::move(spec));
        for (const ValueId x : graph.saves(v))
            builder.addEdge(graph.producer(x), graph.outputIndex(x), backwardOf[v]);
        for (const VertexId c : graph.consumers(graph.firstOutput(v))) {
            if (backwardOf[c] != noIndex) builder.addEdge(backwardOf[c], 0, backwardOf[v]);
        }
    }
    builder.setOrder(std::move(order));
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace reforward::tests
