// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/graph/vertex_graph.h"

namespace reforward {

/// A family of lower sets (sets closed under predecessors), ordered by size, then by first enumeration;
/// the empty set first and V last. Flat: `words` words a set.
struct LowerSetFamily {
    std::size_t universe = 0;  ///< |V|
    std::size_t words = 0;     ///< words a set
    std::vector<VertexSet::Word> bits;

    std::size_t size() const { return words == 0 ? 0 : bits.size() / words; }
    std::span<const VertexSet::Word> operator[](std::size_t i) const {
        return {bits.data() + i * words, words};
    }
    bool contains(std::size_t i, std::uint32_t v) const {
        return bits[i * words + v / VertexSet::wordBits] >> (v % VertexSet::wordBits) & 1;
    }
    VertexSet set(std::size_t i) const;
};

/// Every lower set, {} and V included. Empty result where there are more than `limit` (then `counted`, if
/// given, holds limit + 1) or the control stops (then `counted` holds how many were seen).
/// Memory: limit x |V| / 8 bytes.
LowerSetFamily allLowerSets(const VertexGraph& graph, std::size_t limit, const Control& control,
                            std::size_t* counted = nullptr);

/// The number of lower sets with {} and V, or nothing where there are more than `limit`.
std::optional<std::size_t> countLowerSets(const VertexGraph& graph, std::size_t limit,
                                          const Control& control);

/// {} and V and, for each v, the ancestors of v with v ([K] section 4.3: the approximate family).
LowerSetFamily ancestorFamily(const VertexGraph& graph);

/// Members of L that something outside L reads: dL = d-(V \ L) n L ([K] section 3).
VertexSet boundary(const VertexGraph& graph, const VertexSet& lowerSet);

}  // namespace reforward
