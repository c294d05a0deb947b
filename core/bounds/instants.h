// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/graph/graph.h"

namespace reforward {

/// An instant that every schedule has, and what is certain about it.
struct Instant {
    /// Forward graphs: the vertex whose backward runs, noIndex for the end of the forward pass. Joint graphs:
    /// the vertex that runs for the first time.
    VertexId vertex = noIndex;
    /// Values made before and certainly read after, each live or to be run again; without `free`. Ascending.
    std::vector<ValueId> needed;
    /// Values the step itself reads: live, and part of `taken`. Ascending.
    std::vector<ValueId> free;
    /// Bytes certainly live besides needed values: fixed values, the step's own values, gradients and
    /// workspace.
    std::int64_t taken = 0;
};

/// The end of the forward pass of a forward graph.
Instant endOfForward(const Graph& graph);
/// The backward of a differentiable vertex.
class BackwardOrder;
Instant backwardInstant(const Graph& graph, const BackwardOrder& at);
/// The first run of a vertex of a joint graph that is not fixed.
Instant firstRunInstant(const Graph& graph, VertexId v);

/// Vertices whose instants are worth a look, at most about `count`, most wanting first: those at which the
/// most bytes are wanted or taken, overall and in each of several windows of the order. Up to 2000 vertices
/// all are looked at, in larger graphs those with large working sets.
std::vector<VertexId> promisingInstants(const Graph& graph, std::size_t count, const Control& control);

}  // namespace reforward
