// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/plan_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reforward {

namespace {

constexpr double secondsBetweenPlans = 0.03;
constexpr std::size_t frontierBudgets = 40;
// Moves of each budget in the first pass over a frontier, and their growth from pass to pass.
constexpr std::int64_t firstPassMoves = 20'000;
constexpr double passGrowth = 3;
// Plans of a frontier cost at most this many forwards: beyond it no one looks, and a chart shows nothing
// else.
constexpr double mostOverhead = 3;

bool unlimited(const Control& control) {
    return control.secondsLeft() == std::numeric_limits<double>::infinity();
}

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

std::int64_t settlingMoves(const RecomputeModel& model) {
    return std::clamp<std::int64_t>(2000 * static_cast<std::int64_t>(model.stages()), 20'000, 2'000'000);
}

std::optional<std::int64_t> movesFor(const Problem& problem, const RecomputeModel& model,
                                     const Control& control) {
    if (problem.moves) return problem.moves;
    if (unlimited(control)) return settlingMoves(model);
    return std::nullopt;
}

namespace {

std::vector<Bytes> budgetsOf(const Graph& graph) {
    const std::int64_t most = baselinePeak(graph).count(), least = floorOf(graph).bytes.count();
    std::vector<Bytes> budgets;
    for (std::size_t k = 0; k < frontierBudgets; ++k) {
        const double share = static_cast<double>(k) / (frontierBudgets - 1);
        const Bytes budget(most - static_cast<std::int64_t>(static_cast<double>(most - least) * share));
        if (budgets.empty() || budget < budgets.back()) budgets.push_back(budget);
    }
    return budgets;
}

// One pass over all budgets, from keep-all down.
class FrontierPasses {
  public:
    FrontierPasses(const Problem& problem, const std::string& strategy, const std::vector<PlanPtr>& starts)
        : problem_(problem), model_(PlanSearch::modelOf(problem)) {
        for (const Bytes budget : budgetsOf(*problem.graph)) {
            Problem at = problem_;
            at.budget = budget;
            // The cheapest given plan that fits, and the one of next larger peak.
            const auto fits = std::find_if(starts.begin(), starts.end(),
                                           [&](const PlanPtr& p) { return p->peak() <= budget; });
            if (fits != starts.end()) at.starts.push_back(*fits);
            if (fits != starts.begin()) at.starts.push_back(*std::prev(fits));
            searches_.push_back(std::make_unique<PlanSearch>(at, model_, strategy));
        }
    }

    void pass(std::int64_t moves, const Control& control, const std::function<void(const PlanPtr&)>& take) {
        for (std::size_t k = 0; k < searches_.size() && !control.shouldStop(); ++k) {
            PlanSearch& search = *searches_[k];
            control.progress(static_cast<double>(k) / static_cast<double>(searches_.size()),
                             "Refining plans");
            if (search.proven()) continue;
            const PlanPtr before = search.best();
            if (k > 0 && searches_[k - 1]->best()) search.addStart(*searches_[k - 1]->best());
            if (k + 1 < searches_.size() && searches_[k + 1]->best())
                search.addStart(*searches_[k + 1]->best());
            const PlanPtr plan = search.run(search.moves() + moves, control, {});
            if (!plan || plan == before) continue;
            if (plan->recomputeTime() <= mostOverhead * plan->predicted.forwardTime) take(plan);
        }
    }

    std::int64_t settling() const { return settlingMoves(*model_); }

  private:
    Problem problem_;
    std::shared_ptr<const RecomputeModel> model_;
    std::vector<std::unique_ptr<PlanSearch>> searches_;
};

}  // namespace

std::vector<PlanPtr> searchFrontier(const Problem& problem, const std::string& strategy,
                                    const std::vector<PlanPtr>& starts, const Control& control,
                                    const PlanSink& found) {
    FrontierPasses passes(problem, strategy, starts);
    std::vector<PlanPtr> front;
    const auto take = [&](const PlanPtr& plan) {
        if (std::any_of(front.begin(), front.end(), [&](const PlanPtr& p) { return dominates(*p, *plan); }))
            return;
        std::erase_if(front, [&](const PlanPtr& p) { return dominates(*plan, *p); });
        Plan copy = *plan;
        copy.budget = std::nullopt;
        front.push_back(std::make_shared<const Plan>(std::move(copy)));
        if (found) found(front.back());
    };
    // Without a clock one pass; with one, longer and longer passes until it stops them.
    double moves = static_cast<double>(std::min(firstPassMoves, passes.settling()));
    do {
        passes.pass(problem.moves.value_or(static_cast<std::int64_t>(moves)), control, take);
        moves *= passGrowth;
    } while (!problem.moves && !unlimited(control) && !control.shouldStop());
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a->peak() > b->peak(); });
    return front;
}

}  // namespace reforward
