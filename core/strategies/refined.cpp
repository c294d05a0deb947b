// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/refined.h"

#include <algorithm>

#include "core/strategies/frontier_search.h"
#include "core/strategies/greedy_evict.h"

namespace reforward {

namespace {

// Moves before anything else, so that there is an answer at once.
constexpr std::int64_t firstMoves = 20'000;
// Share of the time for greedy eviction: it gives joint graphs their start, and forward ones a second one.
constexpr double jointShare = 0.2, forwardShare = 0.1;

const GreedyEvict& greedy() {
    static const GreedyEvict strategy;
    return strategy;
}

Control greedyControl(const Problem& problem, const Control& control) {
    if (problem.moves) return control;
    return control.withTimeLimit((problem.graph->joint() ? jointShare : forwardShare) *
                                 control.secondsLeft());
}

Problem withoutOptions(const Problem& problem) {
    Problem own = problem;
    own.options.clear();
    own.starts.clear();
    return own;
}

}  // namespace

Refined::Refined() {
    info_.name = "refined";
    info_.title = "Refined";
    info_.sentence =
        "Search over which values are held and which run again at each stage, judged by true peaks, from the "
        "bound's own cut.";
    info_.defaultTimeLimit = 5;
    info_.honoursPins = true;
    info_.searches = true;
}

PlanPtr Refined::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    const auto model = PlanSearch::modelOf(problem);
    PlanSearch search(problem, model, info_.name);
    const auto moves = movesFor(problem, *model, control);
    // Joint graphs have no cut to start from; of others the cut's plan comes first.
    if (!problem.graph->joint())
        search.run(moves ? std::min(*moves, firstMoves) : firstMoves, control, better);
    if (!search.proven() && !control.shouldStop()) {
        const Control some = greedyControl(problem, control);
        if (const PlanPtr start = greedy().solve(withoutOptions(problem), some, {})) search.addStart(*start);
    }
    return search.run(moves, control, better);
}

std::vector<PlanPtr> Refined::sweep(const Problem& problem, const Control& control,
                                    const PlanSink& found) const {
    FrontierSearch search(problem, info_.name, found);
    if (problem.graph->joint()) {
        const Control some = greedyControl(problem, control);
        for (const PlanPtr& plan : greedy().sweep(withoutOptions(problem), some, {}))
            search.addStart(plan);
    }
    search.passes(control);
    return search.front();
}

std::optional<LeastBudget> Refined::least(const Problem& problem, const Control& control) const {
    Problem any = problem;
    any.budget = Bytes::max();
    const auto model = PlanSearch::modelOf(problem);
    PlanSearch search(any, model, info_.name);
    const PlanPtr plan =
        search.squeeze(floorOf(*problem.graph).bytes, movesFor(problem, *model, control), control, {});
    if (!plan) return std::nullopt;
    Plan own = *plan;
    own.budget = plan->peak();
    return LeastBudget{plan->peak(), std::nullopt, std::make_shared<const Plan>(std::move(own))};
}

}  // namespace reforward
