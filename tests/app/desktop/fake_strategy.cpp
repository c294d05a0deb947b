// SPDX-License-Identifier: Apache-2.0
#include "tests/app/desktop/fake_strategy.h"

#include <thread>

#include "core/plan/schedule.h"

namespace reforward::tests {

namespace {

constexpr std::uint32_t sparsest = 6;

void waitUntilStopped(const Control& control) {
    while (!control.shouldStop())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

FakeStrategy::FakeStrategy(std::string name) {
    info_.name = name;
    info_.title = "Fake " + name;
    info_.sentence = "Keeps every n-th vertex.";
}

std::vector<PlanPtr> FakeStrategy::plans(const Graph& graph) const {
    std::vector<PlanPtr> all;
    for (std::uint32_t every = 1; every <= sparsest; ++every) {
        std::vector<bool> keep(graph.vertexCount()), retain(graph.vertexCount());
        for (VertexId v = 0; v < graph.vertexCount(); ++v)
            keep[v] = graph.position(v) % every == 0;
        all.push_back(
            std::make_shared<const Plan>(makePlan(graph, info_.name, scheduleFromBits(graph, keep, retain))));
    }
    return all;
}

PlanPtr FakeStrategy::answer(const Graph& graph, Bytes budget) const {
    PlanPtr cheapest;
    for (const PlanPtr& plan : plans(graph)) {
        if (plan->peak() > budget) continue;
        if (!cheapest || plan->recomputeTime() < cheapest->recomputeTime()) cheapest = plan;
    }
    return cheapest;
}

PlanPtr FakeStrategy::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    ++solves;
    const int now = ++running;
    int most = mostRunning;
    while (now > most && !mostRunning.compare_exchange_weak(most, now)) {
    }
    if (stuck) waitUntilStopped(control);
    const PlanPtr plan = stuck ? nullptr : answer(*problem.graph, problem.budget);
    if (plan && better) better(plan);
    if (slow) waitUntilStopped(control);
    --running;
    return plan;
}

std::vector<PlanPtr> FakeStrategy::sweep(const Problem& problem, const Control&,
                                         const PlanSink& found) const {
    std::vector<PlanPtr> all = plans(*problem.graph);
    for (const PlanPtr& plan : all) {
        if (found) found(plan);
    }
    return all;
}

std::optional<LeastBudget> FakeStrategy::least(const Problem& problem, const Control&) const {
    PlanPtr smallest;
    for (const PlanPtr& plan : plans(*problem.graph)) {
        if (!smallest || plan->peak() < smallest->peak()) smallest = plan;
    }
    return LeastBudget{smallest->peak(), std::nullopt, smallest};
}

}  // namespace reforward::tests
