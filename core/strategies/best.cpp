// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/best.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "core/graph/lower_sets.h"
#include "core/strategies/block_plans.h"
#include "core/strategies/frontier_search.h"

namespace reforward {

namespace {

// Strategies whose plans join the search, the most useful first. Most serve small graphs only: on larger ones
// refinement finds better plans in the time they take.
struct Member {
    const char* name;
    OptionValues options;
    std::size_t mostVertices;
    bool allSets;  ///< looks at every lower set
};

const std::vector<Member>& members() {
    static const std::vector<Member> all{{"greedy-evict", {}, 200'000, false},
                                         {"liveness-exact", {}, 1000, false},
                                         {"chen-greedy", {}, 5000, false},
                                         {"liveness-exact", {{"lower-sets", std::string("all")}}, 300, true},
                                         {"reforward-general", {}, 60, false},
                                         {"rotor", {}, 60, false},
                                         {"min-cut", {}, 60, false},
                                         {"chen-sqrt", {}, 60, false},
                                         {"revolve", {}, 60, false},
                                         {"kusumoto-approx-tc", {}, 60, false},
                                         {"kusumoto-approx-mc", {}, 60, false},
                                         {"kusumoto-exact-tc", {}, 60, true},
                                         {"kusumoto-exact-mc", {}, 60, true},
                                         {"optimal", {}, 12, false}};
    return all;
}

// Above this many lower sets the members that look at all of them do not end in the portfolio's time.
constexpr std::size_t setsWorthTrying = 1500;
// Moves before anything else: a first answer within some 50 ms at 500 operations.
constexpr std::int64_t firstMoves = 20'000;
// Share of the time left that one member may take (more for greedy eviction, and in sweeps), and the least
// worth starting it for.
constexpr double memberShare = 0.05, startShare = 0.2, leastMemberSeconds = 0.02;
// With less time than this, members are asked only where refinement found nothing.
constexpr double secondsForMembers = 0.5;
// Of equal blocks: the share of the time left to plan the kinds; above how many operations they come first;
// how much dearer than the best plan one may be to start from; budgets of a sweep.
constexpr double blockShare = 0.15, worthStarting = 1.1;
constexpr std::uint32_t largeModel = 3000;
constexpr std::int64_t blockBudgets = 40;
// Part of the time for the bound before the search goes on, and from how many seconds on it is improved
// beside the search.
constexpr double boundShare = 0.1, secondsWorthABound = 1;

// Greedy eviction: joint graphs start from it, and forward ones gain most from it under tight budgets.
bool isGreedy(const Member& member) {
    return &member == &members().front();
}

bool isStart(const Member& member, const Graph& graph) {
    return graph.joint() && isGreedy(member);
}

std::vector<const Member*> membersFor(const Problem& problem, const Control& control) {
    const Graph& graph = *problem.graph;
    std::optional<bool> few;
    std::vector<const Member*> usable;
    for (const Member& m : members()) {
        const Strategy& s = strategy(m.name);
        if (s.notApplicable(graph) || graph.plannedCount() > m.mostVertices) continue;
        if (!problem.pins.empty() && !s.info().honoursPins) continue;
        if (m.allSets) {
            if (!few) few = countLowerSets(VertexGraph(graph), setsWorthTrying, control).has_value();
            if (!*few) continue;
        }
        usable.push_back(&m);
    }
    return usable;
}

// What does not apply to this graph after all (too many sets) is passed over; all else is an error.
template <class F>
void passOver(F&& f) {
    try {
        f();
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::notApplicable && e.kind() != ErrorKind::interrupted) throw;
    }
}

PlanPtr asBest(const PlanPtr& plan, const Problem& problem, std::optional<std::int64_t> moves) {
    Plan copy = *plan;
    copy.options.clear();
    copy.foundBy = plan->strategy == "best" ? "refined" : plan->strategy;
    copy.strategy = "best";
    copy.seed = problem.seed;
    copy.moves = moves;
    copy.budgetIsPublished = false;
    copy.budget = problem.budget < Bytes::max() ? std::optional(problem.budget) : std::nullopt;
    return std::make_shared<const Plan>(std::move(copy));
}

// The time one member may take. With a count of moves instead of a clock there is no limit, so that the
// answer stays the same everywhere.
Control memberControl(const Problem& problem, double share, const Control& control) {
    if (!limitedByClock(control) || problem.moves) return control;
    return control.withTimeLimit(std::max(leastMemberSeconds, share * control.secondsLeft()));
}

// Improves the bound beside the search, at the budget asked for; ends with the object.
class BoundBeside {
  public:
    BoundBeside(const Problem& problem, double seconds) {
        const bool clock = seconds < std::numeric_limits<double>::infinity();
        if (!problem.bound || !clock || seconds < secondsWorthABound) return;
        thread_ = std::jthread(
            [bound = problem.bound, budget = problem.budget, seconds](const std::stop_token& token) {
                bound->improve(budget, Control(token).withTimeLimit(seconds));
            });
    }

