// SPDX-License-Identifier: Apache-2.0
//
// Passes of greedy eviction (eviction_run.h) under a budget and a little less: what a pass evicts too much
// under less is mended under the whole budget (slack.h), which often ends cheaper than the exact pass. After
// the passes without chance come shaken ones: each vertex's scores times a number between 1/2 and 2.
#include "core/strategies/greedy_evict.h"

#include <algorithm>
#include <array>
#include <random>

#include "core/strategies/slack.h"

namespace reforward {

namespace {

double recomputeTimeOf(const Graph& graph, const std::vector<Run>& runs) {
    std::vector<std::uint8_t> ran(graph.vertexCount());
    double time = 0;
    for (const Run& run : runs) {
        if (run.kind != StepKind::forward) continue;
        if (ran[run.vertex]) time += graph.time(run.vertex);
        ran[run.vertex] = 1;
    }
    return time;
}

using Distance = EvictionRule::Distance;

constexpr double coarse = 0.03, fine = 0.002;

// What pass number `pass` does. `share` of the budget is what it evicts to.
struct PassKind {
    double share;
    Distance distance;
    double coarseness;
};
constexpr std::array<PassKind, 8> firstPasses{{{1, Distance::plain, coarse},
                                               {1, Distance::none, fine},
                                               {0.95, Distance::plain, coarse},
                                               {0.97, Distance::root, fine},
                                               {1, Distance::root, coarse},
                                               {0.99, Distance::plain, fine},
                                               {0.92, Distance::none, fine},
                                               {0.88, Distance::root, coarse}}};
constexpr std::array<double, 6> shares{1, 0.99, 0.97, 0.95, 0.92, 0.88};

// Between 1/2 and 2. Made of exact operations only, so the same on any machine.
double shaken(std::mt19937& random) {
    const double up = 1 + static_cast<double>(random() % 1024) / 1024;
    return up / (1 + static_cast<double>(random() % 1024) / 1024);
}

class Passes {
  public:
    Passes(const Graph& graph, Bytes budget, const Pins& pins, const GreedyEvictOptions& options,
           const Control& control, const std::function<void(const std::vector<Run>&)>& better)
        : graph_(graph),
          budget_(budget),
          pins_(pins),
          options_(options),
          control_(control),
          better_(better),
          planner_(graph, pins, options.order),
          random_(static_cast<std::uint32_t>(options.seed)) {}

    std::optional<std::vector<Run>> best() {
        for (int pass = 0; pass < options_.passes && !done(); ++pass)
            pass < static_cast<int>(firstPasses.size()) ? first(pass) : shake();
        // Whatever is kept between steps may be what does not fit.
        for (const double retained : {0.5, 0.25, 0.0}) {
            if (best_ || control_.shouldStop()) break;
            EvictionRule rule = ruleOf(Distance::plain, fine);
            rule.retained = retained;
            take(1, rule);
        }
        return std::move(best_);
    }

  private:
    bool done() const { return control_.shouldStop() || (best_ && bestTime_ == 0); }

    EvictionRule ruleOf(Distance distance, double coarseness) const {
        EvictionRule rule;
        rule.score = options_.score;
        rule.distance = options_.score == EvictionRule::Score::dtr ? Distance::plain : distance;
        rule.coarseness = coarseness;
        return rule;
    }
    void first(int pass) {
        const PassKind& kind = firstPasses[static_cast<std::size_t>(pass)];
        take(kind.share, ruleOf(kind.distance, kind.coarseness));
    }
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    // One in five anew, the others near the best so far.
    void shake() {
        if (best_ && pick(5) != 0) {
            shakeBest();
            return;
        }
        const auto distance = static_cast<Distance>(pick(3));
        EvictionRule rule = ruleOf(distance, pick(2) && stuckAt(coarse) < 1 ? coarse : fine);
        rule.weights.resize(graph_.vertexCount());
        for (double& weight : rule.weights)
            weight = shaken(random_);
        take(anyShare(rule), rule);
    }
    void shakeBest() {
        EvictionRule rule = bestRule_;
        rule.weights.resize(graph_.vertexCount(), 1);
        const int part = 2 + pick(30);
        for (double& weight : rule.weights) {
            if (pick(part) == 0) weight = shaken(random_);
        }
        take(pick(4) ? bestShare_ : anyShare(rule), rule);
    }
    // One at which no pass got stuck, or 1.
    double anyShare(const EvictionRule& rule) {
        const double share = shares[static_cast<std::size_t>(pick(static_cast<int>(shares.size())))];
        return share > stuckAt(rule.coarseness) ? share : 1;
    }

