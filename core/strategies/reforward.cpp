// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/reforward.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/plan/pareto_plans.h"
#include "core/plan/schedule.h"
#include "core/strategies/reforward_mending.h"

namespace reforward {

namespace {

// Limits tried for candidates. Small graphs have fewer answers than this; on larger ones more would not be
// seen in a chart, and each plan has to be replayed, which takes long where there are many vertices.
constexpr std::size_t mostLimits = 250, fewestLimits = 20;
constexpr std::size_t verticesReplayed = 500'000;

std::size_t limitsFor(const VertexGraph& graph) {
    return std::clamp(verticesReplayed / std::max<std::size_t>(1, graph.size()), fewestLimits, mostLimits);
}

// Limits of even ratios from the least value to all of them.
std::vector<std::int64_t> mendingLimits(const VertexGraph& graph, std::size_t count) {
    std::int64_t least = graph.totalMemory();
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        if (graph.memory(v) > 0) least = std::min(least, graph.memory(v));
    }
    std::vector<std::int64_t> limits;
    if (least == 0) return limits;
    const double ratio = static_cast<double>(graph.totalMemory()) / static_cast<double>(least);
    for (std::size_t k = 0; k < count; ++k) {
        const double limit =
            static_cast<double>(least) * std::pow(ratio, static_cast<double>(k) / static_cast<double>(count));
        if (limits.empty() || static_cast<std::int64_t>(limit) > limits.back())
            limits.push_back(static_cast<std::int64_t>(limit));
    }
    return limits;
}

struct Setting {
    Setting(const Graph& graph, const Control& control)
        : vertices(graph), division(divide(vertices, control)), solver(vertices, division) {}

    // A chain is one series of edges: the linear solver's answers are the best there are.
    bool isChain() const {
        const auto& parts = division.parts;
        return parts.back().kind != Division::Kind::other && parts.size() == parts.back().childCount + 1;
    }
    // By objective ascending.
    std::vector<Reforwarding> candidates(const Control& control);
    Reforwarding least(const Control& control);

    VertexGraph vertices;
    Division division;
    GeneralSolver solver;
};

std::vector<Reforwarding> Setting::candidates(const Control& control) {
    std::vector<Reforwarding> all = solver.candidates(limitsFor(vertices), control);
    if (!isChain()) {
        for (Reforwarding& answer : all)
            answer = mended(vertices, division, std::move(answer), 0);
        for (const std::int64_t limit : mendingLimits(vertices, limitsFor(vertices) / 4)) {
            if (control.shouldStop()) break;
            all.push_back(mended(vertices, division, solver.solve(limit), limit));
        }
    }
    std::sort(all.begin(), all.end(), [](const Reforwarding& a, const Reforwarding& b) {
        if (a.objective() != b.objective()) return a.objective() < b.objective();
        return a.recomputeTime != b.recomputeTime ? a.recomputeTime < b.recomputeTime : a.kept < b.kept;
    });
    all.erase(std::unique(all.begin(), all.end(),
                          [](const Reforwarding& a, const Reforwarding& b) { return a.kept == b.kept; }),
              all.end());
    return all;
}

Reforwarding Setting::least(const Control& control) {
    return isChain() ? solver.least(control) : candidates(control).front();
}

// The vertices that one recompute makes together with v: reached from it over edges between vertices that are
// not kept.
std::vector<std::uint32_t> segmentAround(const VertexGraph& graph, const std::vector<bool>& kept,
                                         std::uint32_t v) {
    std::vector<std::uint32_t> segment{v};
    std::vector<bool> seen(graph.size());
    seen[v] = true;
    const auto visit = [&](std::uint32_t w) {
        if (kept[w] || seen[w]) return;
        seen[w] = true;
        segment.push_back(w);
    };
    for (std::size_t k = 0; k < segment.size(); ++k) {
        std::ranges::for_each(graph.predecessors(segment[k]), visit);
        std::ranges::for_each(graph.successors(segment[k]), visit);
    }
    return segment;
}

// What is not kept runs again, once, when the first backward that reads it is due, with all that this needs.
// The segment behind which the backward pass begins stays instead: it would be made again at once.
Schedule scheduleOf(const Graph& graph, const VertexGraph& vertices, std::vector<bool> kept) {
    for (auto v = static_cast<std::uint32_t>(kept.size()); v-- > 0;) {
        if (kept[v]) continue;
        for (const std::uint32_t w : segmentAround(vertices, kept, v))
            kept[w] = true;
        break;
    }
    std::vector<bool> keep(graph.vertexCount());
    for (std::uint32_t v = 0; v < kept.size(); ++v)
        keep[vertices.original(v)] = kept[v];
    return scheduleFromBits(graph, keep, std::vector<bool>(graph.vertexCount(), true));
}

PlanPtr planOf(const Reforward& strategy, const Problem& problem, const Setting& s,
               const Reforwarding& answer, Bytes budget) {
    Plan plan =
        makePlan(*problem.graph, strategy.info().name, scheduleOf(*problem.graph, s.vertices, answer.kept));
    plan.published = PublishedFigures{Bytes(answer.objective()), answer.recomputeTime};
    plan.seed = problem.seed;
    plan.budget = budget;
    plan.budgetIsPublished = true;
    return std::make_shared<const Plan>(std::move(plan));
}

bool isChain(const Graph& graph) {
    const VertexGraph vertices(graph);
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        const auto before = vertices.predecessors(v);
        if (before.size() != (v > 0 ? 1U : 0U) || (v > 0 && before.front() + 1 != v)) return false;
    }
    return true;
}

}  // namespace