  private:
    std::jthread thread_;
};

class Portfolio {
  public:
    Portfolio(const Problem& problem, const Control& control, const PlanSink& better)
        : problem_(problem),
          control_(control),
          better_(better),
          model_(PlanSearch::modelOf(problem)),
          search_(problem, model_, "best") {}

    PlanPtr solve() {
        const auto moves = movesFor(problem_, *model_, control_);
        const auto usable = membersFor(problem_, control_);
        // Joint graphs have no cut to start from: greedy eviction's plan comes first.
        if (!usable.empty() && isStart(*usable.front(), *problem_.graph)) ask(*usable.front());
        // In large graphs a walk from the cut takes long to reach what equal blocks give at once.
        const bool large = model_->operations() > largeModel;
        if (large) askBlocks();
        search(moves ? std::min(*moves, firstMoves) : firstMoves);
        if (!large && !done()) askBlocks();
        proveSingleInstants();
        {
            const BoundBeside beside(problem_, done() ? 0 : control_.secondsLeft());
            for (const Member* m : usable) {
                if (done() || (best_ && control_.secondsLeft() < secondsForMembers)) break;
                if (!isStart(*m, *problem_.graph)) ask(*m);
            }
            if (!done()) search(moves);
        }
        return best_;
    }

  private:
    bool done() const {
        if (control_.shouldStop()) return true;
        if (!best_) return false;
        return best_->recomputeTime() <= (problem_.bound ? problem_.bound->known(problem_.budget) : 0.0);
    }

    bool isBetter(const PlanPtr& plan) const {
        return plan && plan->peak() <= problem_.budget &&
               (!best_ || plan->recomputeTime() < best_->recomputeTime());
    }

    void take(const PlanPtr& plan) {
        if (!isBetter(plan)) return;
        best_ = asBest(plan, problem_, search_.moves());
        if (better_) better_(best_);
    }

    // What comes on the way is shown only: how much of it comes depends on the clock, so the answer must not.
    void search(std::optional<std::int64_t> moves) {
        control_.progress(-1, "Refining the plan");
        take(search_.run(moves, control_, [&](const PlanPtr& plan) {
            if (better_ && isBetter(plan)) better_(asBest(plan, problem_, search_.moves()));
        }));
    }

    void proveSingleInstants() {
        if (!problem_.bound || control_.shouldStop()) return;
        const bool clock = limitedByClock(control_);
        problem_.bound->atLeast(
            problem_.budget, clock ? control_.withTimeLimit(boundShare * control_.secondsLeft()) : control_);
    }

    void askBlocks() {
        BlockPlans blocks(problem_, model_);
        if (!blocks.applies()) return;
        control_.progress(-1, "Planning equal blocks");
        blocks.prepare(memberControl(problem_, blockShare, control_));
        const PlanPtr plan = blocks.at(problem_.budget, control_);
        // A start much dearer than what is known only takes moves from better ones.
        if (!plan || (best_ && plan->recomputeTime() > worthStarting * best_->recomputeTime())) return;
        search_.addStart(*plan);
        take(plan);
    }

