// SPDX-License-Identifier: Apache-2.0
#include "core/graph/vertex_graph.h"

#include <algorithm>
#include <utility>

namespace reforward {

VertexGraph::VertexGraph(const Graph& graph) : number_(graph.vertexCount(), noIndex) {
    for (const VertexId v : graph.order()) {
        if (graph.fixed(v)) continue;
        number_[v] = static_cast<std::uint32_t>(original_.size());
        original_.push_back(v);
        memory_.push_back(graph.outputBytes(v).count());
        time_.push_back(graph.time(v));
        once_.push_back(!graph.recomputable(v));
        totalMemory_ += memory_.back();
        totalTime_ += time_.back();
    }
    const std::size_t n = original_.size();
    std::vector<std::uint32_t> count(n + 1);
    for (std::uint32_t v = 0; v < n; ++v) {
        firstPredecessor_.push_back(static_cast<std::uint32_t>(predecessors_.size()));
        for (const ValueId x : graph.inputs(original_[v])) {
            const std::uint32_t u = number_[graph.producer(x)];
            if (u == noIndex) continue;
            const auto begin = predecessors_.begin() + firstPredecessor_[v];
            if (std::find(begin, predecessors_.end(), u) != predecessors_.end()) continue;
            predecessors_.push_back(u);
            ++count[u + 1];
        }
        std::sort(predecessors_.begin() + firstPredecessor_[v], predecessors_.end());
    }
    firstPredecessor_.push_back(static_cast<std::uint32_t>(predecessors_.size()));
    for (std::size_t u = 0; u < n; ++u)
        count[u + 1] += count[u];
    firstSuccessor_ = count;
    successors_.resize(predecessors_.size());
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t u : predecessors(v))
            successors_[count[u]++] = v;
    }
}

std::vector<std::uint32_t> cutVertices(const VertexGraph& graph) {
    // With a virtual source before all and a virtual sink behind all, every edge leads forward in the
    // order, so a path misses v exactly when some edge of it jumps over v's position.
    const std::size_t n = graph.size();
    std::vector<std::int64_t> jumps(n + 1);
    const auto jumpOver = [&](std::size_t first, std::size_t end) {
        if (first < end) ++jumps[first], --jumps[end];
    };
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t w : graph.successors(v))
            jumpOver(v + 1, w);
        if (graph.predecessors(v).empty()) jumpOver(0, v);
        if (graph.successors(v).empty()) jumpOver(v + 1, n);
    }
    std::vector<std::uint32_t> cuts;
    std::int64_t over = 0;
    for (std::uint32_t v = 0; v < n; ++v) {
        over += jumps[v];
        if (over == 0) cuts.push_back(v);
    }
    return cuts;
}

std::vector<VertexSet> ancestorSets(const VertexGraph& graph) {
    std::vector<VertexSet> sets;
    sets.reserve(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        VertexSet set(graph.size());
        set.insert(v);
        for (const std::uint32_t u : graph.predecessors(v))
            set |= sets[u];
        sets.push_back(std::move(set));
    }
    return sets;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> redundantEdges(const VertexGraph& graph) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> redundant;
    const std::vector<VertexSet> ancestors = ancestorSets(graph);
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        for (const std::uint32_t u : graph.predecessors(v)) {
            const auto others = graph.predecessors(v);
            if (std::any_of(others.begin(), others.end(),
                            [&](std::uint32_t w) { return w != u && ancestors[w].contains(u); })) {
                redundant.emplace_back(u, v);
            }
        }
    }
    return redundant;
}

}  // namespace reforward
