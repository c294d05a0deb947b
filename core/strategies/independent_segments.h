// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/graph/vertex_graph.h"

namespace reforward {

/// How a graph falls into independent segments (Feng & Huang, "Optimal Gradient Checkpoint Search for
/// Arbitrary Computation Graphs", section 4). A segment lies between two vertices, its ends, and touches the
/// rest of the graph through them alone. A part is a segment or several with the same ends:
///   edge      nothing inside
///   series    `vertices` split it: every path from end to end passes each of them, in this order; one
///             child before, between and after them
///   parallel  children with the same ends, nothing else; none of them is parallel itself
///   other     neither; its children are the maximal independent segments inside, `vertices` all of their
///             ends that lie inside
/// Each vertex other than the ends of the whole is a `vertices` entry of exactly one part.
struct Division {
    enum class Kind : std::uint8_t { edge, series, parallel, other };
    struct Part {
        Kind kind = Kind::edge;
        std::uint32_t firstChild = 0, childCount = 0;    ///< in `children`
        std::uint32_t firstVertex = 0, vertexCount = 0;  ///< in `vertices`
    };

    std::vector<Part> parts;              ///< children before parents; the last is the whole graph
    std::vector<std::uint32_t> children;  ///< indices of parts
    std::vector<std::uint32_t> vertices;  ///< numbers of the vertex graph
    /// The only source and the only sink; noIndex for a virtual end, added where there are several.
    std::uint32_t source = noIndex, sink = noIndex;

    std::span<const std::uint32_t> childrenOf(const Part& p) const {
        return {children.data() + p.firstChild, p.childCount};
    }
    std::span<const std::uint32_t> verticesOf(const Part& p) const {
        return {vertices.data() + p.firstVertex, p.vertexCount};
    }
};

/// Divides the graph. O(V + E) for series-parallel graphs; what is neither takes O(k (k + m)) a level of
/// nesting for its k vertices and m edges. Where that passes a few seconds, or the control stops, the piece
/// at hand becomes one part of kind other with every vertex an end: a valid division, though a coarser one.
Division divide(const VertexGraph& graph, const Control& control);

}  // namespace reforward
