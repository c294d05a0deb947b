// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graph_text.h"

#include <sstream>
#include <stdexcept>

namespace reforward::tests {

namespace {

std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find(separator, from)) != std::string::npos;
         from = at + separator.size()) {
        parts.push_back(text.substr(from, at - from));
    }
    parts.push_back(text.substr(from));
    return parts;
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> all;
    for (std::string word; in >> word;)
        all.push_back(word);
    return all;
}

VertexSpec::ValueName valueName(const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos) return {text, 0};
    return {text.substr(0, colon), std::stoll(text.substr(colon + 1))};
}

VertexId vertexOf(GraphBuilder& builder, const std::string& id) {
    if (id.empty()) throw std::invalid_argument("graph text: an empty vertex name");
    if (const auto v = builder.findVertex(id)) return *v;
    VertexSpec spec;
    spec.id = id;
    spec.outputs = {{"", 1, true}};
    return builder.addVertex(std::move(spec));
}

void setAttribute(VertexSpec& spec, const std::string& word) {
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "m")
        spec.outputs.at(0).bytes = std::stoll(value);
    else if (key == "t")
        spec.time = std::stod(value);
    else if (key == "bt")
        spec.backwardTime = std::stod(value);
    else if (key == "w")
        spec.workspace = std::stoll(value);
    else if (key == "bw")
        spec.backwardWorkspace = std::stoll(value);
    else if (key == "op")
        spec.op = value;
    else if (key == "module")
        spec.module = value;
    else if (key == "fixed")
        spec.fixed = true;
    else if (key == "once")
        spec.recompute = false;
    else if (key == "nograd")
        spec.differentiable = false;
    else if (key == "backward")
        spec.backward = true;
    else if (key == "saves") {
        spec.saves.emplace();
        if (value.empty()) return;
        for (const auto& name : split(value, ","))
            spec.saves->push_back(valueName(name));
    } else if (key == "out") {
        spec.outputs.clear();
        for (const auto& bytes : split(value, ",")) {
            const bool plain = bytes.back() != '!';  // "8!": an output without a gradient
            spec.outputs.push_back({"", std::stoll(bytes), plain});
        }
    } else {
        throw std::invalid_argument("graph text: unknown attribute " + word);
    }
}

}  // namespace

Graph graphFromText(const std::string& text) {
    GraphBuilder builder;
    for (const std::string& statement : split(text, ";")) {
        const auto parts = words(statement);
        if (parts.empty()) continue;
        if (parts[0].find("->") != std::string::npos) {
            const auto stops = split(parts[0], "->");
            // Name all first, so that the file's order is that of first mention.
            for (const auto& stop : stops) {
                for (const auto& name : split(stop, ","))
                    vertexOf(builder, valueName(name).vertex);
            }
            for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
                for (const auto& from : split(stops[i], ",")) {
                    for (const auto& to : split(stops[i + 1], ",")) {
                        const auto source = valueName(from);
                        builder.addEdge(vertexOf(builder, source.vertex), source.output,
                                        vertexOf(builder, valueName(to).vertex));
                    }
                }
            }
        } else if (parts[0] == "joint") {
            builder.setJoint(true);
        } else if (parts[0] == "order") {
            builder.setOrder({parts.begin() + 1, parts.end()});
        } else if (parts[0] == "*") {
            for (VertexId v = 0; v < builder.vertexCount(); ++v) {
                for (std::size_t i = 1; i < parts.size(); ++i)
                    setAttribute(builder.spec(v), parts[i]);
            }
        } else {
            const VertexId v = vertexOf(builder, parts[0]);
            for (std::size_t i = 1; i < parts.size(); ++i)
                setAttribute(builder.spec(v), parts[i]);
        }
    }
    return std::move(builder).build();
}

std::shared_ptr<const Graph> sharedGraph(const std::string& text) {
    return std::make_shared<const Graph>(graphFromText(text));
}

}  // namespace reforward::tests