Reforward::Reforward(Family family) : family_(family) {
    const bool linear = family == Family::linear;
    info_.name = linear ? "reforward-linear" : "reforward-general";
    info_.title = linear ? "Re-forwarding, linear" : "Re-forwarding, general";
    info_.sentence = linear ? "Feng & Huang's shortest paths over a chain: least kept bytes plus largest "
                              "segment."
                            : "Feng & Huang's division into independent segments: least kept bytes plus "
                              "largest segment.";
    if (linear) info_.optimalFor = "chains, by the published objective";
    info_.budgetIsPublished = true;
}

std::optional<std::string> Reforward::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    if (family_ == Family::linear && !isChain(graph)) return "it plans chains; use reforward-general";
    return std::nullopt;
}

PlanPtr Reforward::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    Setting s(*problem.graph, control);
    const Reforwarding* cheapest = nullptr;
    const auto candidates = s.candidates(control);
    for (const Reforwarding& answer : candidates) {
        if (Bytes(answer.objective()) > problem.budget) continue;
        if (!cheapest || answer.recomputeTime < cheapest->recomputeTime) cheapest = &answer;
    }
    if (!cheapest) return nullptr;
    PlanPtr plan = planOf(*this, problem, s, *cheapest, problem.budget);
    if (better) better(plan);
    return plan;
}

std::vector<PlanPtr> Reforward::sweep(const Problem& problem, const Control& control,
                                      const PlanSink& found) const {
    Setting s(*problem.graph, control);
    const auto candidates = s.candidates(control);
    std::vector<PlanPtr> made(candidates.size());
    ParetoPlans plans;
    inOrder(
        candidates.size(), 0, control,
        [&](std::size_t k) {
            made[k] = planOf(*this, problem, s, candidates[k], Bytes(candidates[k].objective()));
        },
        [&](std::size_t k) {
            control.progress(static_cast<double>(k + 1) / static_cast<double>(candidates.size()),
                             info_.title);
            plans.insert(made[k]);
            if (found) found(made[k]);
        });
    return plans.plans();
}

std::optional<LeastBudget> Reforward::least(const Problem& problem, const Control& control) const {
    Setting s(*problem.graph, control);
    const Reforwarding answer = s.least(control);
    const Bytes objective(answer.objective());
    return LeastBudget{objective, objective, planOf(*this, problem, s, answer, objective)};
}

}  // namespace reforward
