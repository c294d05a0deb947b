// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/import/json_text.h"
#include "core/import/node_link_graph.h"
#include "core/import/text_graph.h"

// DOT is read by Graphviz's own parser in the helper program, which answers with JSON:
//   {"directed": bool, "attributes": {...}, "nodes": [{"id", "attributes"}],
//    "edges": [{"source", "target", "attributes"}]}  or  {"error": "...", "line": n}

namespace reforward {

namespace {

constexpr const char* helperName = "reforward-layout";
constexpr double secondsAtMost = 60;

TextGraph::Attributes attributesOf(const nlohmann::json& object) {
    TextGraph::Attributes attributes;
    for (const auto& [key, value] : object.at("attributes").items())
        attributes.emplace_back(key, value.get<std::string>());
    return attributes;
}

bool has(const TextGraph::Attributes& attributes, std::string_view key) {
    return std::ranges::any_of(attributes, [&](const auto& pair) { return pair.first == key; });
}

void remove(TextGraph::Attributes& attributes, std::string_view key) {
    std::erase_if(attributes, [&](const auto& pair) { return pair.first == key; });
}

void rename(TextGraph::Attributes& attributes, std::string_view from, std::string_view to) {
    for (auto& [key, value] : attributes) {
        if (key == from) key = to;
    }
}

// Where there is no name, the label that Graphviz shows is one; beside a name it is only drawing. The shape
// of a value goes by another name, since Graphviz draws by `shape` (see core/export/dot.cpp).
void fromDrawing(TextGraph::Attributes& attributes) {
    std::erase_if(attributes, [](const auto& pair) { return pair.first == "label" && pair.second == "\\N"; });
    if (has(attributes, "name")) remove(attributes, "label");
    rename(attributes, "label", "name");
    if (has(attributes, "value_shape")) remove(attributes, "shape");
    rename(attributes, "value_shape", "shape");
}

TextGraph graphOf(const nlohmann::json& answer) {
    TextGraph graph;
    graph.attributes = attributesOf(answer);
    for (const auto& node : answer.at("nodes")) {
        graph.nodes.push_back({node.at("id").get<std::string>(), attributesOf(node)});
        fromDrawing(graph.nodes.back().attributes);
    }
    for (const auto& edge : answer.at("edges")) {
        graph.edges.push_back(
            {edge.at("source").get<std::string>(), edge.at("target").get<std::string>(), attributesOf(edge)});
    }
    return graph;
}

std::string askHelper(const std::string& text, const Control& control) {
    const std::string helper = findHelper(helperName);
    if (helper.empty()) {
        throw Error(ErrorKind::input,
                    Error::Context{
                        {},
                        {},
                        std::string("reading DOT needs the program ") + helperName + ", which is not there",
                        "install it beside this program, or convert the graph to JSON"});
    }
    ProcessResult result = runProcess(helper, {"read-dot"}, text, control.withTimeLimit(secondsAtMost));
    switch (result.end) {
        case ProcessResult::End::exited:
            break;
        case ProcessResult::End::cancelled:
            throw Error(ErrorKind::interrupted, "stopped while reading");
        case ProcessResult::End::timedOut:
            throw Error(ErrorKind::input,
                        std::string(helperName) + " ran out of time while reading the file");
        case ProcessResult::End::crashed:
            throw Error(ErrorKind::input, std::string(helperName) + " crashed while reading the file");
        case ProcessResult::End::notStarted:
            throw Error(ErrorKind::input,
                        std::string(helperName) + " could not be started: " + result.errors);
    }
    return std::move(result.output);
}

TextGraph parse(const std::string& text, const Control& control) {
    const auto answer = tryParseJson(askHelper(text, control));
    if (!answer) throw Error(ErrorKind::input, std::string(helperName) + " gave no readable answer");
    if (answer->contains("error")) {
        throw Error(ErrorKind::input, "it is not valid DOT: " + answer->at("error").get<std::string>());
    }
    if (answer->value("directed", true) == false) {
        throw Error(ErrorKind::input, "it is an undirected graph; a training graph is a digraph");
    }
    return graphOf(*answer);
}

}  // namespace

std::shared_ptr<const ModelSource> openDot(const std::string& path, const std::string& text,
                                           const Control& control) {
    try {
        control.progress(-1, "reading DOT");
        return std::make_shared<const NodeLinkSource>(path, nodeLinkOf(parse(text, control)));
    } catch (const nlohmann::json::exception& e) {
        throw Error(ErrorKind::input, std::string("reforward-layout's answer is wrong: ") + e.what());
    }
}

}  // namespace reforward
