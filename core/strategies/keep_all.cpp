// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/keep_all.h"

#include "core/plan/schedule.h"

namespace reforward {

PlanPtr SinglePlan::solve(const Problem& problem, const Control&, const PlanSink& better) const {
    auto plan = std::make_shared<const Plan>(make(*problem.graph));
    if (plan->peak() > problem.budget) return nullptr;
    if (better) better(plan);
    return plan;
}

std::vector<PlanPtr> SinglePlan::sweep(const Problem& problem, const Control&, const PlanSink& found) const {
    std::vector<PlanPtr> plans{std::make_shared<const Plan>(make(*problem.graph))};
    if (found) found(plans.front());
    return plans;
}

std::optional<LeastBudget> SinglePlan::least(const Problem& problem, const Control&) const {
    const auto plan = std::make_shared<const Plan>(make(*problem.graph));
    return LeastBudget{plan->peak(), std::nullopt, plan};
}

KeepAll::KeepAll()
    : SinglePlan({"keep-all",
                  "Keep all",
                  "Keeps every value the backward reads: the baseline, without recomputation.",
                  "budgets from the baseline peak up",
                  {},
                  false,
                  600}) {}

Plan KeepAll::make(const Graph& graph) const {
    return makePlan(graph, info().name, keepAllSchedule(graph));
}

}  // namespace reforward
