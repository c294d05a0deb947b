// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/bounds/max_flow.h"
#include "core/graph/graph.h"

namespace reforward {

/// What a schedule may hold at one instant, and what it must run again after it, priced per byte
/// (theory.md section 4.3): the minimum over all choices of price * M(live) + T(run again), a minimum cut.
struct PricedCut {
    double price = 0;            ///< time per byte
    std::int64_t liveBytes = 0;  ///< values the cut holds, fixed ones and free ones not counted
    double rerunTime = 0;
    std::vector<bool> live;   ///< by value: held at the instant
    std::vector<bool> rerun;  ///< by vertex: runs again
};

/// The cut at the end of the forward pass of a forward graph: everything that backward reads is needed.
/// price >= 0 and finite. O(V E), in practice far less; some ms at 10,000 vertices.
PricedCut endOfForwardCut(const Graph& graph, double price);

/// The values that some backward reads, fixed ones left out, ascending.
std::vector<ValueId> readByBackward(const Graph& graph);

/// The network of the cut at one instant. Its nodes are "value x is there when it is needed" and "vertex v
/// runs again", for the needed values, their makers and everything these may need.
class InstantNetwork {
  public:
    /// `needed`: values read after the instant. `free`: values that are live at it anyway, paid for
    /// elsewhere. Values of fixed vertices are always free.
    InstantNetwork(const Graph& graph, const std::vector<ValueId>& needed, const std::vector<ValueId>& free);

    /// Minimum of the cost, each held value costing byteCost[x], each run of v timeCost[v] (vertices that
    /// may run only once never do). Costs >= 0, their sum below MaxFlow::infinite.
    std::int64_t cut(const std::vector<std::int64_t>& byteCost, const std::vector<std::int64_t>& timeCost);

    /// Forces runs in the cuts to come: `v`, of vertices(), never runs again, always does, or as it pays.
    enum class Decision : std::uint8_t { open, never, always };
    void decide(VertexId v, Decision decision);

    /// Of the last cut.
    bool holds(ValueId x) const;
    bool reruns(VertexId v) const;
    /// The values and vertices the network has; all others are neither held nor run again.
    const std::vector<ValueId>& values() const { return values_; }
    const std::vector<VertexId>& vertices() const { return vertices_; }
    VertexId vertexOf(ValueId x) const { return graph_.producer(x); }

  private:
    static constexpr MaxFlow::Node source = 0, sink = 1;

    const Graph& graph_;
    std::vector<ValueId> values_;
    std::vector<VertexId> vertices_;
    std::vector<std::uint32_t> valueNode_, vertexNode_;  // noIndex: not in the network
    std::vector<Decision> decisions_;                    // by vertex
    MaxFlow flow_;
};

}  // namespace reforward
