// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "core/plan/gap.h"
#include "core/strategies/accounted_solve.h"
#include "core/strategies/strategy.h"

namespace reforward {

namespace {

// How long the search for the smallest budget may go on once nothing fits.
constexpr double smallestBudgetSeconds = 0.5;
// How long the proof of how good a plan is may take at least, though the strategy has used up its time, and
// at most, though there is more.
constexpr double leastBoundSeconds = 2, mostBoundSeconds = 5;

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
    context.reason = "no plan fits " + figure(budget, baseline) + ": ";
    // Under another accounting than the step model's no floor is known.
    if (floor.bytes > Bytes(0)) context.reason += "floor " + figure(floor.bytes, baseline);
    if (floor.vertex != noIndex) {
        context.reason += std::string(", set by the ") + (floor.backward ? "backward" : "forward") + " of " +
                          graph.id(floor.vertex);
    }
    context.reason += floor.bytes > Bytes(0) ? ", smallest budget found " : "smallest budget found ";
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

/// What is proved at the budget, for a plan that one bound is shared for.
void fillBound(Plan& plan, const Problem& problem, const Control& control) {
    if (!problem.bound) return;
    const Bytes budget = boundedBudget(plan);
    double time = problem.bound->known(budget);
    if (plan.recomputeTime() > time && !control.cancelled()) {
        const double seconds = std::clamp(control.secondsLeft(), leastBoundSeconds, mostBoundSeconds);
        time = problem.bound->atLeast(budget, Control(control.token()).withTimeLimit(seconds));
    }
    if (std::isfinite(time)) plan.recomputeLowerBound = std::max(time, plan.recomputeLowerBound.value_or(0));
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
    if (problem.accounting != Accounting::step) return accountedSolve(strategy, problem, control, better);
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
    fillBound(plan, problem, control);
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace reforward
