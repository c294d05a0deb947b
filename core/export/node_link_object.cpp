// SPDX-License-Identifier: Apache-2.0
#include "core/export/node_link_object.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/import/json_text.h"

namespace reforward {

using Json = nlohmann::ordered_json;

namespace {

// Whole costs without a decimal point, as people write them.
Json costOf(double cost) {
    constexpr double exact = 9007199254740992.0;  // 2^53
    if (cost == std::floor(cost) && cost <= exact) return static_cast<std::int64_t>(cost);
    return cost;
}

void addOutputs(Json& node, const Graph& graph, VertexId v) {
    const ValueId first = graph.firstOutput(v);
    if (graph.outputCount(v) == 1 && graph.valueName(first).empty() &&
        graph.declaredDifferentiableValue(first)) {
        node["memory"] = graph.bytes(first).count();
        return;
    }
    node["outputs"] = Json::array();
    for (ValueId x = first; x < first + graph.outputCount(v); ++x) {
        Json output{{"memory", graph.bytes(x).count()}};
        if (!graph.valueName(x).empty()) output["name"] = graph.valueName(x);
        if (!graph.declaredDifferentiableValue(x)) output["differentiable"] = false;
        node["outputs"].push_back(std::move(output));
    }
}

void addSaves(Json& node, const Graph& graph, VertexId v) {
    if (std::ranges::equal(graph.saves(v), graph.inputs(v))) return;
    node["saves"] = Json::array();
    for (const ValueId x : graph.saves(v)) {
        const std::string& id = graph.id(graph.producer(x));
        if (graph.outputIndex(x) == 0) {
            node["saves"].push_back(id);
        } else {
            node["saves"].push_back(Json{{"vertex", id}, {"output", graph.outputIndex(x)}});
        }
    }
}

Json nodeObject(const Graph& graph, VertexId v) {
    Json node{{"id", graph.id(v)}};
    if (!graph.op(v).empty()) node["op"] = graph.op(v);
    if (graph.name(v) != graph.id(v)) node["name"] = graph.name(v);
    if (!graph.module(v).empty()) node["module"] = graph.module(v);
    addOutputs(node, graph, v);
    node["time"] = costOf(graph.time(v));
    if (graph.backwardTime(v) != 2 * graph.time(v)) node["backward_time"] = costOf(graph.backwardTime(v));
    addSaves(node, graph, v);
    if (graph.workspace(v) != Bytes()) node["workspace"] = graph.workspace(v).count();
    if (graph.backwardWorkspace(v) != graph.workspace(v)) {
        node["backward_workspace"] = graph.backwardWorkspace(v).count();
    }
    if (!graph.declaredDifferentiable(v)) node["differentiable"] = false;
    if (graph.fixed(v)) node["fixed"] = true;
    if (!graph.recomputable(v)) node["recompute"] = false;
    if (graph.backward(v)) node["backward"] = true;
    for (const auto& [key, text] : graph.extra(v)) {
        if (!node.contains(key)) node[key] = jsonOfExtra(text);
    }
    return node;
}

Json graphKeys(const Graph& graph) {
    const GraphNotes& notes = graph.notes();
    Json keys = Json::object();
    if (!notes.name.empty()) keys["name"] = notes.name;
    if (notes.parameterBytes != Bytes()) keys["parameter_bytes"] = notes.parameterBytes.count();
    if (notes.masterParameterBytes != Bytes())
        keys["master_parameter_bytes"] = notes.masterParameterBytes.count();
    if (!notes.timeUnit.empty()) keys["time_unit"] = notes.timeUnit;
    if (notes.batch) keys["batch"] = *notes.batch;
    if (graph.joint()) keys["joint"] = true;
    if (graph.orderGiven()) {
        keys["order"] = Json::array();
        for (const VertexId v : graph.order())
            keys["order"].push_back(graph.id(v));
    }
    return keys;
}

// No reading of it as words of ids can go wrong: no blanks, no colon, no beginning of a list.
bool isPlainWord(const Json& entry) {
    if (!entry.is_string()) return false;
    const auto& word = entry.get_ref<const std::string&>();
    return !word.empty() && word.front() != '[' &&
           std::ranges::none_of(word, [](unsigned char c) { return c == ':' || std::isspace(c) != 0; });
}

// XML readers join blanks and DOT has no backslash before a quote, so those inside of strings are escaped
// as numbers. There are none outside.
std::string compactJson(const Json& value) {
    const std::string json = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string text;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == ' ') {
            text += "\\u0020";
        } else if (json[i] == '\\' && json[i + 1] == '"') {
            text += "\\u0022";
            ++i;
        } else if (json[i] == '\\') {
            text += json[i++];
            text += json[i];
        } else {
            text += json[i];
        }
    }
    return text;
}

// Ids separated by spaces, `id:k` for output k; as a JSON list where that could be misread.
std::string idsText(const Json& list, const Graph& graph) {
    std::string text;
    for (const Json& entry : list) {
        const Json& id = entry.is_object() ? entry["vertex"] : entry;
        if (!isPlainWord(id)) return compactJson(list);
        std::string word = id.get<std::string>();
        if (entry.is_object()) {
            word += ':' + std::to_string(entry["output"].get<std::int64_t>());
            if (graph.find(word)) return compactJson(list);
        }
        text += (text.empty() ? "" : " ") + word;
    }
    return text.empty() ? "[]" : text;
}

std::string attributeText(const std::string& key, const Json& value, const Graph& graph) {
    if (key == "op" || key == "name" || key == "module") return value.get<std::string>();
    if (key == "saves" || key == "order") return idsText(value, graph);
    const std::string text = extraOfJson(value);
    return value.is_string() && text == value.get_ref<const std::string&>() ? text : compactJson(value);
}

}  // namespace

Json nodeLinkObject(const Graph& graph) {
    Json nodes = Json::array(), links = Json::array();
    bool multigraph = false;
    for (VertexId v = 0; v < graph.vertexCount(); ++v)
        nodes.push_back(nodeObject(graph, v));
    std::vector<VertexId> lastReader(graph.vertexCount(), noIndex);
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        for (const ValueId x : graph.inputs(v)) {
            const VertexId u = graph.producer(x);
            multigraph = multigraph || lastReader[u] == v;
            lastReader[u] = v;
            links.push_back(Json{{"source", graph.id(u)}, {"target", graph.id(v)}});
            if (graph.outputIndex(x) != 0) links.back()["output"] = graph.outputIndex(x);
        }
    }
    return Json{{"directed", true},
                {"multigraph", multigraph},
                {"graph", graphKeys(graph)},
                {"nodes", std::move(nodes)},
                {"links", std::move(links)}};
}

std::vector<std::pair<std::string, std::string>> textAttributes(const Graph& graph, const Json& object,
                                                                const std::vector<std::string>& without) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [key, value] : object.items()) {
        if (std::ranges::find(without, key) == without.end())
            texts.emplace_back(key, attributeText(key, value, graph));
    }
    return texts;
}

}  // namespace reforward
