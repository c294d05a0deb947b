// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/frontier_search.h"

#include <algorithm>

namespace reforward {

namespace {

constexpr std::size_t budgetCount = 40;
constexpr double passGrowth = 3;

}  // namespace

FrontierSearch::FrontierSearch(const Problem& problem, const std::string& strategy, PlanSink found)
    : problem_(problem), strategy_(strategy), found_(std::move(found)), model_(PlanSearch::modelOf(problem)) {
    problem_.starts.clear();
    const std::int64_t most = baselinePeak(*problem.graph).count();
    const std::int64_t least = floorOf(*problem.graph).bytes.count();
    for (std::size_t k = 0; k < budgetCount; ++k) {
        const double share = static_cast<double>(k) / (budgetCount - 1);
        const Bytes budget(most - static_cast<std::int64_t>(static_cast<double>(most - least) * share));
        if (budgets_.empty() || budget < budgets_.back().budget) budgets_.push_back({budget, nullptr, {}});
    }
    for (const PlanPtr& plan : problem.starts)
        add(plan);
}

void FrontierSearch::add(const PlanPtr& plan) {
    take(plan);
    addStart(plan);
}

void FrontierSearch::addStart(const PlanPtr& plan) {
    // The largest budget below its peak may gain from it, and the smallest that it fits.
    const auto below = std::partition_point(budgets_.begin(), budgets_.end(),
                                            [&](const AtBudget& b) { return b.budget >= plan->peak(); });
    if (below != budgets_.end()) below->starts.push_back(plan);
    if (below != budgets_.begin()) std::prev(below)->starts.push_back(plan);
}

void FrontierSearch::take(const PlanPtr& plan) {
    if (plan->recomputeTime() > mostOverhead * plan->predicted.forwardTime) return;
    Plan copy = *plan;
    copy.budget = std::nullopt;
    const auto shared = std::make_shared<const Plan>(std::move(copy));
    if (front_.insert(shared) && found_) found_(shared);
}

void FrontierSearch::refine(std::size_t k, std::int64_t moves, const Control& control) {
    AtBudget& at = budgets_[k];
    if (!at.search) {
        Problem own = problem_;
        own.budget = at.budget;
        at.search = std::make_unique<PlanSearch>(own, model_, strategy_);
    }
    if (at.search->proven()) return;
    for (const std::size_t neighbour : {k - 1, k + 1}) {
        if (neighbour < budgets_.size() && budgets_[neighbour].search && budgets_[neighbour].search->best())
            at.starts.push_back(budgets_[neighbour].search->best());
    }
    for (const PlanPtr& start : at.starts)
        at.search->addStart(*start);
    at.starts.clear();
    const PlanPtr before = at.search->best();
    const PlanPtr plan = at.search->run(at.search->moves() + moves, control, {});
    if (plan && plan != before) take(plan);
}

void FrontierSearch::pass(std::int64_t moves, const Control& control) {
    for (std::size_t k = 0; k < budgets_.size() && !control.shouldStop(); ++k) {
        control.progress(static_cast<double>(k) / static_cast<double>(budgets_.size()), "Refining plans");
        refine(k, moves, control);
    }
}

void FrontierSearch::passes(const Control& control) {
    if (problem_.moves || !limitedByClock(control)) {
        pass(problem_.moves.value_or(std::min(firstPassMoves, settlingMoves(*model_))), control);
        return;
    }
    for (double moves = firstPassMoves; !control.shouldStop(); moves *= passGrowth) {
        const bool all = std::all_of(budgets_.begin(), budgets_.end(),
                                     [](const AtBudget& b) { return b.search && b.search->proven(); });
        if (all) return;
        pass(static_cast<std::int64_t>(moves), control);
    }
}

}  // namespace reforward
