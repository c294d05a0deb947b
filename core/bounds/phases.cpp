// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/phases.h"

#include <algorithm>

#include "core/bounds/backward_order.h"

namespace reforward {

namespace {

// Marks of ancestors and descendants of j along all edges, itself left out.
struct Relatives {
    std::vector<std::uint8_t> ancestor, descendant;

    Relatives(const Graph& graph, VertexId j)
        : ancestor(graph.vertexCount()), descendant(graph.vertexCount()) {
        const auto order = graph.order();
        ancestor[j] = descendant[j] = 1;
        for (std::size_t p = graph.position(j) + 1; p-- > 0;) {
            if (!ancestor[order[p]]) continue;
            for (const ValueId x : graph.inputs(order[p]))
                ancestor[graph.producer(x)] = 1;
        }
        for (std::size_t p = graph.position(j) + 1; p < order.size(); ++p) {
            for (const ValueId x : graph.inputs(order[p]))
                descendant[order[p]] |= descendant[graph.producer(x)];
        }
        ancestor[j] = descendant[j] = 0;
    }
};

Phases backwardPhases(const Graph& graph, const std::vector<VertexId>& chain) {
    Phases phases;
    phases.count = chain.size() + 1;
    phases.vertices.push_back(noIndex);
    phases.vertices.insert(phases.vertices.end(), chain.begin(), chain.end());
    phases.taken.push_back(graph.fixedBytes().count());
    phases.held.emplace_back();
    const auto last = static_cast<std::uint32_t>(chain.size());
    std::vector<Phases::Range> backward(graph.vertexCount(), {0, last});
    std::vector<std::uint8_t> own(graph.vertexCount());
    BackwardOrder at(graph);
    for (std::uint32_t k = 1; k <= last; ++k) {
        at.at(chain[k - 1]);
        const Instant instant = backwardInstant(graph, at);
        phases.taken.push_back(instant.taken);
        phases.held.push_back(instant.free);
        own[chain[k - 1]] = 1;
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            if (at.ancestor(v)) backward[v].first = k;
            if (at.descendant(v)) backward[v].last = std::min(backward[v].last, k - 1);
        }
    }
    for (const VertexId v : graph.order()) {
        if (!graph.differentiable(v) || own[v]) continue;
        for (const ValueId x : graph.saves(v)) {
            if (!graph.fixed(graph.producer(x))) phases.reads.push_back({x, backward[v]});
        }
    }
    const auto key = [](const Phases::Read& r) { return std::tuple(r.value, r.range.first, r.range.last); };
    std::sort(phases.reads.begin(), phases.reads.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto same = std::unique(phases.reads.begin(), phases.reads.end(),
                                  [&](const auto& a, const auto& b) { return key(a) == key(b); });
    phases.reads.erase(same, phases.reads.end());
    return phases;
}

Phases firstRunPhases(const Graph& graph, const std::vector<VertexId>& chain) {
    Phases phases;
    phases.count = chain.size() + 1;
    phases.vertices.push_back(noIndex);
    phases.vertices.insert(phases.vertices.end(), chain.begin(), chain.end());
    phases.taken.push_back(graph.fixedBytes().count());
    phases.held.emplace_back();
    const auto last = static_cast<std::uint32_t>(chain.size());
    phases.firstRun.assign(graph.vertexCount(), {0, last});
    for (std::uint32_t k = 1; k <= last; ++k) {
        const VertexId j = chain[k - 1];
        const Instant instant = firstRunInstant(graph, j);
        phases.taken.push_back(instant.taken);
        std::vector<ValueId> held = instant.free;
        for (ValueId x = graph.firstOutput(j); x < graph.firstOutput(j) + graph.outputCount(j); ++x)
            held.push_back(x);
        phases.held.push_back(std::move(held));
        const Relatives relatives(graph, j);
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            Phases::Range& range = phases.firstRun[v];
            if (relatives.descendant[v]) range.first = k;
            if (relatives.ancestor[v] || v == j) range.last = std::min(range.last, k - 1);
        }
    }
    return phases;
}

}  // namespace

Phases phasesOf(const Graph& graph, const std::vector<VertexId>& chain) {
    return graph.joint() ? firstRunPhases(graph, chain) : backwardPhases(graph, chain);
}

std::vector<VertexId> chainOf(const Graph& graph, const std::vector<VertexId>& candidates) {
    std::vector<VertexId> chain;
    std::vector<std::uint8_t> after;
    BackwardOrder at(graph);
    for (const VertexId v : candidates) {
        if (!chain.empty() && !after[v]) continue;
        if (!chain.empty() && chain.back() == v) continue;
        chain.push_back(v);
        if (graph.joint()) {
            after = Relatives(graph, v).descendant;
        } else {
            at.at(v);
            after.assign(graph.vertexCount(), 0);
            for (VertexId u = 0; u < graph.vertexCount(); ++u)
                after[u] = at.ancestor(u) && u != v;
        }
    }
    return chain;
}

}  // namespace reforward
