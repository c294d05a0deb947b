// SPDX-License-Identifier: Apache-2.0
//
// Enumeration of lower sets. Terms: vertices are numbered along a topological order; a lower set is
// closed under predecessors. Each lower set but {} is reached from exactly one other by adding its
// largest member that can be taken away (a maximal element), so a search that only adds vertices v
// larger than the last added one would miss none and meet none twice:
//   phase 1  children of a set S whose last added vertex is a: S + v for every v > a, v not in S, all
//            predecessors of v in S. Adding in ascending order is a topological order of S, so every lower
//            set has exactly one such path.
//   phase 2  a stack instead of recursion; sets are written to one flat array.
//   phase 3  a stable sort by size: transitions of the dynamic programs go from smaller to larger sets.
#include "core/graph/lower_sets.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace reforward {

namespace {

using Word = VertexSet::Word;

// Calls visit(set) for each lower set; stops and returns false when visit does.
template <class Visit>
bool enumerate(const VertexGraph& graph, Visit&& visit) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    VertexSet set(n);
    std::vector<std::uint32_t> missing(n);  // predecessors of v not in the set
    std::set<std::uint32_t> ready;          // not in the set, none missing
    for (std::uint32_t v = 0; v < n; ++v) {
        missing[v] = static_cast<std::uint32_t>(graph.predecessors(v).size());
        if (missing[v] == 0) ready.insert(v);
    }
    std::vector<std::uint32_t> added;  // the path to the set, ascending
    std::uint32_t next = 0;            // first candidate not tried yet
    if (!visit(set)) return false;
    for (;;) {
        const auto candidate = ready.lower_bound(next);
        if (candidate != ready.end()) {
            const std::uint32_t v = *candidate;
            ready.erase(candidate);
            set.insert(v);
            for (const std::uint32_t w : graph.successors(v)) {
                if (--missing[w] == 0) ready.insert(w);
            }
            added.push_back(v);
            next = v + 1;
            if (!visit(set)) return false;
        } else {
            if (added.empty()) return true;
            const std::uint32_t v = added.back();
            added.pop_back();
            set.erase(v);
            for (const std::uint32_t w : graph.successors(v)) {
                if (missing[w]++ == 0) ready.erase(w);
            }
            ready.insert(v);
            next = v + 1;
        }
    }
}

LowerSetFamily orderedBySize(std::size_t universe, std::vector<Word> bits) {
    LowerSetFamily family;
    family.universe = universe;
    family.words = VertexSet::wordsFor(universe);
    const std::size_t count = family.words == 0 ? 0 : bits.size() / family.words;
    std::vector<std::uint32_t> size(count), index(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < family.words; ++k) {
            size[i] += static_cast<std::uint32_t>(std::popcount(bits[i * family.words + k]));
        }
    }
    std::iota(index.begin(), index.end(), 0U);
    std::stable_sort(index.begin(), index.end(), [&](auto a, auto b) { return size[a] < size[b]; });
    family.bits.reserve(bits.size());
    for (const std::uint32_t i : index) {
        const auto from = bits.begin() + static_cast<std::ptrdiff_t>(i * family.words);
        family.bits.insert(family.bits.end(), from, from + static_cast<std::ptrdiff_t>(family.words));
    }
    return family;
}

}  // namespace

VertexSet LowerSetFamily::set(std::size_t i) const {
    VertexSet result(universe);
    for (std::uint32_t v = 0; v < universe; ++v) {
        if (contains(i, v)) result.insert(v);
    }
    return result;
}

LowerSetFamily allLowerSets(const VertexGraph& graph, std::size_t limit, const Control& control,
                            std::size_t* counted) {
    std::vector<Word> bits;
    std::size_t count = 0;
    const bool whole = enumerate(graph, [&](const VertexSet& set) {
        ++count;
        if (count > limit || (count % 4096 == 0 && control.shouldStop())) return false;
        bits.insert(bits.end(), set.words().begin(), set.words().end());
        return true;
    });
    if (counted != nullptr) *counted = count;
    if (!whole) return {};
    return orderedBySize(graph.size(), std::move(bits));
}

std::optional<std::size_t> countLowerSets(const VertexGraph& graph, std::size_t limit,
                                          const Control& control) {
    std::size_t count = 0;
    const bool whole = enumerate(graph, [&](const VertexSet&) {
        ++count;
        return count <= limit && (count % 4096 != 0 || !control.shouldStop());
    });
    if (!whole) return std::nullopt;
    return count;
}

LowerSetFamily ancestorFamily(const VertexGraph& graph) {
    std::vector<VertexSet> sets = ancestorSets(graph);
    sets.emplace_back(graph.size());
    VertexSet all(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        all.insert(v);
    // With one sink V is the ancestor set of the sink already.
    if (std::find(sets.begin(), sets.end(), all) == sets.end()) sets.push_back(std::move(all));
    std::vector<Word> bits;
    for (const VertexSet& set : sets)
        bits.insert(bits.end(), set.words().begin(), set.words().end());
    return orderedBySize(graph.size(), std::move(bits));
}

VertexSet boundary(const VertexGraph& graph, const VertexSet& lowerSet) {
    VertexSet result(graph.size());
    lowerSet.forEach([&](std::uint32_t v) {
        for (const std::uint32_t w : graph.successors(v)) {
            if (!lowerSet.contains(w)) {
                result.insert(v);
                return;
            }
        }
    });
    return result;
}

}  // namespace reforward
