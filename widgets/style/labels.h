// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/graph/graph.h"
#include "core/graph/module_tree.h"
#include "core/plan/simulator.h"

namespace reforward {

/// How a vertex is called wherever a person reads of it: its name, or where that is a bare number the short
/// operator and the number ("Conv2D 0").
QString vertexLabel(const Graph& graph, VertexId v);
/// How a module is called: its name below its parent, a bare number with what it numbers ("blocks.5").
QString moduleLabel(const ModuleTree& tree, std::uint32_t module);
/// The operator as people say it: "Conv2D" for "Convolution2DFunction", "MaxPool" for "MaxPooling2D".
QString shortOperator(const std::string& op);
/// "Kept", "Recomputed", "Dropped", "Fixed".
QString stateLabel(VertexState state);
/// "at most 2.1 points above the best possible", rounded up, so that it never flatters; "proven best" only
/// where the overhead is not above the bound. Both are ratios of one forward.
QString gapLabel(double overhead, double bound);

}  // namespace reforward
