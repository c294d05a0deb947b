// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace reforward::cli {

/// One module of a graph with all that lies in it, modules inside included.
struct ModuleFacts {
    std::string path;       ///< "layer1/0"; "": what lies in no module
    std::size_t depth = 1;  ///< parts of the path
    std::size_t vertices = 0;
    Bytes valueBytes, savedBytes;
    double forwardTime = 0, backwardTime = 0;
};

/// The tree of modules down to `depth` levels, each before what it holds, in the order of their first
/// vertices; what lies in no module comes last. Fixed vertices do not count.
std::vector<ModuleFacts> modulesOf(const Graph& graph, std::size_t depth);

/// A list of {"module", "vertices", "value_bytes", "saved_bytes", "forward_time", "backward_time"}.
nlohmann::ordered_json toJson(const std::vector<ModuleFacts>& modules);

}  // namespace reforward::cli
