// SPDX-License-Identifier: Apache-2.0
//
// Proof of the floor. While a step runs, its inputs, outputs and workspace are live (forward), or its
// saved values, the gradients of its outputs and inputs and its workspace (backward). Fixed values are
// live all the time. Besides, while b(j) runs, the gradient of a value x is live when the backward of the
// vertex that made x has certainly not run, and that of some consumer of x certainly has: a gradient is
// made by the backward of x's first consumer and may be freed only after the backward of its maker.
// Certainly not run: i's, where i is an ancestor of j along edges that carry gradients (each consumer's
// backward runs before its producer's). Certainly run: c's, where c is a descendant of j in that sense.
// So every gradient of a value of an ancestor i of j that a descendant c of j reads is live at b(j), and so
// is every value that i's backward reads and whose maker may run only once.
// No schedule escapes any of this, so its peak is at least the largest sum.
#include "core/bounds/floor.h"

#include <algorithm>

#include "core/bounds/backward_order.h"

namespace reforward {

namespace {

using Part = Floor::Part;

std::vector<Part> forwardParts(const Graph& graph, VertexId v) {
    std::vector<Part> parts;
    for (const ValueId x : graph.inputs(v)) {
        if (!graph.fixed(graph.producer(x))) parts.push_back({Part::Kind::value, x, graph.bytes(x)});
    }
    for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
        parts.push_back({Part::Kind::value, x, graph.bytes(x)});
    }
    if (graph.workspace(v) > Bytes(0)) parts.push_back({Part::Kind::workspace, noIndex, graph.workspace(v)});
    return parts;
}

std::vector<Part> backwardParts(const Graph& graph, VertexId v) {
    std::vector<Part> parts;
    for (const ValueId x : graph.saves(v)) {
        if (!graph.fixed(graph.producer(x))) parts.push_back({Part::Kind::value, x, graph.bytes(x)});
    }
    for (ValueId x = graph.firstOutput(v); x < graph.firstOutput(v) + graph.outputCount(v); ++x) {
        if (graph.hasGradient(x)) parts.push_back({Part::Kind::gradient, x, graph.bytes(x)});
    }
    for (const ValueId x : graph.inputs(v)) {
        if (graph.hasGradient(x)) parts.push_back({Part::Kind::gradient, x, graph.bytes(x)});
    }
    if (graph.backwardWorkspace(v) > Bytes(0)) {
        parts.push_back({Part::Kind::workspace, noIndex, graph.backwardWorkspace(v)});
    }
    return parts;
}

Bytes sum(const Graph& graph, const std::vector<ValueId>& values) {
    Bytes total;
    for (const ValueId x : values)
        total += graph.bytes(x);
    return total;
}

Bytes sum(const std::vector<Part>& parts) {
    Bytes total;
    for (const Part& p : parts)
        total += p.bytes;
    return total;
}

// What certainly lives besides costs O(V + E) a vertex: all vertices of the graphs people open, of larger
// ones those with the largest working sets. In the graph's order where they are equal.
std::vector<VertexId> largestBackwards(const Graph& graph) {
    constexpr std::size_t work = 30'000'000;
    std::vector<std::pair<Bytes, VertexId>> sizes;
    for (const VertexId v : graph.order()) {
        if (graph.differentiable(v)) sizes.push_back({sum(backwardParts(graph, v)), v});
    }
    std::stable_sort(sizes.begin(), sizes.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const std::size_t most = work / (graph.vertexCount() + graph.edgeCount()) + 1;
    std::vector<VertexId> vertices;
    for (std::size_t i = 0; i < std::min(most, sizes.size()); ++i)
        vertices.push_back(sizes[i].second);
    return vertices;
}

}  // namespace

Floor floorOf(const Graph& graph) {
    Floor floor;
    const Bytes fixed = graph.fixedBytes();
    floor.bytes = fixed;
    const auto take = [&](VertexId v, bool backward, std::vector<Part> parts) {
        const Bytes bytes = fixed + sum(parts);
        if (bytes <= floor.bytes) return;
        floor = {bytes, v, backward, std::move(parts)};
    };
    for (const VertexId v : graph.order()) {
        if (graph.fixed(v)) continue;
        take(v, false, forwardParts(graph, v));
        if (graph.differentiable(v)) take(v, true, backwardParts(graph, v));
    }
    if (!graph.joint()) {
        BackwardOrder at(graph);
        for (const VertexId v : largestBackwards(graph)) {
            std::vector<Part> parts = backwardParts(graph, v);
            at.at(v);
            const Bytes bytes = sum(graph, at.gradients()) - sum(graph, at.ownGradients());
            // A value that may not be made again and is read later has been kept.
            for (const ValueId x : at.readLater()) {
                if (!graph.recomputable(graph.producer(x)))
                    parts.push_back({Part::Kind::value, x, graph.bytes(x)});
            }
            if (bytes > Bytes(0)) parts.push_back({Part::Kind::certainGradients, noIndex, bytes});
            take(v, true, std::move(parts));
        }
    }
    if (fixed > Bytes(0)) floor.parts.push_back({Part::Kind::fixed, noIndex, fixed});
    return floor;
}

}  // namespace reforward
