// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/frontier_files.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/plan/gap.h"

namespace reforward {

namespace {

using Json = nlohmann::ordered_json;

std::vector<const Frontier*> byName(const std::vector<Frontier>& frontiers) {
    std::vector<const Frontier*> sorted;
    for (const Frontier& f : frontiers)
        sorted.push_back(&f);
    std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->strategy < b->strategy; });
    return sorted;
}

/// In percent of one forward; null where none is known.
Json lowerBoundPercent(const Plan& plan, const OverheadBound* bound) {
    std::optional<double> time = plan.recomputeLowerBound;
    if (bound != nullptr) time = std::max(time.value_or(0), bound->known(boundedBudget(plan)));
    const double forward = plan.predicted.forwardTime;
    return time && forward > 0 ? Json(100 * *time / forward) : Json();
}

/// What was proved over the budgets: a bound holds at its budget and at all smaller ones.
Json boundCurve(const Graph& graph, const OverheadBound& bound) {
    Json curve = Json::array();
    for (const OverheadBound::Point& point : bound.curve()) {
        curve.push_back({{"budget_bytes", point.budget.count()},
                         {"lower_bound_percent", 100 * boundRatio(graph, point.time)}});
    }
    return curve;
}

}  // namespace

Json frontierRow(const Plan& plan, const OverheadBound* bound) {
    Json row;
    row["strategy"] = plan.strategy;
    row["budget_bytes"] = plan.budget ? Json(plan.budget->count()) : Json(plan.peak().count());
    row["peak_bytes"] = plan.peak().count();
    row["recompute_time"] = plan.recomputeTime();
    row["overhead_forward_percent"] = 100 * plan.overheadForward();
    row["overhead_iteration_percent"] = 100 * plan.overheadIteration();
    row["lower_bound_percent"] = lowerBoundPercent(plan, bound);
    row["kept"] = plan.predicted.kept;
    row["recomputed"] = plan.predicted.recomputed;
    row["solve_ms"] = plan.solveMilliseconds;
    return row;
}

std::string frontierCsv(const std::vector<Frontier>& frontiers, const OverheadBound* bound) {
    std::string csv =
        "strategy,budget_bytes,peak_bytes,recompute_time,overhead_forward_percent,overhead_iteration_percent,"
        "lower_bound_percent,kept,recomputed,solve_ms\n";
    for (const Frontier* f : byName(frontiers)) {
        for (const PlanPtr& plan : f->pareto.plans()) {
            bool first = true;
            const Json row = frontierRow(*plan, bound);  // named: items() refers to it
            for (const auto& [key, value] : row.items()) {
                if (!first) csv += ',';
                first = false;
                if (value.is_string())
                    csv += value.get<std::string>();
                else if (!value.is_null())
                    csv += value.dump();
            }
            csv += '\n';
        }
    }
    return csv;
}

Json frontierJson(const Graph& graph, const std::vector<Frontier>& frontiers, const OverheadBound* bound,
                  Accounting accounting) {
    Json json;
    json["graph"] = graph.notes().name;
    json["accounting"] = accountingName(accounting);
    json["baseline_peak_bytes"] = baselinePeak(graph, accounting).count();
    json["floor_bytes"] = json["floor_vertex"] = nullptr;
    if (accounting == Accounting::step) {
        const Floor floor = floorOf(graph);
        json["floor_bytes"] = floor.bytes.count();
        if (floor.vertex != noIndex) json["floor_vertex"] = graph.id(floor.vertex);
    }
    json["bound"] = bound != nullptr ? boundCurve(graph, *bound) : Json();
    Json rows = Json::array(), reasons = Json::object();
    for (const Frontier* f : byName(frontiers)) {
        if (!f->notApplicable.empty()) reasons[f->strategy] = f->notApplicable;
        for (const PlanPtr& plan : f->pareto.plans())
            rows.push_back(frontierRow(*plan, bound));
    }
    json["not_applicable"] = std::move(reasons);
    json["rows"] = std::move(rows);
    return json;
}

}  // namespace reforward
