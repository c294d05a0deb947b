// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/control.h"
#include "core/graph/graph.h"

namespace reforward {

/// A topological order of all vertices, fixed ones first, in which a joint graph run once needs little
/// memory; never more than in the graph's own order. The search is by count of moves, so a seed gives the
/// same order on any machine unless the control stops it (then the best so far). Of a forward graph: its own
/// order, in which all strategies run. Some half a second at 1,000 vertices.
std::vector<VertexId> searchOrder(const Graph& graph, std::uint64_t seed, const Control& control);

/// The graph with another order (of all vertices, topological; else Error (input)). The fingerprint, which
/// does not cover the order, stays.
Graph withOrder(const Graph& graph, std::span<const VertexId> order);

}  // namespace reforward
