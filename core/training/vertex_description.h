// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph_builder.h"
#include "core/training/model.h"

namespace reforward {

/// What a vertex shows of its node besides the figures: `shape` of its result, attributes as
/// `onnx_NAME` (so that none of them is taken for a key of the graph format). Long ones are left out.
std::vector<std::pair<std::string, std::string>> describe(const ModelNode& node, const Model& model);

/// Sets name and module of every vertex that is not fixed. `nodeModules`: by vertex, as the file tells them,
/// "" for none; where all are, by repeated structure. A vertex alone in its module is shown by the module's
/// name, others by the end of their own.
void nameVertices(GraphBuilder& builder, const std::vector<std::string>& nodeModules);

}  // namespace reforward
