// SPDX-License-Identifier: Apache-2.0
#include "core/layout/view_graph.h"

#include <algorithm>
#include <functional>
#include <map>

namespace reforward {

namespace {

constexpr std::size_t flatVertices = 120, fewNodes = 16, manyNodes = 80;
constexpr double trunkShare = 0.8;  ///< of all vertices

/// The modules that are seen as boxes, and how many boxes are seen in all.
struct Front {
    std::vector<std::uint32_t> collapsed;
    std::size_t nodes = 0;
};

Front frontOf(const ModuleTree& tree, const Expansion& expansion) {
    Front front;
    std::vector<std::uint32_t> open{ModuleTree::root};
    while (!open.empty()) {
        const std::uint32_t m = open.back();
        open.pop_back();
        for (const ModuleTree::Item& item : tree.items(m)) {
            const bool inside = item.module != noIndex && expansion.isExpanded(item.module);
            if (inside) open.push_back(item.module);
            if (inside) continue;
            ++front.nodes;
            if (item.module != noIndex) front.collapsed.push_back(item.module);
        }
    }
    return front;
}

bool expandIfFew(const ModuleTree& tree, const std::vector<std::uint32_t>& modules, Expansion& expansion,
                 std::size_t& nodes) {
    std::size_t more = nodes;
    for (const std::uint32_t m : modules)
        more += tree.items(m).size() - 1;
    if (more > manyNodes) return false;
    for (const std::uint32_t m : modules)
        expansion.expanded[m] = true;
    nodes = more;
    return true;
}

}  // namespace

Expansion collapsedTo(const ModuleTree& tree, std::uint32_t level) {
    Expansion expansion{false, std::vector<bool>(tree.size())};
    for (std::uint32_t m = 0; m < tree.size(); ++m)
        expansion.expanded[m] = tree.module(m).level < level;
    return expansion;
}

Expansion firstExpansion(const ModuleTree& tree) {
    if (tree.order().size() <= flatVertices || tree.size() == 1) return {};
    Expansion expansion = collapsedTo(tree, 1);
    for (std::uint32_t level = 1; level <= tree.levels(); ++level) {
        Front front = frontOf(tree, expansion);
        if (front.collapsed.empty() || front.nodes >= fewNodes) break;
        if (expandIfFew(tree, front.collapsed, expansion, front.nodes)) continue;
        std::map<std::size_t, std::vector<std::uint32_t>, std::greater<>> bySize;
        for (const std::uint32_t m : front.collapsed)
            bySize[tree.vertices(m).size()].push_back(m);
        for (const auto& [size, modules] : bySize)
            expandIfFew(tree, modules, expansion, front.nodes);
        break;
    }
    return expansion;
}

Expansion withVisible(const ModuleTree& tree, Expansion expansion, std::uint32_t module) {
    if (expansion.flat) return expansion;
    for (std::uint32_t m = tree.module(module).parent; m != ModuleTree::root; m = tree.module(m).parent)
        expansion.expanded[m] = true;
    return expansion;
}

ViewGraph makeViewGraph(const Graph& graph, const ModuleTree& tree, const Expansion& expansion) {
    ViewGraph view;
    view.nodeOfVertex.assign(graph.vertexCount(), noIndex);
    struct Open {
        std::uint32_t frame;
        bool trunk;
    };
    std::map<std::uint32_t, Open> open{{ModuleTree::root, {noIndex, true}}};
    const auto addNode = [&](const ModuleTree::Item& item, std::uint32_t frame) {
        const auto node = static_cast<std::uint32_t>(view.nodes.size());
        view.nodes.push_back(item);
        view.frameOfNode.push_back(frame);
        if (item.module == noIndex) {
            view.nodeOfVertex[item.vertex] = node;
        } else {
            for (const VertexId v : tree.vertices(item.module))
                view.nodeOfVertex[v] = node;
        }
    };
    // Items in the tree's order, so that nodes are too.
    std::vector<std::pair<ModuleTree::Item, std::uint32_t>> work{
        {{noIndex, ModuleTree::root}, ModuleTree::root}};
    while (!work.empty()) {
        const auto [item, parent] = work.back();
        work.pop_back();
        if (item.module == noIndex || !expansion.isExpanded(item.module)) {
            addNode(item, open.at(parent).frame);
            continue;
        }
        if (item.module != ModuleTree::root) {
            const Open outer = open.at(parent);
            const bool trunk =
                expansion.flat || (outer.trunk && static_cast<double>(tree.vertices(item.module).size()) >=
                                                      trunkShare * static_cast<double>(tree.order().size()));
            Open mine{outer.frame, trunk};
            if (!trunk) {
                mine.frame = static_cast<std::uint32_t>(view.frames.size());
                view.frames.push_back(item.module);
                view.frameOfFrame.push_back(outer.frame);
            }
            open[item.module] = mine;
        }
        const auto items = tree.items(item.module);
        for (auto inside = items.rbegin(); inside != items.rend(); ++inside)
            work.push_back({*inside, item.module});
    }

    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // reader first
    for (const VertexId v : tree.order()) {
        for (const ValueId x : graph.inputs(v)) {
            const std::uint32_t from = view.nodeOfVertex[graph.producer(x)], to = view.nodeOfVertex[v];
            if (from != noIndex && from != to) pairs.emplace_back(to, from);
        }
    }
    std::ranges::sort(pairs);
    for (const auto& [to, from] : pairs) {
        if (!view.edges.empty() && view.edges.back().from == from && view.edges.back().to == to) {
            ++view.edges.back().values;
        } else {
            view.edges.push_back({from, to, 1});
        }
    }
    return view;
}

}  // namespace reforward
