// SPDX-License-Identifier: Apache-2.0
#include "core/import/text_graph.h"

#include <charconv>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_set>

#include "core/import/json_text.h"

namespace reforward {

using nlohmann::json;

namespace {

bool isOneOf(const std::string& key, std::initializer_list<std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool isNumberKey(const std::string& key) {
    return isOneOf(
        key, {"memory", "cost_ram", "out_cost", "time", "cost_cpu", "duration", "backward_time", "workspace",
              "backward_workspace", "output", "batch", "parameter_bytes", "master_parameter_bytes"});
}

bool isFlagKey(const std::string& key) {
    return isOneOf(key, {"differentiable", "fixed", "recompute", "backward", "joint"});
}

bool isTextKey(const std::string& key) {
    return isOneOf(key, {"op", "name", "module", "time_unit"});
}

template <class T>
bool parseWhole(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

json numberOf(const std::string& text) {
    std::int64_t whole = 0;
    if (parseWhole(text, whole)) return whole;
    double number = 0;
    if (parseWhole(text, number)) return number;
    return text;
}

json flagOf(const std::string& text) {
    if (isOneOf(text, {"true", "True", "1"})) return true;
    if (isOneOf(text, {"false", "False", "0"})) return false;
    return text;
}

using Ids = std::unordered_set<std::string>;

// One word of `saves`: an id, or an id with `:k`. An id that itself ends in `:k` wins.
json valueNameOf(const std::string& word, const Ids& ids) {
    const std::size_t colon = word.rfind(':');
    std::int64_t output = 0;
    if (ids.contains(word) || colon == std::string::npos ||
        !parseWhole(std::string_view(word).substr(colon + 1), output)) {
        return word;
    }
    return json{{"vertex", word.substr(0, colon)}, {"output", output}};
}

json listOf(const std::string& text, const Ids& ids, bool values) {
    if (text.starts_with('[')) {
        if (auto list = tryParseJson(text); list && list->is_array()) return *std::move(list);
    }
    json list = json::array();
    std::istringstream words(text);
    for (std::string word; words >> word;)
        list.push_back(values ? valueNameOf(word, ids) : json(word));
    return list;
}

json valueOf(const std::string& key, const std::string& text, const Ids& ids) {
    if (isNumberKey(key)) return numberOf(text);
    if (isFlagKey(key)) return flagOf(text);
    if (key == "saves" || key == "order") return listOf(text, ids, key == "saves");
    if (isTextKey(key)) return text;
    return jsonOfExtra(text);
}

void addAttributes(json& object, const TextGraph::Attributes& attributes, const Ids& ids) {
    for (const auto& [key, text] : attributes) {
        if (!object.contains(key)) object[key] = valueOf(key, text, ids);
    }
}

}  // namespace

json nodeLinkOf(const TextGraph& graph) {
    Ids ids;
    for (const auto& node : graph.nodes)
        ids.insert(node.id);
    json root{{"graph", json::object()}, {"nodes", json::array()}, {"links", json::array()}};
    addAttributes(root["graph"], graph.attributes, ids);
    for (const auto& node : graph.nodes) {
        json object{{"id", node.id}};
        addAttributes(object, node.attributes, ids);
        root["nodes"].push_back(std::move(object));
    }
    for (const auto& edge : graph.edges) {
        json object{{"source", edge.source}, {"target", edge.target}};
        addAttributes(object, edge.attributes, ids);
        root["links"].push_back(std::move(object));
    }
    return root;
}

}  // namespace reforward
