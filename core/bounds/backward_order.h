// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// What certainly has run, and has not, when the backward of one vertex runs, in any valid schedule of a
/// forward graph. The step model makes the backward of each differentiable consumer of v's outputs run
/// before v's; so along edges that carry gradients descendants are earlier and ancestors later. Figures of
/// one vertex at a time: at(j) moves there in O(V + E).
class BackwardOrder {
  public:
    explicit BackwardOrder(const Graph& graph);

    /// j differentiable.
    void at(VertexId j);
    VertexId vertex() const { return j_; }
    /// j itself, or a vertex whose backward certainly runs after b(j).
    bool ancestor(VertexId v) const { return ancestor_[v]; }
    /// j itself, or a vertex whose backward certainly ran before b(j).
    bool descendant(VertexId v) const { return descendant_[v]; }

    /// Values whose gradients certainly live while b(j) runs, ascending: those of j's outputs and inputs, and
    /// those that a descendant reads and an ancestor made (the consumer's backward made them, the maker's,
    /// which alone may let them go, has not run).
    std::vector<ValueId> gradients() const;
    /// Values whose gradients b(j) itself needs or makes: of j's outputs and inputs.
    std::vector<ValueId> ownGradients() const;
    /// Values that b(j) reads, without fixed ones, ascending.
    std::vector<ValueId> saves() const;
    /// Values that the backward of some ancestor of j, j itself excluded, reads; without fixed ones and those
    /// that b(j) reads too; ascending.
    std::vector<ValueId> readLater() const;

  private:
    const Graph& graph_;
    VertexId j_ = noIndex;
    std::vector<std::uint8_t> ancestor_, descendant_;
};

}  // namespace reforward
