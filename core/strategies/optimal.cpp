// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/optimal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/strategies/greedy_evict.h"
#include "core/strategies/order_program.h"
#include "core/strategies/slack.h"
#include "core/strategies/state_search.h"

namespace reforward {

namespace {

// Above this no budget leaves a program that ends in minutes.
constexpr std::size_t vertexLimit = 400;
constexpr std::size_t rowLimit = 400'000;
// Recomputes before forward steps seldom help and double the program: where it is small anyway.
constexpr std::size_t forwardRecomputeLimit = 40;

// A sweep is for a picture: proofs are worth waiting for at one budget, not at sixty.
constexpr double sweepSeconds = 2;

double unlimited(const Control& control) {
    return std::min(control.secondsLeft(), 1e6);
}

Bytes peakOf(const Graph& graph, const std::vector<Run>& runs) {
    return simulate(graph, withFrees(graph, runs)).peak;
}

}  // namespace

OrderOptimum optimalInOrder(const Graph& graph, Bytes budget, const Pins& pins, double under, bool early,
                            const Control& control) {
    OrderOptimum optimum;
    if (budget < graph.fixedBytes()) {
        optimum.end = OrderOptimum::End::noneBetter;
        return optimum;
    }
    // The solver's tolerance may let it past the budget by a few bytes: then once more with some less.
    for (const double part : {0.0, 1e-7, 1e-5}) {
        const auto less = static_cast<std::int64_t>(std::ceil(static_cast<double>(budget.count()) * part));
        const OrderProgram program(graph, budget - Bytes(less), pins,
                                   {under, graph.plannedCount() <= forwardRecomputeLimit, early});
        if (program.impossible()) {
            if (part == 0) optimum.end = OrderOptimum::End::noneBetter;
            return optimum;
        }
        if (program.model().rows().size() > rowLimit) return optimum;
        const MipResult result = solveMip(program.model(), unlimited(control), false, control);
        if (part == 0 && std::isfinite(result.bound))
            optimum.bound = std::max(0.0, result.bound * program.timeUnit());
        if (result.end == MipResult::End::infeasible) {
            if (part == 0) optimum.end = OrderOptimum::End::noneBetter;
            return optimum;
        }
        if (result.values.empty()) return optimum;
        auto runs = withoutNeedlessRuns(graph, program.runs(result.values), budget, pins, control);
        if (peakOf(graph, runs) > budget) continue;
        optimum.runs = std::move(runs);
        if (part == 0 && result.end == MipResult::End::optimal) optimum.end = OrderOptimum::End::optimal;
        return optimum;
    }
    return optimum;
}

Optimal::Optimal()
    : info_{"optimal",
            "Optimal by integer program",
            "Checkmate's integer program (Jain et al. 2020) through the solver CBC; for graphs of up to 400 "
            "vertices, "
            "with proof up to some 80.",
            "up to 12 vertices all schedules; else, where it ends in time, those in the graph's order that "
            "run each "
            "vertex at most once between two of its steps",
            {},
            false,
            5,
            true} {}

std::optional<std::string> Optimal::notApplicable(const Graph& graph) const {
    if (graph.plannedCount() > vertexLimit) {
        return "it has " + std::to_string(graph.plannedCount()) + " vertices, more than the " +
               std::to_string(vertexLimit) + " that an integer program can take on; use refined";
    }
    if (!fewStates(graph) && !hasMipSolver())
        return "the solver program cbc is not installed (Debian: coinor-cbc); use refined";
    return std::nullopt;
}

namespace {

bool better(const Plan& a, const PlanPtr& b) {
    if (!b || a.recomputeTime() != b->recomputeTime()) return !b || a.recomputeTime() < b->recomputeTime();
    return a.peak() < b->peak();
}

PlanPtr named(const Plan& plan, const std::string& name, std::int64_t seed) {
    Plan copy = plan;
    copy.strategy = name;
    copy.seed = seed;
    return std::make_shared<const Plan>(std::move(copy));
}

// What is known without the program: plans of others, and greedy eviction's.
void takeKnown(const Problem& problem, const Control& control, const std::string& name,
               const PlanSink& take) {
    static const GreedyEvict greedy;
    const Graph& graph = *problem.graph;
    for (const PlanPtr& start : problem.starts) {
        if (start->peak() <= problem.budget && brokenPin(graph, start->schedule, problem.pins).empty())
            take(start);
    }
    GreedyEvictOptions options;
    options.seed = problem.seed;
    options.passes = 300;
    const Control some = control.withTimeLimit(std::min(control.secondsLeft() / 5, 2.0));
    bool any = false;
    greedyEvictRuns(graph, problem.budget, problem.pins, options, some, [&](const std::vector<Run>& runs) {
        take(std::make_shared<const Plan>(makePlan(graph, name, withFrees(graph, runs))));
        any = true;
    });
    if (any) return;
    // Where none fits, one made for a larger budget may.
    Problem own = problem;
    own.options.clear();
    greedy.solve(own, some, take);
}

// A bound on all schedules: a plan that meets it needs no program.
double provedLeast(const Problem& problem, const Control& control) {
    if (problem.bound) return problem.bound->atLeast(problem.budget, control);
    return OverheadBound(problem.graph).atLeast(problem.budget, control);
}

}  // namespace

namespace {

// The program without early recomputes, then with them: the first is many times quicker, and what it finds
// makes the second small.
void solvePrograms(const Problem& problem, const Control& control, const PlanPtr& best,
                   const std::function<void(const std::vector<Run>&)>& take) {
    double under = best ? best->recomputeTime() : std::numeric_limits<double>::infinity();
    for (const bool early : {false, true}) {
        if (control.shouldStop()) return;
        const OrderOptimum optimum =
            optimalInOrder(*problem.graph, problem.budget, problem.pins, under, early, control);
        if (optimum.runs.empty()) continue;
        under = simulate(*problem.graph, withFrees(*problem.graph, optimum.runs)).recomputeTime;
        take(optimum.runs);
        if (under == 0) return;
    }
}

}  // namespace

PlanPtr Optimal::solve(const Problem& problem, const Control& control, const PlanSink& found) const {
    const Graph& graph = *problem.graph;
    PlanPtr best;
    const auto take = [&](const PlanPtr& plan) {
        if (!better(*plan, best)) return;
        best = named(*plan, info_.name, problem.seed);
        if (found) found(best);
    };
    const auto takeRuns = [&](const std::vector<Run>& runs) {
        take(std::make_shared<const Plan>(makePlan(graph, info_.name, withFrees(graph, runs))));
    };
    if (problem.pins.recompute.empty() && fewStates(graph)) {
        const StateSearch search = searchStates(graph, problem.budget, problem.pins.keep, control);
        if (search.end == StateSearch::End::optimal) takeRuns(search.runs);
        if (search.end != StateSearch::End::gaveUp) {
            if (best && problem.bound && problem.pins.empty())
                problem.bound->record(problem.budget, search.time);
            return best;
        }
    }
    takeKnown(problem, control, info_.name, take);
    if ((best && best->recomputeTime() == 0) || control.shouldStop()) return best;
    const double least = best ? best->recomputeTime() : std::numeric_limits<double>::infinity();
    if (provedLeast(problem, control) >= least) return best;
    control.progress(-1, "integer program");
    solvePrograms(problem, control, best, takeRuns);
    return best;
}

std::vector<PlanPtr> Optimal::sweep(const Problem& problem, const Control& control,
                                    const PlanSink& found) const {
    std::vector<PlanPtr> plans;
    Problem at = problem;
    at.budget = baselinePeak(*problem.graph);
    // Down from the baseline: each plan's peak less a hundredth of what is left to the floor, at least a
    // byte.
    const std::int64_t floor = floorOf(*problem.graph).bytes.count();
    const std::int64_t step = std::max<std::int64_t>(1, (at.budget.count() - floor) / 64);
    while (at.budget.count() >= floor && !control.shouldStop()) {
        const PlanPtr plan = solve(at, control.withTimeLimit(sweepSeconds), {});
        if (!plan) break;
        plans.push_back(plan);
        if (found) found(plan);
        at.budget = plan->peak() - Bytes(step);
        at.starts = problem.starts;
    }
    return plans;
}

std::optional<LeastBudget> Optimal::least(const Problem& problem, const Control& control) const {
    static const GreedyEvict greedy;
    Problem at = problem;
    at.options.clear();
    auto least = greedy.least(at, control);
    PlanPtr plan = least ? named(*least->plan, info_.name, problem.seed) : nullptr;
    at.budget = plan ? plan->peak() - Bytes(1) : baselinePeak(*problem.graph);
    while (at.budget >= floorOf(*problem.graph).bytes && !control.shouldStop()) {
        const PlanPtr lower = solve(at, control.withTimeLimit(sweepSeconds), {});
        if (!lower) break;
        plan = lower;
        at.budget = plan->peak() - Bytes(1);
    }
    if (!plan) return std::nullopt;
    return LeastBudget{plan->peak(), std::nullopt, plan};
}

}  // namespace reforward
