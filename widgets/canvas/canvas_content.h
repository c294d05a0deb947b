// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/module_tree.h"
#include "core/layout/layout.h"
#include "core/layout/view_graph.h"

namespace reforward {

/// What the canvas shows of a graph: a box for each vertex that is not fixed (box i and vertex numbers differ
/// where there are fixed ones) or for each collapsed module, frames for expanded ones, an edge for each pair
/// of boxes of which one reads the other. Immutable; made on any thread, so that import and layout stay off
/// the GUI thread.
struct CanvasContent {
    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const ModuleTree> tree;  ///< null: modules are not known
    Expansion expansion;
    std::vector<VertexId> vertexOfBox;       ///< ascending where flat; noIndex for a module
    std::vector<std::uint32_t> boxOfVertex;  ///< perhaps its module's; noIndex for a fixed vertex
    std::vector<std::uint32_t> moduleOfBox;  ///< noIndex for a vertex; empty where there are no modules
    std::vector<std::uint32_t> moduleOfFrame;
    std::vector<QString> names;    ///< of the boxes, whole; elided when drawn
    std::vector<QString> figures;  ///< of the boxes: bytes, three significant digits
    std::vector<QString> frameNames, frameFigures;
    LayoutInput layoutInput;  ///< what to hand to layOut(); the same boxes, edges and frames
    /// Edges at a box, as indices into layoutInput.edges: leaving and entering, as ranges.
    std::vector<std::uint32_t> firstOut, outEdges, firstIn, inEdges;

    std::size_t boxCount() const { return vertexOfBox.size(); }
    std::span<const std::uint32_t> edgesOut(std::uint32_t box) const {
        return {outEdges.data() + firstOut[box], outEdges.data() + firstOut[box + 1]};
    }
    std::span<const std::uint32_t> edgesIn(std::uint32_t box) const {
        return {inEdges.data() + firstIn[box], inEdges.data() + firstIn[box + 1]};
    }
    /// The module that a box stands for, or noIndex.
    std::uint32_t moduleOf(std::uint32_t box) const {
        return moduleOfBox.empty() ? noIndex : moduleOfBox[box];
    }
    bool hasModules() const { return !moduleOfBox.empty(); }
    /// What a box stands for: one vertex, or those of a collapsed module.
    std::span<const VertexId> vertices(std::uint32_t box) const {
        const std::uint32_t m = moduleOf(box);
        return m == noIndex ? std::span(&vertexOfBox[box], 1) : tree->vertices(m);
    }
    /// The box of a module or of one around it that is collapsed; noIndex where it is expanded.
    std::uint32_t boxOfModule(std::uint32_t module) const;
    /// The frame of a module, an index into layoutInput.frames; noIndex where it has none.
    std::uint32_t frameOfModule(std::uint32_t module) const;
};

using CanvasContentPtr = std::shared_ptr<const CanvasContent>;
using GraphLayoutPtr = std::shared_ptr<const GraphLayout>;

/// Every vertex by itself.
CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph);
/// With modules, if the expansion is not flat.
CanvasContentPtr makeCanvasContent(std::shared_ptr<const Graph> graph, std::shared_ptr<const ModuleTree> tree,
                                   const Expansion& expansion);

}  // namespace reforward
