// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/published_source.h"

#include <algorithm>

namespace reforward {

PublishedSource::PublishedSource(const SetFamily& family) : family_(family), outside_(family.size()) {
    const VertexGraph& graph = family.graph;
    std::vector<std::uint32_t> consumer(graph.size(), noIndex), input(graph.size(), noIndex);  // stamps
    for (std::uint32_t j = 0; j < family.size(); ++j) {
        for (const std::uint32_t v : family.cached(j)) {
            for (const std::uint32_t w : graph.successors(v)) {
                if (family.sets.contains(j, w) || std::exchange(consumer[w], j) == j) continue;
                outside_[j] += graph.memory(w);
                for (const std::uint32_t u : graph.predecessors(w)) {
                    if (family.sets.contains(j, u) || std::exchange(input[u], j) == j) continue;
                    outside_[j] += graph.memory(u);
                }
            }
        }
    }
}

Transition PublishedSource::transition(std::uint32_t i, std::uint32_t j) const {
    Transition t{2 * (family_.memory[j] - family_.memory[i]) + outside_[j], 0,
                 family_.time[j] - family_.time[i]};
    for (const std::uint32_t v : family_.cached(j)) {
        if (family_.sets.contains(i, v)) continue;
        t.cached += family_.graph.memory(v);
        t.time -= family_.graph.time(v);
    }
    t.time = std::max(t.time, 0.0);  // differences of sums may round below zero
    return t;
}

void PublishedSource::forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget,
                              void* self, Visit visit) {
    // reach[i] + 2 M(L') - 2 M(L) + outside(L') <= budget, before the costlier subset test.
    const std::int64_t left = budget - outside_[j] - 2 * family_.memory[j];
    const std::int64_t* const memory = family_.memory.data();
    for (std::uint32_t i = j; i-- > 0;) {
        if (reach[i] - 2 * memory[i] > left) continue;
        if (!family_.subset(i, j)) continue;
        visit(self, i, transition(i, j));
    }
}

PublishedChain publishedChain(const PublishedSource& source, const SetPath& path) {
    PublishedChain chain;
    std::int64_t cached = 0;
    for (std::size_t k = 1; k < path.size(); ++k) {
        const Transition t = source.transition(path[k - 1], path[k]);
        chain.peak = std::max(chain.peak, cached + t.peak);
        chain.time += t.time;
        cached += t.cached;
    }
    return chain;
}

}  // namespace reforward
