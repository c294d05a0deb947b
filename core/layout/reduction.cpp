// SPDX-License-Identifier: Apache-2.0
#include "core/layout/reduction.h"

#include <algorithm>
#include <set>

#include "core/graph/vertex_set.h"

// Boost's transitive_reduction() needs V x V words where these sets need V x V bits.

namespace reforward {

std::vector<bool> keptByReduction(const LayoutInput& input, const Adjacency& adjacency,
                                  const Control& control) {
    const std::size_t n = adjacency.size();
    std::vector<std::uint32_t> place(n);
    for (std::uint32_t i = 0; i < n; ++i)
        place[adjacency.order()[i]] = i;
    std::vector<VertexSet> reached(n);
    std::set<std::pair<std::uint32_t, std::uint32_t>> needed;
    for (std::size_t i = n; i-- > 0;) {
        if (i % 64 == 0) control.throwIfCancelled();
        const std::uint32_t v = adjacency.order()[i];
        reached[v] = VertexSet(n);
        std::vector<std::uint32_t> nearFirst(adjacency.successors(v).begin(), adjacency.successors(v).end());
        std::sort(nearFirst.begin(), nearFirst.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return place[a] < place[b]; });
        for (const std::uint32_t w : nearFirst) {
            if (reached[v].contains(w)) continue;
            needed.emplace(v, w);
            reached[v] |= reached[w];
            reached[v].insert(w);
        }
    }
    std::vector<bool> kept;
    for (const auto& edge : input.edges)
        kept.push_back(needed.erase(edge) != 0);
    return kept;
}

}  // namespace reforward
