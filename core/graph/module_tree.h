// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// The modules of a graph's vertices (Graph::module) as a tree over an order of the vertices in which each
/// module is one interval. Fixed vertices are left out. A module with nothing inside but one other module is
/// one with it ("encoder/layers"), one of a single vertex is no module. A module that something outside of it
/// leads out of and back into is split into as few parts as are found ("layer1 (1)", "layer1 (2)").
///
/// The order is topological, so however one covers it by modules and vertices that do not overlap, every edge
/// leads from an earlier interval to a later one: what remains of the graph is acyclic.
class ModuleTree {
  public:
    static constexpr std::uint32_t root = 0;
    /// Parts of a path beyond this many are not told apart: hostile names stay cheap.
    static constexpr std::size_t mostLevels = 24;

    struct Module {
        std::string path;                   ///< as Graph::module() has it; "" for the root
        std::string name;                   ///< below its parent: "self_attn", "encoder/layers", "layer1 (2)"
        std::uint32_t part = 0;             ///< from 1 where the module is split, else 0
        std::uint32_t parent = 0;           ///< the root's is itself
        std::uint32_t level = 0;            ///< 0 for the root
        std::uint32_t first = 0, last = 0;  ///< its vertices are order()[first .. last - 1]
        std::uint32_t end = 0;              ///< the modules inside are the next ones, up to end - 1
    };
    /// What lies right inside a module: a vertex, or a module (then vertex is noIndex).
    struct Item {
        VertexId vertex = noIndex;
        std::uint32_t module = noIndex;
    };

    explicit ModuleTree(const Graph& graph);

    /// At least 1: the root, which holds every vertex. Outer modules before inner ones, in the order.
    std::uint32_t size() const { return static_cast<std::uint32_t>(modules_.size()); }
    const Module& module(std::uint32_t m) const { return modules_[m]; }
    const std::vector<VertexId>& order() const { return order_; }
    std::span<const VertexId> vertices(std::uint32_t m) const {
        return std::span(order_).subspan(modules_[m].first, modules_[m].last - modules_[m].first);
    }
    std::vector<Item> items(std::uint32_t m) const;
    /// The smallest module that holds a vertex; noIndex for a fixed one.
    std::uint32_t moduleOf(VertexId v) const { return innermost_[v]; }
    /// Whether `outer` is m or holds it.
    bool holds(std::uint32_t outer, std::uint32_t m) const { return outer <= m && m < modules_[outer].end; }
    /// The deepest level that a module has.
    std::uint32_t levels() const { return levels_; }

  private:
    friend class ModuleTreeMaker;

    std::vector<Module> modules_;
    std::vector<VertexId> order_;
    std::vector<std::uint32_t> innermost_;
    std::uint32_t levels_ = 0;
};

}  // namespace reforward
