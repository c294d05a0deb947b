// SPDX-License-Identifier: Apache-2.0
//
// Proof of the floor. While a step runs, its inputs, outputs and workspace are live (forward), or its
// saved values, the gradients of its outputs and inputs and its workspace (backward). Fixed values are
// live all the time. Besides, while b(j) runs, the gradient of a value x is live when the backward of the
// vertex that made x has certainly not run, and that of some consumer of x certainly has: a gradient is
// made by the backward of x's first consumer and may be freed only after the backward of its maker.
// Certainly not run: i's, where i is an ancestor of j along edges that carry gradients (each consumer's
// backward runs before its producer's). Certainly run: c's, where c is a descendant of j in that sense.
// So every gradient of a value of an ancestor i of j that a descendant c of j reads is live at b(j).
// No schedule escapes any of this, so its peak is at least the largest sum.
#include "core/bounds/floor.h"

#include <algorithm>

namespace reforward {

namespace {

// What b(j)'s order constraints go along: v is differentiable and reads x, x has a gradient.
template <class F>
void forEachGradientEdge(const Graph& graph, VertexId v, F&& f) {
    if (!graph.differentiable(v)) return;
    for (const ValueId x : graph.inputs(v)) {
        if (graph.hasGradient(x)) f(x);
    }
}

// Gradients that certainly live at b(j) besides those of j's own outputs and inputs. Found by marking:
// ancestors of j backward along the order, descendants forward. O(V + E) for one j.
class CertainGradients {
  public:
    explicit CertainGradients(const Graph& graph)
        : graph_(graph), ancestor_(graph.vertexCount()), descendant_(graph.vertexCount()) {}

    std::vector<ValueId> at(VertexId j) {
        std::fill(ancestor_.begin(), ancestor_.end(), 0);
        std::fill(descendant_.begin(), descendant_.end(), 0);
        const auto order = graph_.order();
        ancestor_[j] = descendant_[j] = 1;
        for (std::size_t p = graph_.position(j) + 1; p-- > 0;) {
            if (!ancestor_[order[p]]) continue;
            forEachGradientEdge(graph_, order[p], [&](ValueId x) { ancestor_[graph_.producer(x)] = 1; });
        }
        std::vector<ValueId> found;
        for (std::size_t p = graph_.position(j) + 1; p < order.size(); ++p) {
            const VertexId c = order[p];
            forEachGradientEdge(graph_, c,
                                [&](ValueId x) { descendant_[c] |= descendant_[graph_.producer(x)]; });
            if (!descendant_[c]) continue;
            forEachGradientEdge(graph_, c, [&](ValueId x) {
                const VertexId i = graph_.producer(x);
                if (i != j && ancestor_[i]) found.push_back(x);
            });
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        std::erase_if(found, [&](ValueId x) {
            const auto own = graph_.inputs(j);
            return std::find(own.begin(), own.end(), x) != own.end();
        });
        return found;
    }

  private:
    const Graph& graph_;
    std::vector<std::uint8_t> ancestor_, descendant_;
};

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

Bytes sum(const std::vector<Part>& parts) {
    Bytes total;
    for (const Part& p : parts)
        total += p.bytes;
    return total;
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
    // Certain gradients cost O(V + E) a vertex: enough for the graphs people open, bounded for the others.
    constexpr std::size_t workLimit = 400'000'000;
    if (!graph.joint() && graph.vertexCount() * (graph.vertexCount() + graph.edgeCount()) <= workLimit) {
        CertainGradients certain(graph);
        for (const VertexId v : graph.order()) {
            if (!graph.differentiable(v)) continue;
            std::vector<Part> parts = backwardParts(graph, v);
            Bytes bytes;
            for (const ValueId x : certain.at(v))
                bytes += graph.bytes(x);
            if (bytes > Bytes(0)) parts.push_back({Part::Kind::certainGradients, noIndex, bytes});
            take(v, true, std::move(parts));
        }
    }
    if (fixed > Bytes(0)) floor.parts.push_back({Part::Kind::fixed, noIndex, fixed});
    return floor;
}

}  // namespace reforward