    void ask(const Member& member) {
        const Strategy& s = strategy(member.name);
        const double share = isGreedy(member) ? startShare : memberShare;
        control_.progress(-1, s.info().title);
        Problem own = problem_;
        own.options = member.options;
        own.starts.clear();
        passOver([&] {
            const PlanPtr plan = s.solveReplayed(own, memberControl(problem_, share, control_), {});
            if (!plan) return;
            search_.addStart(*plan);
            take(plan);
        });
    }

    const Problem& problem_;
    const Control& control_;
    const PlanSink& better_;
    std::shared_ptr<const RecomputeModel> model_;
    PlanSearch search_;
    PlanPtr best_;
};

}  // namespace

Best::Best() {
    info_.name = "best";
    info_.title = "Best of all";
    info_.sentence =
        "The best plan that any strategy finds in the time limit, refined further until it is proven best or "
        "time is up.";
    info_.defaultTimeLimit = 5;
    info_.honoursPins = true;
    info_.searches = true;
}

PlanPtr Best::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    return Portfolio(problem, control, better).solve();
}

std::vector<PlanPtr> Best::sweep(const Problem& problem, const Control& control,
                                 const PlanSink& found) const {
    Problem unlimited = problem;
    unlimited.budget = Bytes::max();
    FrontierSearch search(problem, info_.name, [&](const PlanPtr& plan) {
        if (found) found(asBest(plan, unlimited, plan->moves));
    });
    const auto usable = membersFor(problem, control);
    const auto ask = [&](const Member& member) {
        Problem own = problem;
        own.options = member.options;
        own.starts.clear();
        passOver([&] {
            strategy(member.name)
                .sweep(own, memberControl(problem, startShare, control),
                       [&](const PlanPtr& plan) { search.add(plan); });
        });
    };
    const auto askBlocks = [&] {
        BlockPlans blocks(problem, PlanSearch::modelOf(problem));
        if (!blocks.applies()) return;
        const Control limited = memberControl(problem, startShare, control);
        blocks.prepare(limited);
        const std::int64_t most = baselinePeak(*problem.graph).count();
        const std::int64_t least = floorOf(*problem.graph).bytes.count();
        for (std::int64_t k = 0; k < blockBudgets && !limited.shouldStop(); ++k) {
            const std::int64_t budget = most - (most - least) / blockBudgets * k;
            if (const PlanPtr plan = blocks.at(Bytes(budget), limited)) search.add(plan);
        }
    };
    const bool large = problem.graph->plannedCount() > largeModel;
    if (large) askBlocks();
    // A whole curve first, then the other strategies' plans as further starts.
    const bool start = !usable.empty() && isStart(*usable.front(), *problem.graph);
    if (start) ask(*usable.front());
    if (limitedByClock(control) && !problem.moves) search.pass(FrontierSearch::firstPassMoves, control);
    if (!large) askBlocks();
    for (const Member* m : usable) {
        if (control.shouldStop()) break;
        if (!isStart(*m, *problem.graph)) ask(*m);
    }
    search.passes(control);
    std::vector<PlanPtr> front = search.front();
    for (PlanPtr& plan : front)
        plan = asBest(plan, unlimited, plan->moves);
    return front;
}

std::optional<LeastBudget> Best::least(const Problem& problem, const Control& control) const {
    PlanPtr least;
    const auto take = [&](const PlanPtr& plan) {
        if (plan && (!least || plan->peak() < least->peak())) least = plan;
    };
    for (const Member* m : membersFor(problem, control)) {
        if (control.shouldStop()) break;
        Problem own = problem;
        own.options = m->options;
        own.starts.clear();
        passOver([&] {
            if (const auto found = strategy(m->name).least(own, memberControl(problem, startShare, control)))
                take(found->plan);
        });
    }
    Problem any = problem;
    any.budget = Bytes::max();
    const auto model = PlanSearch::modelOf(problem);
    PlanSearch search(any, model, info_.name);
    if (least) search.addStart(*least);
    take(search.squeeze(floorOf(*problem.graph).bytes, movesFor(problem, *model, control), control, {}));
    if (!least) return std::nullopt;
    Problem at = problem;
    at.budget = least->peak();
    return LeastBudget{least->peak(), std::nullopt, asBest(least, at, search.moves())};
}

}  // namespace reforward
