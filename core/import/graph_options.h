// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph_builder.h"
#include "core/import/import.h"

namespace reforward {

/// Builds the graph of a graph file with the options applied: joint, costs, operators that may run again,
/// then the batch. Throws Error (usage) on options that do not fit a graph file.
Graph graphWithOptions(GraphBuilder builder, const ImportOptions& options);

/// The published cost model: 10 for Conv and Convolution*, 1 for everything else ([K]).
double paperTime(const std::string& op);

}  // namespace reforward
