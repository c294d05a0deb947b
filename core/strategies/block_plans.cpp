// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/block_plans.h"

#include <limits>

namespace reforward {

namespace {

// From so many seconds on there is time for kinds of so many operations in all.
constexpr double secondsForMore = 1.5;
constexpr std::size_t moreOperations = 100'000;

}  // namespace

BlockPlans::BlockPlans(const Problem& problem, std::shared_ptr<const RecomputeModel> model)
    : problem_(problem), model_(std::move(model)), planner_(*model_) {}

void BlockPlans::prepare(const Control& control) {
    const double left = control.secondsLeft();
    // By the clock only where no count of moves does: that means the same on any machine.
    const bool more =
        !problem_.moves && left >= secondsForMore && left < std::numeric_limits<double>::infinity();
    planner_.prepare(control, more ? moreOperations : BlockPlanner::firstOperations);
}

PlanPtr BlockPlans::at(Bytes budget, const Control& control) const {
    const auto reruns = planner_.plan(static_cast<double>(budget.count()), control);
    if (!reruns) return nullptr;
    Plan plan = makePlan(*problem_.graph, "equal-blocks", scheduleOf(*model_, *reruns));
    // Bytes beyond 2^53 are no exact doubles: the replay has the last word.
    if (plan.peak() > budget) return nullptr;
    plan.seed = problem_.seed;
    if (budget < Bytes::max()) plan.budget = budget;
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace reforward
