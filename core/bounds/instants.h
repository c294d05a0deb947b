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

/// The instants of single vertices with their sizes, in the order of time in which a plan along the graph's
/// order has them: backwards from the last vertex, first runs from the first.
struct InstantSize {
    VertexId vertex = noIndex;
    std::int64_t taken = 0;   ///< Instant::taken
    std::int64_t wanted = 0;  ///< with all needed values
};
/// Of all instants up to 2000 vertices; in larger graphs of some hundred with large working sets. Shorter
/// when the control stops.
std::vector<InstantSize> instantSizes(const Graph& graph, const Control& control);

/// Vertices whose instants are worth a look, at most about `count`, most wanting first: those at which the
/// most bytes are wanted or taken, overall and in each of several windows of the order.
std::vector<VertexId> promisingInstants(const std::vector<InstantSize>& sizes, std::size_t count);

}  // namespace reforward
