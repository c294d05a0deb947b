// SPDX-License-Identifier: Apache-2.0
#include "core/import/node_link_graph.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "core/import/graph_options.h"
#include "core/import/node_fields.h"

namespace reforward {

using nlohmann::json;

namespace {

// `saves` and links name a value by a vertex id (output 0) or by {vertex, output}.
std::optional<VertexSpec::ValueName> valueName(const json& value) {
    if (auto id = idOfJson(value)) return VertexSpec::ValueName{*std::move(id), 0};
    if (!value.is_object() || !value.contains("vertex")) return std::nullopt;
    auto id = idOfJson(value["vertex"]);
    if (!id) return std::nullopt;
    VertexSpec::ValueName name{*std::move(id), 0};
    if (value.contains("output")) {
        const auto output = wholeNumber(value["output"]);
        if (!output) return std::nullopt;
        name.output = *output;
    }
    return name;
}

std::vector<VertexSpec::Output> outputsOf(const json& list, const std::string& node,
                                          const NodeFields& fields) {
    if (!list.is_array()) fields.refuse(list, "it must be a list of {name, memory, differentiable}");
    std::vector<VertexSpec::Output> outputs;
    for (const json& entry : list) {
        if (!entry.is_object()) fields.refuse(entry, "each entry must be {name, memory, differentiable}");
        NodeFields output(entry, node);
        outputs.push_back({output.text("name").value_or(""),
                           output.count({"memory", "cost_ram", "out_cost"}).value_or(0),
                           output.flag("differentiable").value_or(true)});
    }
    return outputs;
}

VertexSpec vertexSpec(const json& node, std::size_t place, bool& anySize) {
    const std::string where = std::to_string(place + 1) + " of the list";
    if (!node.is_object()) throwInput(where, "it is not an object with an id");
    if (!node.contains("id")) throwInput(where, "it has no id");
    VertexSpec spec;
    if (auto id = idOfJson(node["id"])) {
        spec.id = *std::move(id);
    } else {
        throwInput(where, "its id is neither a text nor a whole number");
    }
    NodeFields fields(node, spec.id);
    fields.find({"id"});
    spec.op = fields.text("op").value_or("");
    spec.name = fields.text("name").value_or("");
    spec.module = fields.text("module").value_or("");
    if (const json* outputs = fields.find({"outputs"})) {
        spec.outputs = outputsOf(*outputs, spec.id, fields);
        anySize = true;
    } else if (const auto bytes = fields.count({"memory", "cost_ram", "out_cost"})) {
        spec.outputs.front().bytes = *bytes;
        anySize = true;
    }
    spec.time = fields.cost({"time", "cost_cpu", "duration"}).value_or(1);
    spec.backwardTime = fields.cost({"backward_time"});
    if (const json* saves = fields.find({"saves"})) {
        if (!saves->is_array()) fields.refuse(*saves, "it must be a list of ids");
        spec.saves.emplace();
        for (const json& entry : *saves) {
            auto name = valueName(entry);
            if (!name) fields.refuse(entry, "each entry must be an id or {vertex, output}");
            spec.saves->push_back(*std::move(name));
        }
    }
    spec.workspace = fields.count({"workspace"}).value_or(0);
    spec.backwardWorkspace = fields.count({"backward_workspace"});
    spec.differentiable = fields.flag("differentiable").value_or(true);
    spec.fixed = fields.flag("fixed").value_or(false);
    spec.recompute = fields.flag("recompute").value_or(true);
    spec.backward = fields.flag("backward").value_or(false);
    spec.extra = fields.extra();
    return spec;
}

void addLinks(GraphBuilder& builder, const json& links) {
    std::size_t place = 0;
    for (const json& link : links) {
        const std::string where = "link " + std::to_string(++place) + " of the list";
        const auto endpoint = [&](const char* key) {
            if (!link.is_object() || !link.contains(key)) {
                throw Error(ErrorKind::input, where + " has no " + key);
            }
            auto id = idOfJson(link[key]);
            if (!id)
                throw Error(ErrorKind::input, where + ": " + key + " is neither a text nor a whole number");
            return *std::move(id);
        };
        const std::string source = endpoint("source"), target = endpoint("target");
        const auto from = builder.findVertex(source), to = builder.findVertex(target);
        if (!from || !to) {
            throwInput(from ? target : source,
                       "a link names it (" + source + " -> " + target + ") but there is no such node");
        }
        NodeFields fields(link, target);
        builder.addEdge(*from, fields.count({"output"}).value_or(0), *to);
    }
}

const json& listOf(const json& root, std::initializer_list<const char*> keys) {
    static const json none = json::array();
    for (const char* key : keys) {
        if (!root.contains(key)) continue;
        if (!root[key].is_array()) throw Error(ErrorKind::input, std::string(key) + " is not a list");
        return root[key];
    }
    return none;
}

void readGraphKeys(GraphBuilder& builder, const json& graph) {
    NodeFields fields(graph, "graph");
    if (const auto name = fields.text("name"); name && !name->empty()) builder.notes.name = *name;
    builder.notes.batch = fields.count({"batch"});
    if (builder.notes.batch && *builder.notes.batch < 1) {
        throw Error(ErrorKind::input, "graph.batch is 0; a batch is at least 1");
    }
    builder.notes.parameterBytes = Bytes(fields.count({"parameter_bytes"}).value_or(0));
    builder.notes.masterParameterBytes = Bytes(fields.count({"master_parameter_bytes"}).value_or(0));
    builder.notes.timeUnit = fields.text("time_unit").value_or("");
    builder.setJoint(fields.flag("joint").value_or(false));
    if (const json* order = fields.find({"order"})) {
        if (!order->is_array()) fields.refuse(*order, "it must be a list of ids");
        std::vector<std::string> ids;
        for (const json& entry : *order) {
            auto id = idOfJson(entry);
            if (!id) fields.refuse(entry, "each entry must be an id");
            ids.push_back(*std::move(id));
        }
        builder.setOrder(std::move(ids));
    }
}

void checkIsGraph(const json& root) {
    if (root.is_object() && root.contains("format") && root.contains("schedule")) {
        throw Error(ErrorKind::input, "it is a plan, not a graph");
    }
    if (!root.is_object() || !root.contains("nodes")) {
        throw Error(ErrorKind::input, "it is JSON but not a node-link graph: it has no list \"nodes\"");
    }
    if (root.contains("directed") && root["directed"] == false) {
        throw Error(ErrorKind::input, "it states \"directed\": false; a training graph is directed");
    }
}

}  // namespace

Graph NodeLinkSource::make(const ImportOptions& options, const Control& control) const {
    control.throwIfCancelled();
    checkIsGraph(root_);
    GraphBuilder builder;
    builder.notes.name = std::filesystem::path(path()).stem().string();
    if (root_.contains("graph")) {
        // networkx once wrote the attributes of a graph as a list of pairs; an empty one says nothing.
        const json& graph = root_["graph"];
        if (graph.is_object()) {
            readGraphKeys(builder, graph);
        } else if (!graph.empty()) {
            throw Error(ErrorKind::input, "\"graph\" is not an object");
        }
    }
    bool anySize = false;
    const json& nodes = listOf(root_, {"nodes"});
    for (std::size_t i = 0; i < nodes.size(); ++i)
        builder.addVertex(vertexSpec(nodes[i], i, anySize));
    if (!anySize) {
        for (VertexId v = 0; v < builder.vertexCount(); ++v)
            builder.spec(v).outputs.front().bytes = 1;
        builder.notes.warnings.emplace_back("The file states no sizes, so each value counts 1 byte.");
    }
    addLinks(builder, listOf(root_, {"links", "edges"}));
    return graphWithOptions(std::move(builder), options);
}

}  // namespace reforward
