// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace reforward {

/// A network with integer capacities, its maximum flow and its minimum cut. The structure is built once;
/// capacities may change between runs, which is what a search over prices needs.
class MaxFlow {
  public:
    using Node = std::uint32_t;
    using Edge = std::uint32_t;
    /// More than any cut of finite edges: their capacities must sum to less.
    static constexpr std::int64_t infinite = std::int64_t(1) << 62;

    explicit MaxFlow(std::size_t nodes) : nodes_(nodes) {}

    /// capacity >= 0. Edges are numbered 0, 1, ... in the order they are added.
    Edge addEdge(Node from, Node to, std::int64_t capacity);
    void setCapacity(Edge edge, std::int64_t capacity) { capacity_[edge] = capacity; }

    /// The maximum flow, from an empty one. It must be finite: every path has a finite edge.
    std::int64_t run(Node source, Node sink);
    /// After run(): the source's side of the smallest minimum cut.
    bool onSourceSide(Node node) const { return level_[node] != unseen; }

  private:
    static constexpr std::uint32_t unseen = UINT32_MAX;

    void arrange();
    bool label(Node source, Node sink);
    std::int64_t block(Node source, Node sink);

    std::size_t nodes_;
    std::vector<Node> from_, to_;  // by edge
    std::vector<std::int64_t> capacity_;
    // Arcs: each edge and its reverse, grouped by the node they leave.
    std::vector<std::uint32_t> firstArc_, arcOf_, mate_;
    std::vector<Node> head_;
    std::vector<std::int64_t> left_;
    std::vector<std::uint32_t> level_, next_;
    std::vector<Node> queue_;
    std::vector<std::uint32_t> path_;
};

}  // namespace reforward
