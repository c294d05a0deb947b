// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/layout/layout.h"

namespace reforward {

/// What the canvas shows of a graph: a box for each vertex that is not fixed (box i and vertex numbers differ
/// where there are fixed ones), an edge for each pair of them of which one reads the other. Immutable; made
/// on any thread, so that import and layout stay off the GUI thread.
struct CanvasContent {
    std::shared_ptr<const Graph> graph;
    std::vector<VertexId> vertexOfBox;       ///< ascending
    std::vector<std::uint32_t> boxOfVertex;  ///< noIndex for a fixed vertex
    std::vector<QString> names;              ///< of the boxes, whole; elided when drawn
    std::vector<QString> figures;            ///< of the boxes: bytes, three significant digits
    LayoutInput layoutInput;                 ///< what to hand to layOut(); the same boxes and edges
    /// Edges at a box, as indices into layoutInput.edges: leaving and entering, as ranges.
    std::vector<std::uint32_t> firstOut, outEdges, firstIn, inEdges;

    std::size_t boxCount() const { return vertexOfBox.size(); }
    std::span<const std::uint32_t> edgesOut(std::uint32_t box) const {
        return {outEdges.data() + firstOut[box], outEdges.data() + firstOut[box + 1]};
    }
    std::span<const std::uint32_t> edgesIn(std::uint32_t box) const {
        return {inEdges.data() + firstIn[box], inEdges.data() + firstIn[box + 1]};
    }
};

using CanvasContentPtr = std::shared_ptr<const CanvasContent>;
using GraphLayoutPtr = std::shared_ptr<const GraphLayout>;

CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph);

}  // namespace reforward
