// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph_builder.h"
#include "core/training/model.h"

namespace reforward {

/// The module of each node as the file tells it, parts joined by '/', "" where it tells none: from the
/// exporter's metadata (ModelNode::scope) where any node has some, else from the names, whose parts may be
/// split by '/', "::" or '.'. Names that only count operators ("Relu_17", "p2o.Conv.3") tell nothing.
std::vector<std::string> modulesOf(const Model& model);

/// The module a node's name tells where '/' splits its parts: "/layer1/layer1.0/conv1/Conv" is in
/// "layer1/0/conv1" (an exporter repeats the parent's name in each part), "Net/Sequential[features]/Conv_1"
/// in "Net/features". "" where the name has no path.
std::string moduleOf(std::string_view nodeName);

/// The end of a module's path that says most: "conv1", "downsample.0".
std::string moduleLeaf(std::string_view module);

/// The same modules without levels that hold nothing but one other level: a root that all share, and
/// "encoder/layer/3" where "encoder" has no vertex and no other child. At most 32 levels. By vertex, in
/// place.
void dropIdleLevels(std::vector<std::string>& modules);

/// Modules by structure, for a graph that names tell nothing of: blocks between the places that one value
/// crosses, "block 1", "block 2", ..., with "stage 1/" in front where runs of blocks hand on values of one
/// size. By vertex of the builder, "" outside all blocks; all "" where nothing repeats.
std::vector<std::string> repeatedBlocks(GraphBuilder& builder);

}  // namespace reforward
