// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/best.h"

#include <algorithm>

#include "core/graph/lower_sets.h"

namespace reforward {

namespace {

// Members in the order they are tried: quick ones and good ones first, so that something is there at once.
struct Member {
    const char* name;
    OptionValues options;
    bool allSets;  ///< looks at every lower set
};

const std::vector<Member>& members() {
    static const std::vector<Member> all{{"keep-all", {}, false},
                                         {"chen-sqrt", {}, false},
                                         {"liveness-exact", {}, false},
                                         {"chen-greedy", {}, false},
                                         {"rotor", {}, false},
                                         {"reforward-general", {}, false},
                                         {"revolve", {}, false},
                                         {"liveness-exact", {{"lower-sets", std::string("all")}}, true},
                                         {"kusumoto-approx-tc", {}, false},
                                         {"kusumoto-approx-mc", {}, false},
                                         {"kusumoto-exact-tc", {}, true},
                                         {"kusumoto-exact-mc", {}, true}};
    return all;
}

// Above this many lower sets the members that look at all of them do not end in the portfolio's time.
constexpr std::size_t setsWorthTrying = 1500;

std::vector<const Member*> membersFor(const Graph& graph, const Control& control) {
    std::optional<bool> few;
    std::vector<const Member*> usable;
    for (const Member& m : members()) {
        if (strategy(m.name).notApplicable(graph)) continue;
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
        if (e.kind() != ErrorKind::notApplicable) throw;
    }
}

PlanPtr asBest(const PlanPtr& plan, const Problem& problem) {
    Plan copy = *plan;
    copy.options.clear();
    copy.foundBy = plan->strategy;
    copy.strategy = "best";
    copy.seed = problem.seed;
    copy.budgetIsPublished = false;
    copy.budget = problem.budget < Bytes::max() ? std::optional(problem.budget) : std::nullopt;
    return std::make_shared<const Plan>(std::move(copy));
}

}  // namespace

Best::Best()
    : info_{"best",
            "Best of all",
            "The best plan that any of the strategies finds in the time limit.",
            "",
            {},
            false,
            5} {}

PlanPtr Best::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    PlanPtr best;
    const auto take = [&](const PlanPtr& plan) {
        if (!plan || plan->peak() > problem.budget) return;
        if (best && !(plan->recomputeTime() < best->recomputeTime() ||
                      (plan->recomputeTime() == best->recomputeTime() && plan->peak() < best->peak()))) {
            return;
        }
        best = asBest(plan, problem);
        if (better) better(best);
    };
    const auto usable = membersFor(*problem.graph, control);
    for (std::size_t k = 0; k < usable.size(); ++k) {
        if (control.shouldStop()) break;
        if (best && best->recomputeTime() == 0) break;
        control.progress(static_cast<double>(k) / static_cast<double>(usable.size()),
                         strategy(usable[k]->name).info().title);
        Problem own = problem;
        own.options = usable[k]->options;
        passOver([&] { take(strategy(usable[k]->name).solveReplayed(own, control, take)); });
    }
    return best;
}

std::vector<PlanPtr> Best::sweep(const Problem& problem, const Control& control,
                                 const PlanSink& found) const {
    std::vector<PlanPtr> front;
    const auto take = [&](const PlanPtr& plan) {
        if (std::any_of(front.begin(), front.end(), [&](const PlanPtr& p) { return dominates(*p, *plan); }))
            return;
        std::erase_if(front, [&](const PlanPtr& p) { return dominates(*plan, *p); });
        Problem unlimited = problem;
        unlimited.budget = Bytes::max();
        front.push_back(asBest(plan, unlimited));
        if (found) found(front.back());
    };
    const auto usable = membersFor(*problem.graph, control);
    for (std::size_t k = 0; k < usable.size(); ++k) {
        if (control.shouldStop()) break;
        control.progress(static_cast<double>(k) / static_cast<double>(usable.size()),
                         strategy(usable[k]->name).info().title);
        Problem own = problem;
        own.options = usable[k]->options;
        passOver([&] { strategy(usable[k]->name).sweep(own, control, take); });
    }
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a->peak() > b->peak(); });
    return front;
}

std::optional<LeastBudget> Best::least(const Problem& problem, const Control& control) const {
    std::optional<LeastBudget> least;
    const auto take = [&](const PlanPtr& plan) {
        if (least && least->budget <= plan->peak()) return;
        Problem at = problem;
        at.budget = plan->peak();
        least = LeastBudget{plan->peak(), std::nullopt, asBest(plan, at)};
    };
    const auto usable = membersFor(*problem.graph, control);
    for (const Member* m : usable) {
        if (control.shouldStop()) break;
        Problem own = problem;
        own.options = m->options;
        passOver([&] {
            const Strategy& s = strategy(m->name);
            if (s.info().budgetIsPublished) {
                s.sweep(own, control, take);
            } else if (const auto found = s.least(own, control)) {
                take(found->plan);
            }
        });
    }
    return least;
}

}  // namespace reforward
