// SPDX-License-Identifier: Apache-2.0
#include "tests/core/strategies/brute_force.h"

#include <algorithm>

namespace reforward::tests {

namespace {

bool in(Mask set, std::uint32_t v) {
    return (set >> v & 1) != 0;
}

Mask predecessors(const VertexGraph& g, Mask set) {
    Mask all = 0;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (!in(set, v)) continue;
        for (const std::uint32_t u : g.predecessors(v))
            all |= Mask{1} << u;
    }
    return all;
}

Mask successors(const VertexGraph& g, Mask set) {
    Mask all = 0;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (!in(set, v)) continue;
        for (const std::uint32_t w : g.successors(v))
            all |= Mask{1} << w;
    }
    return all;
}

std::int64_t memory(const VertexGraph& g, Mask set) {
    std::int64_t sum = 0;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (in(set, v)) sum += g.memory(v);
    }
    return sum;
}

double time(const VertexGraph& g, Mask set) {
    double sum = 0;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (in(set, v)) sum += g.time(v);
    }
    return sum;
}

void extend(const std::vector<Mask>& family, Mask whole, Chain& chain,
            const std::function<void(const Chain&)>& f) {
    if (chain.back() == whole) {
        f(chain);
        return;
    }
    for (const Mask next : family) {
        if (next == chain.back() || (chain.back() & ~next) != 0) continue;
        chain.push_back(next);
        extend(family, whole, chain, f);
        chain.pop_back();
    }
}

}  // namespace

std::vector<Mask> allMasks(const VertexGraph& graph) {
    std::vector<Mask> masks;
    for (Mask mask = 0; mask < Mask{1} << graph.size(); ++mask) {
        if ((predecessors(graph, mask) & ~mask) == 0) masks.push_back(mask);
    }
    return masks;
}

std::vector<Mask> ancestorMasks(const VertexGraph& graph) {
    std::vector<Mask> masks{0, (Mask{1} << graph.size()) - 1};
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        Mask mask = Mask{1} << v;
        for (Mask before = 0; before != mask;) {
            before = mask;
            mask |= predecessors(graph, mask);
        }
        masks.push_back(mask);
    }
    std::sort(masks.begin(), masks.end());
    masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
    return masks;
}

void forEachChain(const VertexGraph& graph, const std::vector<Mask>& family,
                  const std::function<void(const Chain&)>& f) {
    Chain chain{0};
    extend(family, (Mask{1} << graph.size()) - 1, chain, f);
}

Figures publishedFigures(const VertexGraph& g, const Chain& chain) {
    const Mask whole = (Mask{1} << g.size()) - 1;
    Figures figures;
    Mask cached = 0;  // U_{i-1}
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const Mask set = chain[i], segment = set & ~chain[i - 1];
        const Mask boundary = predecessors(g, whole & ~set) & set;
        const Mask after = successors(g, set) & ~set;
        figures.overhead += time(g, segment & ~boundary);
        figures.peak = std::max(figures.peak, memory(g, cached) + 2 * memory(g, segment) + memory(g, after) +
                                                  memory(g, predecessors(g, after) & ~set));
        cached |= boundary;
    }
    return figures;
}

}  // namespace reforward::tests
