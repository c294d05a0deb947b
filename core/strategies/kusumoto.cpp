// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/kusumoto.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/strategies/published_source.h"
#include "core/strategies/segments.h"

namespace reforward {

namespace {

// Budgets of a sweep: from the least in steps of 5% to 2 M(V), which any single segment needs at most.
constexpr double gridStep = 1.05;

// The sets and transitions of one graph, for one call.
struct Setting {
    Setting(const Graph& graph, bool exact, const Control& control)
        : vertices(graph), family(vertices, lowerSetsFor(vertices, exact, control)), source(family) {}

    VertexGraph vertices;
    SetFamily family;
    PublishedSource source;
};

std::int64_t wholeBudget(const Setting& s) {
    return 2 * s.vertices.totalMemory();
}

PlanPtr planOf(const Kusumoto& strategy, const Problem& problem, const Setting& s, const SetPath& path,
               std::optional<std::int64_t> budget) {
    Plan plan = planFromSegments(*problem.graph, strategy.info().name, segmentsOf(s.family, path));
    const PublishedChain chain = publishedChain(s.source, path);
    plan.published = PublishedFigures{Bytes(chain.peak), chain.time};
    plan.seed = problem.seed;
    if (budget) plan.budget = Bytes(*budget);
    plan.budgetIsPublished = budget.has_value();
    return std::make_shared<const Plan>(std::move(plan));
}

// A time that the exact family can reach at this budget, from the far smaller ancestor family.
double knownTime(const Graph& graph, std::int64_t budget, const Control& control) {
    Setting ancestors(graph, false, control);
    const auto path = timedPath(ancestors.source, budget, Sense::leastTime, control);
    return path ? path->time : std::numeric_limits<double>::infinity();
}

std::optional<PeakPath> leastOf(Setting& s, const Graph& graph, bool exact, const Control& control) {
    std::int64_t known = wholeBudget(s);
    if (exact) {
        Setting ancestors(graph, false, control);
        if (const auto path = leastPeakPath(ancestors.source, known, control)) known = path->peak;
    }
    return leastPeakPath(s.source, known, control);
}

}  // namespace

Kusumoto::Kusumoto(Family family, Sense sense) : family_(family), sense_(sense) {
    const bool exact = family == Family::exact;
    const bool time = sense == Sense::leastTime;
    info_.name = std::string("kusumoto-") + (exact ? "exact-" : "approx-") + (time ? "tc" : "mc");
    info_.title = std::string("Kusumoto ") + (exact ? "exact" : "approximate") + " DP, " +
                  (time ? "time-centric" : "memory-centric");
    info_.sentence = std::string("Dynamic programming over ") +
                     (exact ? "all lower sets" : "the ancestor sets") +
                     (time ? ", least overhead" : ", most overhead, so that liveness analysis frees more") +
                     " within a budget on the published formula.";
    if (time)
        info_.optimalFor = exact ? "canonical strategies, by the published formulas"
                                 : "canonical strategies of the ancestor family, by the published formulas";
    info_.budgetIsPublished = true;
}

std::optional<std::string> Kusumoto::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

PlanPtr Kusumoto::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    const bool exact = family_ == Family::exact;
    Setting s(*problem.graph, exact, control);
    const std::int64_t budget = std::min(problem.budget.count(), unreachable);
    const double known = exact && sense_ == Sense::leastTime ? knownTime(*problem.graph, budget, control)
                                                             : std::numeric_limits<double>::infinity();
    const auto path = timedPath(s.source, budget, sense_, control, known);
    if (!path) return nullptr;
    PlanPtr plan = planOf(*this, problem, s, path->path, problem.budget.count());
    if (better) better(plan);
    return plan;
}

std::vector<PlanPtr> Kusumoto::sweep(const Problem& problem, const Control& control,
                                     const PlanSink& found) const {
    Setting s(*problem.graph, family_ == Family::exact, control);
    std::vector<PlanPtr> plans;
    const auto least = leastOf(s, *problem.graph, family_ == Family::exact, control);
    if (!least) return plans;
    std::vector<std::int64_t> budgets{least->peak};
    while (budgets.back() < wholeBudget(s)) {
        const double next = gridStep * static_cast<double>(budgets.back());
        budgets.push_back(
            std::min(wholeBudget(s), std::max(budgets.back() + 1, static_cast<std::int64_t>(next))));
    }
    std::vector<PlanPtr> made(budgets.size());
    inOrder(
        budgets.size(), 0, control,
        [&](std::size_t k) {
            if (const auto path = timedPath(s.source, budgets[k], sense_, control)) {
                made[k] = planOf(*this, problem, s, path->path, budgets[k]);
            }
        },
        [&](std::size_t k) {
            control.progress(static_cast<double>(k + 1) / static_cast<double>(budgets.size()), info_.title);
            if (!made[k]) return;
            plans.push_back(made[k]);
            if (found) found(made[k]);
        });
    return plans;
}

std::optional<LeastBudget> Kusumoto::least(const Problem& problem, const Control& control) const {
    Setting s(*problem.graph, family_ == Family::exact, control);
    const auto path = leastOf(s, *problem.graph, family_ == Family::exact, control);
    if (!path) return std::nullopt;
    const Bytes peak(path->peak);
    return LeastBudget{peak, peak, planOf(*this, problem, s, path->path, path->peak)};
}

}  // namespace reforward
