// SPDX-License-Identifier: Apache-2.0
#include "app/cli/plan_report.h"

#include <cmath>

#include "app/cli/accounting_option.h"
#include "app/cli/share.h"
#include "app/cli/text_table.h"
#include "core/base/format.h"
#include "core/bounds/floor.h"
#include "core/graph/time_unit.h"
#include "core/plan/gap.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

namespace {

std::string overheadWords(const Graph& graph, const Plan& plan) {
    std::string words = formatPercent(plan.overheadForward()) + " of one forward";
    if (plan.recomputeLowerBound) {
        words += ", " + gapWords(plan.overheadForward(), boundRatio(graph, *plan.recomputeLowerBound));
        if (plan.budgetIsPublished) words += " in as much memory";
    }
    return words;
}

std::string points(double percent) {
    return formatCost(std::round(percent * 100) / 100) + " points of one forward";
}

void printRemarks(const PlanRemarks& remarks, Bytes baseline, Terminal& terminal) {
    if (remarks.pinned) {
        terminal.line(labelled("price of the pins",
                               remarks.pinsPrice ? points(*remarks.pinsPrice) : "not known, it was stopped"));
    }
    if (remarks.orderBaseline) {
        terminal.line(labelled("the order alone", withShare(*remarks.orderBaseline, baseline)));
    }
}

}  // namespace

void printPlan(const Graph& graph, const Plan& plan, const PlanRemarks& remarks, Terminal& terminal) {
    const Bytes baseline = baselinePeak(graph, plan.accounting);
    const std::string by = plan.foundBy.empty() ? "" : ", found by " + plan.foundBy;
    terminal.line(labelled("strategy", plan.strategy + by));
    if (plan.accounting != Accounting::step)
        terminal.line(labelled("accounting", accountingWords(graph, plan.accounting)));
    if (plan.budget) {
        const char* const of = plan.budgetIsPublished ? ", of the published formula's peak" : "";
        terminal.line(labelled("budget", withShare(*plan.budget, baseline) + of));
    }
    terminal.line(labelled("peak", withShare(plan.peak(), baseline) + " = " + formatBytesExact(plan.peak())));
    if (plan.published) {
        terminal.line(labelled("published peak", withShare(plan.published->peak, baseline)));
        terminal.line(labelled("published cost", formatTime(graph, plan.published->overhead)));
    }
    terminal.line(labelled("baseline peak", formatBytes(baseline)));
    if (plan.accounting == Accounting::step)
        terminal.line(labelled("floor", withShare(floorOf(graph).bytes, baseline)));
    terminal.line(labelled("overhead", overheadWords(graph, plan)));
    terminal.line(labelled("per iteration", formatPercent(plan.overheadIteration())));
    printRemarks(remarks, baseline, terminal);
    terminal.line(labelled("kept", std::to_string(plan.predicted.kept)));
    terminal.line(labelled("recomputed", std::to_string(plan.predicted.recomputed)));
    terminal.line(labelled("dropped", std::to_string(plan.predicted.dropped)));
    if (plan.moves.value_or(0) > 0) terminal.line(labelled("moves", formatCount(*plan.moves)));
    terminal.line(labelled("solved in", formatSeconds(plan.solveMilliseconds / 1000)));
}

nlohmann::ordered_json planSummary(const Graph& graph, const Plan& plan, const PlanRemarks& remarks) {
    nlohmann::ordered_json json = planToJson(graph, plan);
    json.erase("schedule");
    json["accounting"] = accountingName(plan.accounting);
    json["gap_percent"] = nullptr;
    if (const auto gap = gapPercent(graph, plan)) json["gap_percent"] = *gap;
    if (remarks.pinned) {
        json["pins_price_percent"] = nullptr;
        if (remarks.pinsPrice) json["pins_price_percent"] = *remarks.pinsPrice;
    }
    if (remarks.orderBaseline) json["order_baseline_peak_bytes"] = remarks.orderBaseline->count();
    json["solve_ms"] = plan.solveMilliseconds;
    return json;
}

std::optional<double> gapPercent(const Graph& graph, const Plan& plan) {
    if (!plan.recomputeLowerBound) return std::nullopt;
    const double forward = graph.forwardTime();
    return forward > 0 ? 100 * (plan.recomputeTime() - *plan.recomputeLowerBound) / forward : 0;
}

std::string boundAssumptions(const Graph& graph) {
    return std::string("the bound holds for schedules that ") +
           (graph.joint() ? "" : "run every forward step before the first backward step, ") +
           "move no value off the device, and give each value a buffer of its own";
}

}  // namespace reforward::cli
