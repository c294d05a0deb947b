// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "core/base/format.h"
#include "core/export/graph_files.h"
#include "core/export/node_link_object.h"

namespace reforward {

namespace {

using Json = nlohmann::ordered_json;
using Attributes = std::vector<std::pair<std::string, std::string>>;

// DOT's strings escape the quote only. A backslash stands for itself, in pairs, except where the string
// would then not end: before a quote, a line's end and the end.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    std::size_t backslashes = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const bool end = i == text.size();
        if ((end || text[i] == '"' || text[i] == '\n') && backslashes % 2 == 1) {
            throwInput(text, "DOT cannot hold this text, with its backslash before a quote or an end",
                       "write JSON");
        }
        if (end) break;
        if (text[i] == '\0') throwInput(text, "DOT cannot hold a zero byte", "write JSON");
        backslashes = text[i] == '\\' ? backslashes + 1 : 0;
        if (text[i] == '"') result += '\\';
        result += text[i];
    }
    return result + '"';
}

std::string attributeList(const Attributes& attributes) {
    std::string text;
    for (const auto& [key, value] : attributes)
        text += (text.empty() ? "" : ", ") + quoted(key) + '=' + quoted(value);
    return text.empty() ? text : " [" + text + ']';
}

// Graphviz would draw by a value's shape, so it goes by another name; core/import/dot.cpp turns it back.
void renameShape(Attributes& attributes) {
    for (auto& [key, value] : attributes) {
        if (key == "shape") key = "value_shape";
    }
}

// What Graphviz writes into the box. In a label every backslash begins an escape.
std::string labelOf(const Graph& graph, VertexId v) {
    std::string label;
    for (const char c : graph.name(v)) {
        if (c == '\\') label += '\\';
        label += c;
    }
    return label + "\\n" + formatBytesShort(graph.outputBytes(v));
}

// The colours of the canvas in the light theme, with the border telling the states apart in grey.
void addState(Attributes& attributes, VertexState state) {
    switch (state) {
        case VertexState::kept:
            attributes.insert(attributes.end(), {{"style", "filled"},
                                                 {"fillcolor", "#0072B2"},
                                                 {"color", "#00496F"},
                                                 {"fontcolor", "#FFFFFF"}});
            return;
        case VertexState::recomputed:
            attributes.insert(attributes.end(), {{"style", "filled,dashed"},
                                                 {"fillcolor", "#FBE6BC"},
                                                 {"color", "#8A5A00"},
                                                 {"fontcolor", "#3B2600"}});
            return;
        case VertexState::dropped:
            attributes.insert(attributes.end(),
                              {{"style", "dotted"}, {"color", "#7A838D"}, {"fontcolor", "#57606A"}});
            return;
        case VertexState::fixed:
            return;
    }
}

}  // namespace

std::string toDot(const Graph& graph, const Plan* plan) {
    const Json object = nodeLinkObject(graph);
    std::string text = "digraph " + quoted(graph.notes().name) + " {\n";
    if (!object["graph"].empty())
        text += "  graph" + attributeList(textAttributes(graph, object["graph"], {})) + ";\n";
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        const Json& node = object["nodes"][v];
        // The name is always stated, so that a reader need not take the label for one.
        Attributes attributes = textAttributes(graph, node, {"id", "name", "label"});
        renameShape(attributes);
        attributes.emplace_back("name", graph.name(v));
        attributes.emplace_back("label", labelOf(graph, v));
        if (plan != nullptr) addState(attributes, plan->predicted.states.at(v));
        text += "  " + quoted(graph.id(v)) + attributeList(attributes) + ";\n";
    }
    for (const Json& link : object["links"]) {
        text += "  " + quoted(link["source"].get<std::string>()) + " -> " +
                quoted(link["target"].get<std::string>()) +
                attributeList(textAttributes(graph, link, {"source", "target"})) + ";\n";
    }
    return text + "}\n";
}

}  // namespace reforward
