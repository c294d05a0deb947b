// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/vertex_set.h"

namespace reforward {

/// The graph G = (V, E) of the published theory: vertices that are not fixed, numbered 0 .. n-1 along the
/// order (so u -> v implies u < v), M(v) the sum of v's outputs, T(v) its forward time. Multi-edges are
/// one edge. Sources and sinks are those of this graph.
class VertexGraph {
  public:
    explicit VertexGraph(const Graph& graph);

    std::size_t size() const { return original_.size(); }
    VertexId original(std::uint32_t v) const { return original_[v]; }
    /// noIndex for a fixed vertex.
    std::uint32_t number(VertexId v) const { return number_[v]; }
    std::span<const std::uint32_t> predecessors(std::uint32_t v) const {
        return {predecessors_.data() + firstPredecessor_[v], predecessors_.data() + firstPredecessor_[v + 1]};
    }
    std::span<const std::uint32_t> successors(std::uint32_t v) const {
        return {successors_.data() + firstSuccessor_[v], successors_.data() + firstSuccessor_[v + 1]};
    }
    std::int64_t memory(std::uint32_t v) const { return memory_[v]; }
    double time(std::uint32_t v) const { return time_[v]; }
    /// May run only once (`recompute: false`), so any plan keeps it.
    bool once(std::uint32_t v) const { return once_[v]; }

    std::int64_t totalMemory() const { return totalMemory_; }  ///< M(V)
    double totalTime() const { return totalTime_; }            ///< T(V)

  private:
    std::vector<VertexId> original_;
    std::vector<std::uint32_t> number_;
    std::vector<std::uint32_t> firstPredecessor_, predecessors_, firstSuccessor_, successors_;
    std::vector<std::int64_t> memory_;
    std::vector<double> time_;
    std::vector<std::uint8_t> once_;
    std::int64_t totalMemory_ = 0;
    double totalTime_ = 0;
};

/// Vertices through which every path from a source to a sink passes, ascending. O(V + E).
std::vector<std::uint32_t> cutVertices(const VertexGraph& graph);

/// Ancestors of each vertex, itself included: the principal lower sets. O(V E / 64).
std::vector<VertexSet> ancestorSets(const VertexGraph& graph);

/// Edges (u, v) for which another path from u to v exists (the ones a transitive reduction removes), as
/// pairs by target, then source. O(V E / 64).
std::vector<std::pair<std::uint32_t, std::uint32_t>> redundantEdges(const VertexGraph& graph);

}  // namespace reforward
