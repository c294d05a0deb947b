// SPDX-License-Identifier: Apache-2.0
#include "core/graph/saved_values.h"

namespace reforward {

std::vector<bool> savedValues(const Graph& graph) {
    std::vector<bool> saved(graph.valueCount(), false);
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (!graph.differentiable(v)) continue;
        for (const ValueId x : graph.saves(v)) {
            if (!graph.fixed(graph.producer(x))) saved[x] = true;
        }
    }
    return saved;
}

Bytes savedBytes(const Graph& graph) {
    const std::vector<bool> saved = savedValues(graph);
    Bytes bytes;
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (saved[x]) bytes += graph.bytes(x);
    }
    return bytes;
}

}  // namespace reforward