    // A pass that gets stuck takes long about it, and less room would be no better.
    double& stuckAt(double coarseness) { return stuckAt_[coarseness == coarse ? 1 : 0]; }

    Bytes budgetAt(double share) const {
        if (share == 1) return budget_;
        const auto room = static_cast<double>((budget_ - graph_.fixedBytes()).count());
        return graph_.fixedBytes() + Bytes(static_cast<std::int64_t>(room * share));
    }

    void take(double share, const EvictionRule& rule) {
        if (share < 1 && share <= stuckAt(rule.coarseness)) return;
        const auto runs = planner_.runs(budgetAt(share), rule, control_);
        if (!runs) {
            stuckAt(rule.coarseness) = std::max(stuckAt(rule.coarseness), share);
            return;
        }
        auto mended = withoutNeedlessRuns(graph_, *runs, budget_, pins_, control_);
        const double time = recomputeTimeOf(graph_, mended);
        if (best_ && bestTime_ < time) return;
        // Of equals the newer: its neighbours were not looked at yet.
        bestRule_ = rule;
        bestShare_ = share;
        if (best_ && bestTime_ == time) return;
        best_ = std::move(mended);
        bestTime_ = time;
        if (better_) better_(*best_);
    }

    const Graph& graph_;
    const Bytes budget_;
    const Pins& pins_;
    const GreedyEvictOptions& options_;
    const Control& control_;
    const std::function<void(const std::vector<Run>&)>& better_;
    const EvictionPlanner planner_;
    std::mt19937 random_;
    std::array<double, 2> stuckAt_{};
    std::optional<std::vector<Run>> best_;
    double bestTime_ = 0;
    EvictionRule bestRule_;
    double bestShare_ = 1;
};

// Passes at the levels of a sweep; a solve at its own budget takes those of its option.
constexpr int levelPasses = 8;
// Levels between the floor and the baseline. A span of fewer bytes is gone through byte by byte.
constexpr std::int64_t levels = 128;
// Of those, how many below its own budget a solve on a large graph tries.
constexpr std::size_t levelsBelow = 8;

std::vector<Bytes> levelsOf(const Graph& graph) {
    const std::int64_t floor = floorOf(graph).bytes.count(), baseline = baselinePeak(graph).count();
    const std::int64_t step = std::max<std::int64_t>(1, (baseline - floor + levels - 1) / levels);
    std::vector<Bytes> all;
    for (std::int64_t budget = floor; budget < baseline; budget += step)
        all.emplace_back(budget);
    all.emplace_back(baseline);
    return all;
}

// The levels in the order in which they are worth trying for a budget.
std::vector<Bytes> levelsFor(const Graph& graph, Bytes budget, bool& byteByByte) {
    std::vector<Bytes> all = levelsOf(graph);
    byteByByte = all.size() < 2 || all[1] - all[0] == Bytes(1);
    const auto above = std::upper_bound(all.begin(), all.end(), budget);
    std::reverse(all.begin(), above);
    return all;
}

}  // namespace

std::optional<std::vector<Run>> greedyEvictRuns(const Graph& graph, Bytes budget, const Pins& pins,
                                                const GreedyEvictOptions& options, const Control& control,
                                                const std::function<void(const std::vector<Run>&)>& better) {
    if (budget < graph.fixedBytes()) return std::nullopt;
    // Nothing needs as much as this, and shares of it are exact enough to count with.
    const Bytes enough = std::min(budget, Bytes(std::int64_t{1} << 62));
    return Passes(graph, enough, pins, options, control, better).best();
}

GreedyEvict::GreedyEvict()
    : info_{"greedy-evict",
            "Greedy eviction",
            "Runs the step as it is and, whenever a value does not fit, evicts the one that is cheapest to "
            "make "
            "again for its bytes and the time to its next use (Kirisame et al. 2021, with the future known); "
            "then holds again what fits after all.",
            "",
            {{"score", "what an eviction is weighed by", std::string("next-use"), {"next-use", "dtr"}, 0, 0},
             {"passes", "passes with shaken scores at the budget", std::int64_t{200}, {}, 1, 1'000'000}},
            false,
            600,
            true} {}

namespace {

class Finder {
  public:
    Finder(const StrategyInfo& info, const Problem& problem, const Control& control)
        : info_(info), problem_(problem), control_(control) {
        options_.score = std::get<std::string>(option(info, problem, "score")) == "dtr"
                             ? EvictionRule::Score::dtr
                             : EvictionRule::Score::nextUse;
        options_.seed = problem.seed;
    }
    GreedyEvictOptions& options() { return options_; }

