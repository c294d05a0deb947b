// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/liveness_exact.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/strategies/segments.h"
#include "core/strategies/stage_source.h"

namespace reforward {

namespace {

// Budgets of a sweep, evenly from the least to the baseline peak.
constexpr std::size_t sweepBudgets = 40;

struct Setting {
    Setting(const StrategyInfo& info, const Problem& problem, const Control& control)
        : vertices(*problem.graph),
          family(vertices,
                 lowerSetsFor(vertices, std::get<std::string>(option(info, problem, "lower-sets")) == "all",
                              control)),
          source(*problem.graph, family),
          fixed(problem.graph->fixedBytes().count()) {}

    VertexGraph vertices;
    SetFamily family;
    StageSource source;
    std::int64_t fixed;
};

PlanPtr planOf(const StrategyInfo& info, const Problem& problem, const Setting& s, const SetPath& path,
               Bytes budget) {
    Plan plan = planFromSegments(*problem.graph, info.name, segmentsOf(s.family, path));
    plan.options = problem.options;
    plan.seed = problem.seed;
    if (budget < Bytes::max()) plan.budget = budget;
    return std::make_shared<const Plan>(std::move(plan));
}

std::optional<TimedPath> pathWithin(Setting& s, Bytes budget, const Control& control) {
    const std::int64_t bytes = std::min(budget.count() - s.fixed, unreachable);
    if (bytes < 0) return std::nullopt;
    return timedPath(s.source, bytes, Sense::leastTime, control);
}

}  // namespace

LivenessExact::LivenessExact()
    : info_{"liveness-exact",
            "Liveness-exact DP",
            "The canonical dynamic program with each stage's true peak instead of the published formula.",
            "canonical strategies of its family, up to values counted longer than they live",
            {{"lower-sets",
              "The family of lower sets: those of ancestors, or all.",
              std::string("ancestors"),
              {"ancestors", "all"},
              0,
              0}},
            false,
            600} {}

std::optional<std::string> LivenessExact::notApplicable(const Graph& graph) const {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

PlanPtr LivenessExact::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    Setting s(info_, problem, control);
    PlanPtr plan;
    if (const auto path = pathWithin(s, problem.budget, control)) {
        plan = planOf(info_, problem, s, path->path, problem.budget);
    } else if (const auto least = leastPeakPath(s.source, unreachable, control)) {
        // The program's peak is an upper bound: the plan of least peak may fit all the same when replayed.
        const PlanPtr tight = planOf(info_, problem, s, least->path, problem.budget);
        if (tight->peak() <= problem.budget) plan = tight;
    }
    if (plan && better) better(plan);
    return plan;
}

std::vector<PlanPtr> LivenessExact::sweep(const Problem& problem, const Control& control,
                                          const PlanSink& found) const {
    Setting s(info_, problem, control);
    std::vector<PlanPtr> plans;
    const auto least = leastPeakPath(s.source, unreachable, control);
    if (!least) return plans;
    const std::int64_t from = least->peak + s.fixed;
    const std::int64_t to = std::max(from, baselinePeak(*problem.graph).count());
    // From keep-all down: the plans people look at first.
    const auto budget = [&](std::size_t k) {
        const double share = static_cast<double>(sweepBudgets - 1 - k) / (sweepBudgets - 1);
        return Bytes(from + static_cast<std::int64_t>(static_cast<double>(to - from) * share));
    };
    std::vector<PlanPtr> made(sweepBudgets);
    inOrder(
        sweepBudgets, s.source.prepare(control) ? 0 : 1, control,
        [&](std::size_t k) {
            if (const auto path = pathWithin(s, budget(k), control)) {
                made[k] = planOf(info_, problem, s, path->path, budget(k));
            }
        },
        [&](std::size_t k) {
            control.progress(static_cast<double>(k + 1) / sweepBudgets, info_.title);
            if (!made[k]) return;
            plans.push_back(made[k]);
            if (found) found(made[k]);
        });
    return plans;
}

std::optional<LeastBudget> LivenessExact::least(const Problem& problem, const Control& control) const {
    Setting s(info_, problem, control);
    const auto path = leastPeakPath(s.source, unreachable, control);
    if (!path) return std::nullopt;
    const PlanPtr plan = planOf(info_, problem, s, path->path, Bytes(path->peak + s.fixed));
    return LeastBudget{plan->peak(), std::nullopt, plan};
}

}  // namespace reforward
