// SPDX-License-Identifier: Apache-2.0
//
// The cut at one instant (theory.md section 4.3). Take any schedule and an instant of it; let L be the
// values live then and R the vertices that run at least once after it. For a value x made by v say
// A(x) = x in L or v in R: x can be there when it is read later. Then
//   A(x) for every value read after the instant, and A(u) for every input u of a v in R,
// and the schedule pays price * M(L) + T(R) >= sum over x of price * m(x) * [A(x) and not R(maker of x)]
// + sum over v of T(v) [v in R]. The least right side over all A, R with these two implications is a lower
// bound on the left one. Each of its terms is an edge of a network: A(x) -> R(v) with capacity
// price * m(x), R(v) -> sink with T(v), R(v) -> A(u) without limit, source -> A(x) for what is needed. So it
// is a minimum cut; "true" is the source's side. A value that is free holds without any edge.
#include "core/bounds/instant_cut.h"

#include <algorithm>
#include <cmath>

namespace reforward {

namespace {

// Ancestors of the needed values: what the network is about. Breadth first over inputs.
void collect(const Graph& graph, const std::vector<ValueId>& needed, const std::vector<std::uint8_t>& free,
             std::vector<ValueId>& values, std::vector<VertexId>& vertices) {
    std::vector<std::uint8_t> seenValue(graph.valueCount()), seenVertex(graph.vertexCount());
    const auto take = [&](ValueId x) {
        if (free[x] || seenValue[x]) return;
        seenValue[x] = 1;
        values.push_back(x);
    };
    for (const ValueId x : needed)
        take(x);
    for (std::size_t at = 0; at < values.size(); ++at) {
        const VertexId v = graph.producer(values[at]);
        if (seenVertex[v]) continue;
        seenVertex[v] = 1;
        vertices.push_back(v);
        if (!graph.recomputable(v)) continue;
        for (const ValueId u : graph.inputs(v))
            take(u);
    }
}

}  // namespace

InstantNetwork::InstantNetwork(const Graph& graph, const std::vector<ValueId>& needed,
                               const std::vector<ValueId>& free)
    : graph_(graph),
      valueNode_(graph.valueCount(), noIndex),
      vertexNode_(graph.vertexCount(), noIndex),
      decisions_(graph.vertexCount(), Decision::open),
      flow_(0) {
    std::vector<std::uint8_t> isFree(graph.valueCount());
    for (const ValueId x : free)
        isFree[x] = 1;
    for (ValueId x = 0; x < graph.valueCount(); ++x)
        isFree[x] |= graph.fixed(graph.producer(x));
    collect(graph, needed, isFree, values_, vertices_);

    MaxFlow::Node next = 2;
    for (const ValueId x : values_)
        valueNode_[x] = next++;
    for (const VertexId v : vertices_)
        vertexNode_[v] = next++;
    flow_ = MaxFlow(next);
    // Edges of values, of vertices and of decisions, in these orders: cut() sets their capacities by number.
    for (const ValueId x : values_)
        flow_.addEdge(valueNode_[x], vertexNode_[graph.producer(x)], 0);
    for (const VertexId v : vertices_)
        flow_.addEdge(vertexNode_[v], sink, 0);
    for (const VertexId v : vertices_)
        flow_.addEdge(source, vertexNode_[v], 0);
    for (const ValueId x : needed) {
        if (!isFree[x]) flow_.addEdge(source, valueNode_[x], MaxFlow::infinite);
    }
    for (const VertexId v : vertices_) {
        if (!graph.recomputable(v)) continue;
        for (const ValueId u : graph.inputs(v)) {
            if (!isFree[u]) flow_.addEdge(vertexNode_[v], valueNode_[u], MaxFlow::infinite);
        }
    }
}

std::int64_t InstantNetwork::cut(const std::vector<std::int64_t>& byteCost,
                                 const std::vector<std::int64_t>& timeCost) {
    MaxFlow::Edge edge = 0;
    for (const ValueId x : values_)
        flow_.setCapacity(edge++, byteCost[x]);
    for (const VertexId v : vertices_) {
        const bool never = !graph_.recomputable(v) || decisions_[v] == Decision::never;
        flow_.setCapacity(edge++, never ? MaxFlow::infinite : timeCost[v]);
    }
    for (const VertexId v : vertices_)
        flow_.setCapacity(edge++, decisions_[v] == Decision::always ? MaxFlow::infinite : 0);
    return flow_.run(source, sink);
}

void InstantNetwork::decide(VertexId v, Decision decision) {
    decisions_[v] = graph_.recomputable(v) ? decision : Decision::open;
}

bool InstantNetwork::holds(ValueId x) const {
    return valueNode_[x] != noIndex && flow_.onSourceSide(valueNode_[x]) && !reruns(graph_.producer(x));
}

bool InstantNetwork::reruns(VertexId v) const {
    return vertexNode_[v] != noIndex && flow_.onSourceSide(vertexNode_[v]);
}

std::vector<ValueId> readByBackward(const Graph& graph) {
    std::vector<std::uint8_t> read(graph.valueCount());
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (!graph.differentiable(v)) continue;
        for (const ValueId x : graph.saves(v))
            read[x] = !graph.fixed(graph.producer(x));
    }
    std::vector<ValueId> values;
    for (ValueId x = 0; x < graph.valueCount(); ++x) {
        if (read[x]) values.push_back(x);
    }
    return values;
}

PricedCut endOfForwardCut(const Graph& graph, double price) {
    // A start for planners, not a proof: times and priced bytes are scaled to integers of at most 2^58 in
    // all, each rounded, but none of them to nothing.
    const double most =
        std::max({graph.forwardTime(), price * static_cast<double>(graph.valueBytes().count()), 1e-300});
    const double scale = std::ldexp(1, 58) / most;
    const auto scaled = [&](double cost) {
        return cost > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(cost * scale)) : 0;
    };
    std::vector<std::int64_t> byteCost(graph.valueCount()), timeCost(graph.vertexCount());
    for (ValueId x = 0; x < graph.valueCount(); ++x)
        byteCost[x] = scaled(price * static_cast<double>(graph.bytes(x).count()));
    for (VertexId v = 0; v < graph.vertexCount(); ++v)
        timeCost[v] = scaled(graph.time(v));

    InstantNetwork network(graph, readByBackward(graph), {});
    network.cut(byteCost, timeCost);
    PricedCut result;
    result.price = price;
    result.live.resize(graph.valueCount());
    result.rerun.resize(graph.vertexCount());
    for (const ValueId x : network.values()) {
        if (!network.holds(x)) continue;
        result.live[x] = true;
        result.liveBytes += graph.bytes(x).count();
    }
    for (const VertexId v : network.vertices()) {
        if (!network.reruns(v)) continue;
        result.rerun[v] = true;
        result.rerunTime += graph.time(v);
    }
    return result;
}

}  // namespace reforward
