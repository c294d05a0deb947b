// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/plan_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reforward {

namespace {

constexpr double secondsBetweenPlans = 0.03;

}  // namespace

std::shared_ptr<const RecomputeModel> PlanSearch::modelOf(const Problem& problem) {
    return std::make_shared<const RecomputeModel>(*problem.graph, problem.pins);
}

PlanSearch::PlanSearch(const Problem& problem, std::shared_ptr<const RecomputeModel> model,
                       std::string strategy)
    : problem_(problem),
      model_(std::move(model)),
      strategy_(std::move(strategy)),
      search_(*model_, static_cast<double>(problem.budget.count()),
              static_cast<std::uint64_t>(problem.seed)) {
    search_.bound = [this] { return problem_.bound ? problem_.bound->known(problem_.budget) : 0.0; };
    for (const PlanPtr& plan : problem_.starts)
        addStart(*plan);
}

void PlanSearch::addStart(const Plan& plan) {
    Reruns reruns;
    if (!rerunsOf(*model_, plan.schedule, reruns)) return;
    if (!problem_.pins.empty() && !brokenPin(*problem_.graph, plan.schedule, problem_.pins).empty()) return;
    search_.addStart(reruns);
}

PlanPtr PlanSearch::planOf(const Refinement::Found& found) const {
    Plan plan = makePlan(*problem_.graph, strategy_, scheduleOf(*model_, found.reruns));
    plan.seed = problem_.seed;
    plan.options = problem_.options;
    plan.moves = search_.moves();
    if (problem_.budget < Bytes::max()) plan.budget = problem_.budget;
    return std::make_shared<const Plan>(std::move(plan));
}

PlanPtr PlanSearch::run(std::optional<std::int64_t> moves, const Control& control, const PlanSink& better) {
    const Stopwatch watch;
    double last = -secondsBetweenPlans;
    const double before = best_ ? best_->recomputeTime() : std::numeric_limits<double>::infinity();
    search_.better = [&](const Refinement::Found& found) {
        if (!better || watch.seconds() - last < secondsBetweenPlans) return;
        const PlanPtr plan = planOf(found);
        if (plan->peak() > problem_.budget || plan->recomputeTime() >= before) return;
        last = watch.seconds();
        better(plan);
    };
    search_.run(moves, control);
    search_.better = {};
    const Refinement::Found& found = search_.best();
    if (found.time < before) {
        const PlanPtr plan = planOf(found);
        // Bytes beyond 2^53 are no exact doubles: the replay has the last word.
        if (plan->peak() <= problem_.budget) {
            best_ = plan;
            if (better) better(best_);
        }
    }
    return best_;
}

PlanPtr PlanSearch::squeeze(Bytes target, std::optional<std::int64_t> moves, const Control& control,
                            const PlanSink& better) {
    search_.squeezeTo(static_cast<double>(target.count()), moves, control);
    const Refinement::Found& found = search_.leastPeak();
    if (found.peak == std::numeric_limits<double>::infinity()) return nullptr;
    const PlanPtr plan = planOf(found);
    if (better) better(plan);
    return plan;
}

bool PlanSearch::proven() const {
    if (!best_) return false;
    return best_->recomputeTime() <= (problem_.bound ? problem_.bound->known(problem_.budget) : 0.0);
}

bool limitedByClock(const Control& control) {
    return control.secondsLeft() < std::numeric_limits<double>::infinity();
}

std::int64_t settlingMoves(const RecomputeModel& model) {
    return std::clamp<std::int64_t>(2000 * static_cast<std::int64_t>(model.stages()), 20'000, 2'000'000);
}

std::optional<std::int64_t> movesFor(const Problem& problem, const RecomputeModel& model,
                                     const Control& control) {
    if (problem.moves) return problem.moves;
    if (!limitedByClock(control)) return settlingMoves(model);
    return std::nullopt;
}

}  // namespace reforward
