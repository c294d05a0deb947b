// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/graph/module_tree.h"

namespace reforward {

/// Which modules of a tree show what is inside them.
struct Expansion {
    bool flat = true;            ///< every vertex by itself, modules are not drawn at all
    std::vector<bool> expanded;  ///< by module, if not flat; inside a collapsed one: what expanding it shows

    bool isExpanded(std::uint32_t m) const {
        return flat || m == ModuleTree::root || (m < expanded.size() && expanded[m]);
    }
    friend bool operator==(const Expansion&, const Expansion&) = default;
};

/// Modules of this level (from 1) and deeper are collapsed.
Expansion collapsedTo(const ModuleTree& tree, std::uint32_t level);
/// What a model opens with: flat up to 120 vertices or without modules; else levels are expanded from
/// outside in until 16 boxes are seen or another level would show more than 80; then modules of that level
/// too while they fit, those of equal size together.
Expansion firstExpansion(const ModuleTree& tree);
/// With all modules that surround one expanded, so that it can be seen.
Expansion withVisible(const ModuleTree& tree, Expansion expansion, std::uint32_t module);

/// What is seen of a graph while some of its modules are collapsed. Acyclic: see ModuleTree.
struct ViewGraph {
    struct Edge {
        std::uint32_t from = 0, to = 0;  ///< nodes
        std::uint32_t values = 0;        ///< pairs of a value and a vertex that reads it, in this direction
    };

    /// Vertices, and modules that are collapsed, in the tree's order.
    std::vector<ModuleTree::Item> nodes;
    std::vector<std::uint32_t> nodeOfVertex;  ///< noIndex for a fixed one
    std::vector<Edge> edges;                  ///< distinct, by reader
    /// Expanded modules that are drawn as frames, outer ones first. The trunk is not framed: modules that
    /// hold nearly all of the graph.
    std::vector<std::uint32_t> frames;
    std::vector<std::uint32_t> frameOfNode;   ///< index into frames, noIndex: none
    std::vector<std::uint32_t> frameOfFrame;  ///< the one around it, or noIndex
};

ViewGraph makeViewGraph(const Graph& graph, const ModuleTree& tree, const Expansion& expansion);

}  // namespace reforward
