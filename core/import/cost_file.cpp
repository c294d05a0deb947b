// SPDX-License-Identifier: Apache-2.0
#include "core/import/cost_file.h"

#include <filesystem>
#include <system_error>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "core/graph/graph_builder.h"
#include "core/import/json_text.h"
#include "core/import/node_fields.h"

namespace reforward {

using nlohmann::json;

namespace {

constexpr std::string_view formatName = "reforward-costs/";
constexpr std::size_t longestUnit = 16;

void checkFormat(const json& root) {
    const std::string advice = "write one with reforward-cli profile";
    if (!root.is_object() || !root.contains("format") || !root["format"].is_string()) {
        throwInput({}, "it is no file of costs: it has no \"format\"", advice);
    }
    const auto format = root["format"].get<std::string>();
    if (!format.starts_with(formatName)) {
        throwInput({}, "it is no file of costs: its format is " + format, advice);
    }
    if (format != std::string(formatName) + "1") {
        throwInput({}, "it has format " + format + ", newer than this program reads (reforward-costs/1)");
    }
}

CostFile parse(const json& root) {
    checkFormat(root);
    CostFile file;
    NodeFields fields(root, "costs");
    file.device = fields.text("device").value_or("");
    file.unit = fields.text("unit").value_or("");
    if (file.unit.size() > longestUnit) throwInput("unit", "it is longer than 16 bytes");
    if (const json* graph = fields.find({"graph"})) {
        if (!graph->is_object()) fields.refuse(*graph, "it must be an object with a fingerprint");
        NodeFields of(*graph, "graph");
        file.fingerprint = of.text("fingerprint").value_or("");
        file.batch = of.count({"batch"});
        if (file.batch == 0) throwInput("graph", "its batch is 0; a batch is at least 1");
    }
    const json* vertices = fields.find({"vertices"});
    if (!vertices) throwInput("vertices", "the file lacks this key");
    if (!vertices->is_object()) fields.refuse(*vertices, "it must be an object of costs by vertex id");
    for (const auto& [id, entry] : vertices->items()) {
        if (!entry.is_object()) throwInput(id, "its cost must be {\"forward\": ..., \"backward\": ...}");
        NodeFields cost(entry, id);
        const auto forward = cost.cost({"forward"});
        if (!forward) throwInput(id, "its cost has no \"forward\"");
        file.vertices[id] = {*forward, cost.cost({"backward"})};
    }
    return file;
}

std::string count(std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + (n == 1 ? one : many);
}

void requireAll(const Graph& graph, const CostFile& file) {
    std::size_t missing = 0;
    std::string first;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v) || file.vertices.contains(graph.id(v))) continue;
        if (missing++ == 0) first = graph.id(v);
    }
    if (missing == 0) return;
    throw Error(ErrorKind::input,
                Error::Context{file.path, first,
                               "there is no cost for " + count(missing, " vertex", " vertices") +
                                   " of the graph, this one the first",
                               "measure the model again, or leave --costs out"});
}

// What the file says of the vertices that the graph lacks, and of the graph it was measured on.
std::vector<std::string> doubts(const Graph& graph, const CostFile& file) {
    std::vector<std::string> warnings;
    const std::string name = std::filesystem::path(file.path).filename().string();
    std::size_t extra = 0;
    std::string first;
    for (const auto& [id, cost] : file.vertices) {
        if (graph.find(id)) continue;
        if (extra++ == 0) first = id;
    }
    if (extra > 0) {
        warnings.push_back(name + " has costs of " + count(extra, " vertex", " vertices") +
                           " that the graph does not have, the first of them " + first + ".");
    }
    if (file.batch && graph.notes().batch && file.batch != graph.notes().batch) {
        warnings.push_back("The costs of " + name + " were measured at batch " + std::to_string(*file.batch) +
                           " and are scaled to batch " + std::to_string(*graph.notes().batch) + ".");
    } else if (!file.fingerprint.empty() && file.fingerprint != fingerprint(graph)) {
        warnings.push_back("The costs of " + name +
                           " were measured on a graph with other sizes, edges or saved values.");
    }
    return warnings;
}

}  // namespace

CostFile readCostFile(const std::string& path) {
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown)) {
        throw Error(ErrorKind::usage, Error::Context{{},
                                                     {},
                                                     "there is no cost model and no file \"" + path + "\"",
                                                     "use paper, flops, flops:DEVICE or a file of costs"});
    }
    try {
        CostFile file = parse(parseJson(readFile(path)));
        file.path = path;
        return file;
    } catch (const Error& e) {
        throw e.inFile(path);
    }
}

bool isCostFile(const std::string& costs) {
    return !costs.empty() && costs != "paper" && costs != "flops" && !costs.starts_with("flops:");
}

Graph withCosts(const Graph& graph, const CostFile& file) {
    requireAll(graph, file);
    GraphBuilder builder = rebuild(graph);
    const bool scaled = file.batch && graph.notes().batch;
    const double ratio =
        scaled ? static_cast<double>(*graph.notes().batch) / static_cast<double>(*file.batch) : 1;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        const auto found = file.vertices.find(graph.id(v));
        if (graph.fixed(v) || found == file.vertices.end()) continue;
        const CostFile::Cost& cost = found->second;
        builder.spec(v).time = ratio * cost.forward;
        builder.spec(v).backwardTime = ratio * cost.backward.value_or(2 * cost.forward);
    }
    builder.notes.timeUnit = file.unit;
    for (std::string& doubt : doubts(graph, file))
        builder.notes.warnings.push_back(std::move(doubt));
    return std::move(builder).build();
}

}  // namespace reforward
