// SPDX-License-Identifier: Apache-2.0
#include "core/training/vertex_names.h"

#include <unordered_map>

namespace reforward {

VertexIds::VertexIds(const Model& model) {
    for (const TensorId t : model.inputs)
        inputs_.push_back(fresh(model.tensors[t].name));
    std::unordered_map<std::string_view, int> uses;
    for (const ModelNode& node : model.nodes)
        ++uses[node.name];
    nodes_.resize(model.nodes.size());
    // Names first, so that no made-up id takes one.
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const std::string& name = model.nodes[i].name;
        if (!name.empty() && uses[name] == 1 && taken_.insert(name).second) nodes_[i] = name;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const ModelNode& node = model.nodes[i];
        if (nodes_[i].empty()) nodes_[i] = fresh(node.op + "_" + std::to_string(node.fileIndex));
    }
}

std::string VertexIds::fresh(const std::string& wanted) {
    std::string id = wanted;
    for (int i = 1; !taken_.insert(id).second; ++i)
        id = wanted + "_" + std::to_string(i);
    return id;
}

std::string leafName(std::string_view nodeName) {
    const std::size_t slash = nodeName.rfind('/');
    if (slash == std::string_view::npos || slash + 1 == nodeName.size()) return std::string(nodeName);
    return std::string(nodeName.substr(slash + 1));
}

}  // namespace reforward
