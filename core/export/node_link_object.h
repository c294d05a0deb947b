// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// The graph as a node-link object (formats.md section 1) with every key that is not at its default.
nlohmann::ordered_json nodeLinkObject(const Graph& graph);

/// The keys of a node, of a link or of `graph` in that object of the graph as texts, as GraphML and DOT hold
/// them; the keys in `without` are left out. Reading the texts back gives the same values.
std::vector<std::pair<std::string, std::string>> textAttributes(const Graph& graph,
                                                                const nlohmann::ordered_json& object,
                                                                const std::vector<std::string>& without);

}  // namespace reforward
