// SPDX-License-Identifier: Apache-2.0
#include "app/cli/plan_report.h"

#include "app/cli/budget.h"
#include "app/cli/text_table.h"
#include "core/base/format.h"
#include "core/bounds/floor.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

void printPlan(const Graph& graph, const Plan& plan, Terminal& terminal) {
    const Bytes baseline = baselinePeak(graph);
    const std::string by = plan.foundBy.empty() ? "" : ", found by " + plan.foundBy;
    terminal.line(labelled("strategy", plan.strategy + by));
    if (plan.budget) {
        const char* const of = plan.budgetIsPublished ? ", of the published formula's peak" : "";
        terminal.line(labelled("budget", withShare(*plan.budget, baseline) + of));
    }
    terminal.line(labelled("peak", withShare(plan.peak(), baseline) + " = " + formatBytesExact(plan.peak())));
    if (plan.published) {
        terminal.line(labelled("published peak", withShare(plan.published->peak, baseline)));
        terminal.line(labelled("published cost", formatCost(plan.published->overhead)));
    }
    terminal.line(labelled("baseline peak", formatBytes(baseline)));
    terminal.line(labelled("floor", withShare(floorOf(graph).bytes, baseline)));
    terminal.line(labelled("overhead", formatPercent(plan.overheadForward()) + " of one forward, " +
                                           formatPercent(plan.overheadIteration()) + " of one iteration"));
    if (const auto gap = gapPercent(graph, plan)) {
        terminal.line(labelled("gap to the bound", formatPercent(*gap / 100) + " of one forward"));
    }
    terminal.line(labelled("kept", std::to_string(plan.predicted.kept)));
    terminal.line(labelled("recomputed", std::to_string(plan.predicted.recomputed)));
    terminal.line(labelled("dropped", std::to_string(plan.predicted.dropped)));
    terminal.line(labelled("solved in", formatSeconds(plan.solveMilliseconds / 1000)));
}

nlohmann::ordered_json planSummary(const Graph& graph, const Plan& plan) {
    nlohmann::ordered_json json = planToJson(graph, plan);
    json.erase("schedule");
    json["gap_percent"] = nullptr;
    if (const auto gap = gapPercent(graph, plan)) json["gap_percent"] = *gap;
    json["solve_ms"] = plan.solveMilliseconds;
    return json;
}

std::optional<double> gapPercent(const Graph& graph, const Plan& plan) {
    if (!plan.recomputeLowerBound) return std::nullopt;
    const double forward = graph.forwardTime();
    return forward > 0 ? 100 * (plan.recomputeTime() - *plan.recomputeLowerBound) / forward : 0;
}

}  // namespace reforward::cli
