// SPDX-License-Identifier: Apache-2.0
#include "core/base/format.h"
#include "core/strategies/strategy.h"

namespace reforward {

namespace {

// How long the search for the smallest budget may go on once nothing fits.
constexpr double smallestBudgetSeconds = 0.5;

std::string figure(Bytes bytes, Bytes baseline) {
    std::string text = formatBytes(bytes) + " (" + std::to_string(bytes.count()) + " B";
    if (baseline > Bytes(0)) {
        text += ", " +
                formatPercent(static_cast<double>(bytes.count()) / static_cast<double>(baseline.count())) +
                " of keep-all";
    }
    return text + ")";
}

Error::Context infeasibleContext(const Graph& graph, Bytes budget, const Floor& floor, Bytes baseline,
                                 const PlanPtr& smallest) {
    Error::Context context;
    context.reason = "no plan fits " + figure(budget, baseline) + ": floor " + figure(floor.bytes, baseline);
    if (floor.vertex != noIndex) {
        context.reason += std::string(", set by the ") + (floor.backward ? "backward" : "forward") + " of " +
                          graph.id(floor.vertex);
    }
    context.reason += ", smallest budget found ";
    if (!smallest) {
        context.reason += "none";
    } else if (smallest->budgetIsPublished && smallest->published) {
        context.reason += figure(smallest->published->peak, baseline) + " by the published formula";
    } else {
        context.reason += figure(smallest->peak(), baseline);
    }
    context.reason += ", baseline peak " + figure(baseline, baseline);
    context.advice = budget < floor.bytes ? "no schedule can go below the floor; use a smaller batch"
                                          : "raise the budget or use another strategy";
    return context;
}

}  // namespace

InfeasibleError::InfeasibleError(const Graph& graph, Bytes budget, const Floor& floor, Bytes baseline,
                                 PlanPtr smallest)
    : Error(ErrorKind::infeasible, infeasibleContext(graph, budget, floor, baseline, smallest)),
      budget_(budget),
      floor_(floor),
      baseline_(baseline),
      smallest_(std::move(smallest)) {}

PlanPtr solve(const Strategy& strategy, const Problem& problem, BudgetMeaning meaning, const Control& control,
              const PlanSink& better) {
    const Graph& graph = *problem.graph;
    if (const auto reason = strategy.notApplicable(graph)) {
        throw Error(ErrorKind::notApplicable,
                    strategy.info().name + " does not apply to this graph: " + *reason);
    }
    for (const auto& [name, value] : problem.options)
        option(strategy.info(), problem, name);
    const Stopwatch watch;
    const PlanPtr found = meaning == BudgetMeaning::replayed
                              ? strategy.solveReplayed(problem, control, better)
                              : strategy.solve(problem, control, better);
    if (!found) {
        control.throwIfCancelled();
        const auto least =
            strategy.least(problem, Control(control.token()).withTimeLimit(smallestBudgetSeconds));
        throw InfeasibleError(graph, problem.budget, floorOf(graph), baselinePeak(graph),
                              least ? least->plan : nullptr);
    }
    Plan plan = *found;
    plan.options = problem.options;
    if (problem.budget < Bytes::max()) plan.budget = problem.budget;
    plan.solveMilliseconds = watch.milliseconds();
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace reforward
