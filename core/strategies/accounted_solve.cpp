// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/accounted_solve.h"

#include <algorithm>
#include <utility>

#include "core/base/format.h"

namespace reforward {

namespace {

constexpr int mostAttempts = 8;
constexpr double shareOfTimeLeft = 0.4, leastSeconds = 0.3;

// The step budgets between which the best one lies, and the plans met on the way.
class BudgetSearch {
  public:
    BudgetSearch(const Strategy& strategy, Problem problem, const PlanSink& better)
        : accounting_(std::exchange(problem.accounting, Accounting::step)),
          strategy_(strategy),
          problem_(std::move(problem)),
          wanted_(problem_.budget),
          better_(better),
          baseline_(baselinePeak(*problem_.graph, accounting_)) {
        problem_.bound = nullptr;  // what it proves holds for the step model
        problem_.starts.clear();
    }

    void run(const Control& control) {
        const std::int64_t stepBaseline = baselinePeak(*problem_.graph).count();
        const std::int64_t wanted = std::min(wanted_, baseline_).count();
        std::int64_t budget = stepBaseline - baseline_.count() + wanted;
        high_ = std::max(stepBaseline, budget);
        for (int attempt = 0; attempt < mostAttempts; ++attempt) {
            const std::int64_t slack = attemptAt(std::clamp<std::int64_t>(budget, 1, high_), control);
            if (control.shouldStop() || (best_ && best_->recomputeTime() <= 0)) return;
            if (high_ - low_ <= baseline_.count() / 200) return;
            budget += slack;
            if (budget <= low_ || budget >= high_) budget = low_ + (high_ - low_) / 2;
        }
    }

    const PlanPtr& best() const { return best_; }
    const PlanPtr& smallest() const { return smallest_; }
    Bytes baseline() const { return baseline_; }

  private:
    // How far the plan's peak is below the wanted one; moves an end of the range.
    std::int64_t attemptAt(std::int64_t budget, const Control& control) {
        problem_.budget = Bytes(budget);
        const double seconds = std::max(leastSeconds, control.secondsLeft() * shareOfTimeLeft);
        try {
            const PlanPtr plan =
                take(reforward::solve(strategy_, problem_, BudgetMeaning::replayed,
                                      control.withTimeLimit(seconds), [&](const PlanPtr& p) { take(p); }));
            const std::int64_t slack = (wanted_ - plan->peak()).count();
            (slack >= 0 ? low_ : high_) = budget;
            return slack;
        } catch (const InfeasibleError& error) {
            if (error.smallest()) take(error.smallest());
            low_ = std::max(low_, budget);
            return high_ - low_;
        }
    }

    PlanPtr take(const PlanPtr& plan) {
        const PlanPtr counted = underAccounting(*problem_.graph, plan, accounting_);
        if (!smallest_ || counted->peak() < smallest_->peak()) smallest_ = counted;
        const bool fits = counted->peak() <= wanted_;
        if (fits &&
            (!best_ || counted->recomputeTime() < best_->recomputeTime() ||
             (counted->recomputeTime() == best_->recomputeTime() && counted->peak() < best_->peak()))) {
            best_ = counted;
            if (better_) better_(counted);
        }
        return counted;
    }

    Accounting accounting_;
    const Strategy& strategy_;
    Problem problem_;
    Bytes wanted_;
    const PlanSink& better_;
    Bytes baseline_;
    std::int64_t low_ = 0, high_ = 0;
    PlanPtr best_, smallest_;
};

}  // namespace

PlanPtr accountedSolve(const Strategy& strategy, const Problem& problem, const Control& control,
                       const PlanSink& better) {
    const Stopwatch watch;
    BudgetSearch search(strategy, problem, better);
    search.run(control);
    if (!search.best()) {
        control.throwIfCancelled();
        throw InfeasibleError(*problem.graph, problem.budget, Floor{}, search.baseline(), search.smallest());
    }
    Plan plan = *search.best();
    plan.options = problem.options;
    if (problem.budget < Bytes::max()) plan.budget = problem.budget;
    plan.solveMilliseconds = watch.milliseconds();
    return std::make_shared<const Plan>(std::move(plan));
}

std::optional<LeastBudget> leastBudget(const Strategy& strategy, const Problem& problem,
                                       const Control& control) {
    if (problem.accounting == Accounting::step) return strategy.least(problem, control);
    PlanPtr least;
    const auto take = [&](const PlanPtr& plan) {
        const PlanPtr counted = underAccounting(*problem.graph, plan, problem.accounting);
        if (!least || counted->peak() < least->peak()) least = counted;
    };
    for (const PlanPtr& plan : strategy.sweep(problem, control, take))
        take(plan);
    if (!least) return std::nullopt;
    return LeastBudget{least->peak(), std::nullopt, least};
}

}  // namespace reforward
