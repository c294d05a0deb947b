// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/plan_solver.h"

#include "app/desktop/failure.h"

namespace reforward {

PlanSolver::PlanSolver(QObject* parent) : QObject(parent) {
    connect(&lane_, &JobLane::busyChanged, this, &PlanSolver::busyChanged);
    connect(&lane_, &JobLane::progressed, this, &PlanSolver::progressed);
}

void PlanSolver::request(SolveRequest request) {
    lane_.request(
        [this, request = std::move(request)](const JobLane::Job& job) {
            for (std::size_t i = 0; i < request.strategies.size(); ++i)
                solveOne(job, request, i);
        },
        // solveOne() reports what a strategy throws, so nothing is left to arrive here.
        [](const std::exception_ptr&) {});
}

void PlanSolver::solveOne(const JobLane::Job& job, const SolveRequest& request, std::size_t index) {
    const Strategy& strategy = *request.strategies[index];
    Problem problem;
    problem.graph = request.graph;
    problem.budget = request.budget;
    problem.accounting = request.accounting;
    problem.bound = request.bound;
    if (strategy.info().searches) problem.starts = request.starts;
    try {
        const Control control = job.control().withTimeLimit(strategy.info().defaultTimeLimit);
        const PlanPtr plan = reforward::solve(
            strategy, problem, BudgetMeaning::replayed, control, [this, &job, index](const PlanPtr& found) {
                job.post([this, index, found] { emit better(index, found); });
            });
        const bool stopped = control.cancelled();
        job.post([this, index, plan, stopped] { emit solved(index, plan, stopped); });
    } catch (const InfeasibleError& error) {
        auto why = std::make_shared<const InfeasibleError>(error);
        job.post([this, index, why] { emit infeasible(index, why); });
    } catch (const std::exception&) {
        const Error error = toError(std::current_exception());
        job.post([this, index, error] { emit failed(index, error); });
    }
}

}  // namespace reforward
