// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include "core/base/error.h"
#include "core/plan/schedule.h"

namespace reforward {

double Plan::overheadForward() const {
    return predicted.forwardTime > 0 ? predicted.recomputeTime / predicted.forwardTime : 0;
}

double Plan::overheadIteration() const {
    const double iteration = predicted.forwardTime + predicted.backwardTime;
    return iteration > 0 ? predicted.recomputeTime / iteration : 0;
}

Bytes baselinePeak(const Graph& graph, Accounting accounting) {
    return simulate(graph, keepAllSchedule(graph), accounting).peak;
}

PlanPtr underAccounting(const Graph& graph, const PlanPtr& plan, Accounting accounting) {
    if (plan->accounting == accounting) return plan;
    Plan counted = *plan;
    counted.accounting = accounting;
    counted.predicted = simulate(graph, plan->schedule, accounting);
    counted.recomputeLowerBound.reset();
    counted.budget.reset();
    counted.budgetIsPublished = false;
    return std::make_shared<const Plan>(std::move(counted));
}

Plan makePlan(const Graph& graph, std::string strategy, Schedule schedule) {
    Plan plan;
    plan.strategy = std::move(strategy);
    plan.schedule = std::move(schedule);
    plan.predicted = simulate(graph, plan.schedule);
    if (!plan.predicted.valid()) {
        throw Error(ErrorKind::check,
                    plan.strategy + " made a plan that breaks a rule: " + plan.predicted.fault->message);
    }
    return plan;
}

bool dominates(const Plan& a, const Plan& b) {
    return a.peak() <= b.peak() && a.recomputeTime() <= b.recomputeTime();
}

}  // namespace reforward
