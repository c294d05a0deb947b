// SPDX-License-Identifier: Apache-2.0
#include "core/training/vertex_names.h"

#include <algorithm>
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

std::string moduleOf(std::string_view nodeName) {
    std::string module;
    std::string_view parent;
    for (;;) {
        const std::size_t slash = nodeName.find('/');
        if (slash == std::string_view::npos) return module;
        const std::string_view part = nodeName.substr(0, slash);
        nodeName.remove_prefix(slash + 1);
        if (part.empty()) continue;
        const bool repeats = !parent.empty() && part.size() > parent.size() + 1 && part.starts_with(parent) &&
                             part[parent.size()] == '.';
        if (!module.empty()) module += '/';
        module += repeats ? part.substr(parent.size() + 1) : part;
        parent = part;
    }
}

std::string leafName(std::string_view nodeName) {
    const std::size_t slash = nodeName.rfind('/');
    if (slash == std::string_view::npos || slash + 1 == nodeName.size()) return std::string(nodeName);
    return std::string(nodeName.substr(slash + 1));
}

std::string moduleLeaf(std::string_view module) {
    std::string leaf;
    while (!module.empty()) {
        const std::size_t split = module.find_last_of("/.");
        const std::string_view part = split == std::string_view::npos ? module : module.substr(split + 1);
        leaf = std::string(part) + (leaf.empty() ? "" : ".") + leaf;
        const bool number =
            std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!number || split == std::string_view::npos) break;
        module = module.substr(0, split);
    }
    return leaf;
}

}  // namespace reforward
