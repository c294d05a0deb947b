// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pattern_facts.h"

#include "app/cli/model_facts.h"
#include "core/graph/saved_values.h"
#include "core/plan/plan.h"

namespace reforward::cli {

namespace {

PatternFacts::Figures figuresOf(const Graph& graph, Accounting accounting) {
    return {savedBytes(graph), baselinePeak(graph, accounting)};
}

nlohmann::ordered_json toJson(const PatternFacts::Figures& figures) {
    return {{"saved_bytes", figures.savedBytes.count()},
            {"baseline_peak_bytes", figures.baselinePeak.count()}};
}

}  // namespace

PatternFacts patternsOf(const Graph& graph, const ModelOptions& options, Accounting accounting,
                        Terminal& terminal, const Control& control) {
    PatternFacts facts;
    const bool fused = options.import.fuse;
    (fused ? facts.fused : facts.asWritten) = figuresOf(graph, accounting);
    PatternFacts::Figures& others = fused ? facts.asWritten : facts.fused;
    if (fused && graph.notes().fused.empty()) {
        others = facts.fused;
        return facts;
    }
    ModelOptions other = options;
    other.import.fuse = !fused;
    const auto counterpart = openModel(other, terminal, control);
    facts.found = (fused ? graph : *counterpart).notes().fused;
    others = figuresOf(*counterpart, accounting);
    return facts;
}

nlohmann::ordered_json toJson(const PatternFacts& patterns) {
    nlohmann::ordered_json json;
    json["found"] = nlohmann::ordered_json::object();
    for (const auto& [op, count] : patterns.found)
        json["found"][op] = count;
    json["fused"] = toJson(patterns.fused);
    json["as_written"] = toJson(patterns.asWritten);
    return json;
}

}  // namespace reforward::cli
