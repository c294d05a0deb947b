// SPDX-License-Identifier: Apache-2.0
#include "core/training/vertex_description.h"

#include <algorithm>
#include <unordered_map>

#include "core/training/modules.h"
#include "core/training/vertex_names.h"

namespace reforward {

namespace {

constexpr std::size_t longestText = 200, longestList = 32;

std::string key(const std::string& attribute) {
    std::string name = "onnx_";
    for (const char c : attribute) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name += plain ? c : '_';
    }
    return name;
}

std::string textOf(const AttributeValue& value) {
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
        return list->size() <= longestList ? toText(*list) : std::string();
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
    if (const auto* text = std::get_if<std::string>(&value)) {
        return text->size() <= longestText ? *text : std::string();
    }
    return {};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe(const ModelNode& node, const Model& model) {
    std::vector<std::pair<std::string, std::string>> lines;
    if (const TensorType* type = model.type(node.output(0))) lines.emplace_back("shape", toText(*type));
    for (const auto& [name, value] : node.attributes) {
        if (std::string text = textOf(value); !text.empty()) lines.emplace_back(key(name), std::move(text));
    }
    return lines;
}

void nameVertices(GraphBuilder& builder, const std::vector<std::string>& nodeModules) {
    std::unordered_map<std::string_view, int> members;
    std::vector<std::string> modules(builder.vertexCount());
    for (VertexId v = 0; v < builder.vertexCount(); ++v) {
        VertexSpec& spec = builder.spec(v);
        if (spec.fixed || v >= nodeModules.size()) continue;
        modules[v] = nodeModules[v];
        spec.name = leafName(spec.id);
    }
    for (const std::string& module : modules)
        ++members[module];
    for (VertexId v = 0; v < builder.vertexCount(); ++v) {
        if (!modules[v].empty() && members[modules[v]] == 1) builder.spec(v).name = moduleLeaf(modules[v]);
    }
    const bool told = std::any_of(modules.begin(), modules.end(), [](const auto& m) { return !m.empty(); });
    if (told) {
        dropIdleLevels(modules);
    } else {
        modules = repeatedBlocks(builder);
    }
    for (VertexId v = 0; v < builder.vertexCount(); ++v)
        builder.spec(v).module = std::move(modules[v]);
}

}  // namespace reforward