    // All that one level's passes improve goes to `take`.
    void at(Bytes budget, const PlanSink& take) const {
        const Graph& graph = *problem_.graph;
        greedyEvictRuns(graph, budget, problem_.pins, options_, control_, [&](const std::vector<Run>& runs) {
            auto plan = makePlan(graph, info_.name, withFrees(graph, runs));
            plan.seed = problem_.seed;
            take(std::make_shared<const Plan>(std::move(plan)));
        });
    }

  private:
    const StrategyInfo& info_;
    const Problem& problem_;
    const Control& control_;
    GreedyEvictOptions options_;
};

}  // namespace

PlanPtr GreedyEvict::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    const Graph& graph = *problem.graph;
    Finder finder(info_, problem, control);
    PlanPtr best;
    const auto take = [&](const PlanPtr& plan) {
        if (plan->peak() > problem.budget) return;
        if (best && (best->recomputeTime() < plan->recomputeTime() ||
                     (best->recomputeTime() == plan->recomputeTime() && best->peak() <= plan->peak()))) {
            return;
        }
        best = plan;
        if (better) better(best);
    };
    bool byteByByte = false;
    const std::vector<Bytes> tried =
        levelsFor(graph, std::min(problem.budget, baselinePeak(graph)), byteByByte);
    if (!byteByByte) {
        finder.options().passes = static_cast<int>(std::get<std::int64_t>(option(info_, problem, "passes")));
        finder.at(problem.budget, take);
    }
    finder.options().passes = levelPasses;
    int above = 0;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        if (control.shouldStop() || (best && best->recomputeTime() == 0)) break;
        // On large graphs far lower levels have nothing for this budget.
        if (!byteByByte && best && i >= levelsBelow) break;
        // A plan made for a little more may still fit; on large graphs that is for when nothing else does.
        if (tried[i] > problem.budget && !byteByByte && (best || ++above > 3)) break;
        control.progress(static_cast<double>(i) / static_cast<double>(tried.size()), info_.title);
        finder.at(tried[i], take);
    }
    return best;
}

std::vector<PlanPtr> GreedyEvict::sweep(const Problem& problem, const Control& control,
                                        const PlanSink& found) const {
    Finder finder(info_, problem, control);
    finder.options().passes = levelPasses;
    std::vector<PlanPtr> front;
    const auto take = [&](const PlanPtr& plan) {
        if (std::any_of(front.begin(), front.end(), [&](const PlanPtr& p) { return dominates(*p, *plan); }))
            return;
        std::erase_if(front, [&](const PlanPtr& p) { return dominates(*plan, *p); });
        front.push_back(plan);
        if (found) found(plan);
    };
    std::vector<Bytes> all = levelsOf(*problem.graph);
    std::reverse(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (control.shouldStop()) break;
        control.progress(static_cast<double>(i) / static_cast<double>(all.size()), info_.title);
        finder.at(all[i], take);
    }
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a->peak() > b->peak(); });
    return front;
}

std::optional<LeastBudget> GreedyEvict::least(const Problem& problem, const Control& control) const {
    Finder finder(info_, problem, control);
    finder.options().passes = levelPasses;
    // The plan of least peak that the passes at this budget find.
    const auto lowestAt = [&](Bytes budget) {
        PlanPtr lowest;
        finder.at(budget, [&](const PlanPtr& plan) {
            if (!lowest || plan->peak() < lowest->peak()) lowest = plan;
        });
        return lowest;
    };
    bool byteByByte = false;
    std::optional<LeastBudget> least;
    const auto take = [&](Bytes budget, const PlanPtr& plan) {
        if (plan && (!least || plan->peak() < least->plan->peak()))
            least = LeastBudget{byteByByte ? plan->peak() : budget, std::nullopt, plan};
    };
    // From the floor up; among single bytes a level above may still have the lower plan.
    Bytes below = floorOf(*problem.graph).bytes;
    for (const Bytes level : levelsFor(*problem.graph, Bytes(0), byteByByte)) {
        if (control.shouldStop() || (least && !byteByByte)) break;
        take(level, lowestAt(level));
        if (!least) below = level;
    }
    // Between levels by halving.
    for (int i = 0; least && !byteByByte && i < 10 && !control.shouldStop(); ++i) {
        const Bytes middle = below + Bytes((least->budget - below).count() / 2);
        const PlanPtr plan = lowestAt(middle);
        if (plan) {
            least = LeastBudget{middle, std::nullopt, plan};
        } else {
            below = middle;
        }
    }
    // What it takes is known when the passes at the plan's own peak find it again.
    if (least && least->plan->peak() < least->budget && !byteByByte) {
        const Bytes peak = least->plan->peak();
        if (const PlanPtr again = lowestAt(peak)) least = LeastBudget{peak, std::nullopt, again};
    }
    return least;
}

}  // namespace reforward
