// SPDX-License-Identifier: Apache-2.0
#include "app/cli/model_facts.h"

#include <algorithm>
#include <map>

#include "core/graph/lower_sets.h"
#include "core/graph/saved_values.h"
#include "core/plan/plan.h"
#include "core/plan/schedule.h"

namespace reforward::cli {

namespace {

std::vector<OperatorFacts> byOperator(const Graph& graph, const std::vector<bool>& saved) {
    std::map<std::string, OperatorFacts> operators;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        OperatorFacts& facts = operators[graph.op(v)];
        ++facts.vertices;
        facts.valueBytes += graph.outputBytes(v);
        for (std::uint32_t k = 0; k < graph.outputCount(v); ++k) {
            const ValueId x = graph.firstOutput(v) + k;
            if (saved[x]) facts.savedBytes += graph.bytes(x);
        }
    }
    std::vector<OperatorFacts> sorted;
    for (auto& [op, facts] : operators) {
        facts.op = op;
        sorted.push_back(std::move(facts));
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.valueBytes > b.valueBytes; });
    return sorted;
}

void setBaseline(const Graph& graph, ModelFacts& facts) {
    const Simulation baseline = simulate(graph, keepAllSchedule(graph), facts.accounting);
    facts.baselinePeak = baseline.peak;
    facts.withParameterGradients = baseline.peakWithParameterGradients;
    facts.forwardEnd = baseline.forwardEnd;
}

}  // namespace

ModelFacts factsOf(const Graph& graph, Accounting accounting, const Control& control) {
    ModelFacts facts;
    facts.accounting = accounting;
    const std::vector<bool> saved = savedValues(graph);
    facts.byOperator = byOperator(graph, saved);
    for (const OperatorFacts& op : facts.byOperator)
        facts.savedBytes += op.savedBytes;
    setBaseline(graph, facts);
    facts.floor = floorOf(graph);
    control.progress(-1, "counting lower sets");
    facts.lowerSets = countLowerSets(VertexGraph(graph), lowerSetLimit, control);
    control.throwIfCancelled();
    return facts;
}

nlohmann::ordered_json toJson(const Graph& graph, const ModelFacts& facts) {
    const GraphNotes& notes = graph.notes();
    nlohmann::ordered_json json;
    json["name"] = notes.name;
    json["batch"] = nullptr;
    if (notes.batch) json["batch"] = *notes.batch;
    json["batch_from"] = notes.batchFrom;
    json["dimensions"] = nlohmann::ordered_json::array();
    for (const SymbolicDimension& symbol : notes.symbols) {
        json["dimensions"].push_back({{"name", symbol.name},
                                      {"size", symbol.size},
                                      {"given", symbol.given},
                                      {"batch", symbol.batch},
                                      {"where", symbol.where}});
    }
    json["vertices"] = graph.plannedCount();
    json["edges"] = graph.edgeCount();
    json["values"] = graph.valueCount();
    json["fixed"] = graph.fixedCount();
    json["parameter_bytes"] = notes.parameterBytes.count();
    json["value_bytes"] = graph.valueBytes().count();
    json["time_unit"] = notes.timeUnit;
    json["forward_time"] = graph.forwardTime();
    json["backward_time"] = graph.backwardTime();
    json["baseline_peak_bytes"] = facts.baselinePeak.count();
    json["accounting"] = accountingName(facts.accounting);
    if (facts.accounting == Accounting::pytorch) {
        json["baseline_with_parameter_gradients_bytes"] = facts.withParameterGradients.count();
        json["input_bytes"] = graph.fixedBytes().count();
    }
    json["forward_end_bytes"] = facts.forwardEnd.count();
    json["saved_bytes"] = facts.savedBytes.count();
    json["floor_bytes"] = facts.floor.bytes.count();
    json["floor_vertex"] = nullptr;
    if (facts.floor.vertex != noIndex) json["floor_vertex"] = graph.id(facts.floor.vertex);
    json["lower_sets"] = nullptr;
    if (facts.lowerSets) json["lower_sets"] = *facts.lowerSets;
    json["folded"] = notes.folded;
    json["left_out"] = notes.leftOut;
    json["opaque"] = notes.opaque;
    json["warnings"] = notes.warnings;
    return json;
}

}  // namespace reforward::cli
