// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"

namespace reforward {

// A training graph as a file that core/import reads back to the same graph.

std::string toNodeLinkJson(const Graph& graph);
std::string toGraphMl(const Graph& graph);
/// With a plan, vertices are also filled by their state.
std::string toDot(const Graph& graph, const Plan* plan = nullptr);

}  // namespace reforward
