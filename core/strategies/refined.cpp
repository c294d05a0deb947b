// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/refined.h"

#include "core/strategies/frontier_search.h"
#include "core/strategies/greedy_evict.h"

namespace reforward {

namespace {

// Of the time for greedy eviction, which gives joint graphs their start.
constexpr double startShare = 0.2;

const GreedyEvict& greedy() {
    static const GreedyEvict strategy;
    return strategy;
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
    // Joint graphs have no cut to start from.
    if (problem.graph->joint()) {
        const Control some =
            problem.moves ? control : control.withTimeLimit(startShare * control.secondsLeft());
        if (const PlanPtr start = greedy().solve(withoutOptions(problem), some, {})) search.addStart(*start);
    }
    return search.run(movesFor(problem, *model, control), control, better);
}

std::vector<PlanPtr> Refined::sweep(const Problem& problem, const Control& control,
                                    const PlanSink& found) const {
    FrontierSearch search(problem, info_.name, found);
    if (problem.graph->joint()) {
        const Control some =
            problem.moves ? control : control.withTimeLimit(startShare * control.secondsLeft());
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
