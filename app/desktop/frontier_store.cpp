// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/frontier_store.h"

#include <algorithm>

#include "app/desktop/failure.h"

namespace reforward {

namespace {

/// Past this a strategy's frontier is left incomplete, so that one slow strategy does not starve the rest.
constexpr double secondsForEach = 20;
constexpr int gatherMilliseconds = 40;

Problem problemOf(const std::shared_ptr<const Graph>& graph) {
    Problem problem;
    problem.graph = graph;
    return problem;
}

/// A sweep that throws (it does not apply, or it is out of memory) says why instead of ending all sweeps.
Frontier sweepOrReason(const Strategy& strategy, const Problem& problem, const Control& control,
                       const PlanSink& found) {
    try {
        return sweep(strategy, problem, control, found);
    } catch (const std::exception&) {
        Frontier frontier;
        frontier.strategy = strategy.info().name;
        const Error error = toError(std::current_exception());
        if (error.kind() != ErrorKind::interrupted) frontier.notApplicable = error.context().reason;
        return frontier;
    }
}

}  // namespace

FrontierStore::FrontierStore(QObject* parent) : QObject(parent) {
    gather_.setSingleShot(true);
    gather_.setInterval(gatherMilliseconds);
    connect(&gather_, &QTimer::timeout, this, &FrontierStore::changed);
    connect(&lane_, &JobLane::busyChanged, this, &FrontierStore::busyChanged);
    connect(&lane_, &JobLane::progressed, this, &FrontierStore::progressed);
}

void FrontierStore::start(const std::shared_ptr<const Graph>& graph,
                          const std::vector<const Strategy*>& strategies) {
    frontiers_.clear();
    for (const Strategy* each : strategies)
        frontiers_.push_back({each->info().name, {}, {}, false});
    emit changed();
    lane_.request(
        [this, graph, strategies, cache = cache_](const JobLane::Job& job) {
            const Problem problem = problemOf(graph);
            for (std::size_t i = 0; i < strategies.size() && !job.control().shouldStop(); ++i) {
                const Strategy& strategy = *strategies[i];
                auto frontier = cache->find(strategy, problem);
                if (!frontier) {
                    const PlanSink found = [&](const PlanPtr& plan) {
                        job.post([this, plan, name = strategy.info().name] { add(plan, name); });
                    };
                    frontier = std::make_shared<const Frontier>(
                        sweepOrReason(strategy, problem, job.control().withTimeLimit(secondsForEach), found));
                    if (frontier->complete) cache->insert(strategy, problem, frontier);
                }
                job.post([this, i, frontier] { take(i, *frontier); });
            }
        },
        [](const std::exception_ptr&) {});
}

void FrontierStore::clear() {
    lane_.discard();
    frontiers_.clear();
    emit changed();
}

const Frontier* FrontierStore::find(const std::string& strategy) const {
    const auto found = std::ranges::find(frontiers_, strategy, &Frontier::strategy);
    return found == frontiers_.end() ? nullptr : &*found;
}

Frontier* FrontierStore::findMutable(const std::string& strategy) {
    const auto found = std::ranges::find(frontiers_, strategy, &Frontier::strategy);
    return found == frontiers_.end() ? nullptr : &*found;
}

PlanPtr FrontierStore::cheapestWithin(const std::string& strategy, Bytes budget) const {
    const Frontier* const frontier = find(strategy);
    return frontier ? frontier->pareto.cheapestWithin(budget) : nullptr;
}

PlanPtr FrontierStore::leastPeak() const {
    PlanPtr least;
    for (const Frontier& frontier : frontiers_) {
        const PlanPtr plan = frontier.pareto.leastPeak();
        if (plan && (!least || plan->peak() < least->peak())) least = plan;
    }
    return least;
}

void FrontierStore::add(const PlanPtr& plan, const std::string& strategy) {
    Frontier* const frontier = findMutable(strategy);
    if (frontier && frontier->pareto.insert(plan) && !gather_.isActive()) gather_.start();
}

void FrontierStore::take(std::size_t index, const Frontier& frontier) {
    Frontier& mine = frontiers_[index];
    for (const PlanPtr& plan : frontier.pareto.plans())
        mine.pareto.insert(plan);
    mine.notApplicable = frontier.notApplicable;
    mine.complete = frontier.complete;
    if (!gather_.isActive()) gather_.start();
}

}  // namespace reforward
