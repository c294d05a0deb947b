// SPDX-License-Identifier: Apache-2.0
//
// Dynamic programs over a family of lower sets, [K] section 4.2. Terms: a state at a set L is a chain of
// sets from {} to L; it holds M(U), the bytes cached so far, and the recompute time t so far. A transition
// from L to L' asks M(U) + peak <= B. Sets are numbered so that subsets come first.
//   phase 1  reach[L]: the least M(U) of any state at L within the budget.
//   phase 2  from V back: room[L], the most M(U) with which V can still be reached; ahead[L], the least time
//            still to come, memory aside; and for some prices p of a byte, priced[L]: a number such that a
//            state at L with memory m has at least p m + priced[L] of time before it. That is Lagrangian
//            relaxation of one memory constraint of the way to V, M(U) + peak <= B at some transition: on
//            each way the constraint that gives most. Sets with reach > room lie on no chain within the
//            budget: near the least budget that is nearly all of them.
//   phase 3  at each set left, the Pareto list of (t, M(U)): no state is kept that another one beats in
//            both, or that cannot end within a limit on the time by phase 2's bounds. Lists rather than a
//            table over t, so that times may be any numbers. A list is made by merging the shifted lists of
//            the sets before, which are sorted by t already. The limit starts just above phase 2's bound for
//            the whole and is raised until a chain is found, which then is the best one: tight limits cost
//            little.
// The least budget is the same with (peak so far, M(U)) for (t, M(U)).
#include "core/strategies/family_dp.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace reforward {

namespace {

template <class Key>
struct State {
    Key key;              ///< time so far (negated for mostTime), or peak so far
    std::int64_t memory;  ///< M(U)
    std::uint32_t from;   ///< the set before
    std::uint32_t index;  ///< of the state in that set's list
};

// States by key ascending and memory descending, none beaten by another.
template <class Key>
using Staircase = std::vector<State<Key>>;

// Longest list kept exactly. Beyond it states closer in time than a small share of the whole are merged,
// so that adversarial real-valued times cannot take all memory.
constexpr std::size_t exactLength = 4096;

template <class Key>
class Merger {
  public:
    /// `coarseStep`: the width of steps in which lists that grow too long are thinned; 0: never.
    explicit Merger(double coarseStep) : coarseStep_(coarseStep) {}

    /// Adds the states of `more` (a staircase) that nothing in `into` beats; removes those they beat.
    void merge(Staircase<Key>& into, const Staircase<Key>& more) {
        if (!improves(into, more)) return;
        merged_.clear();
        std::size_t a = 0, b = 0;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        const auto take = [&](const State<Key>& s) {
            if (s.memory < least) {
                least = s.memory;
                merged_.push_back(s);
            }
        };
        while (a < into.size() || b < more.size()) {
            const bool first = b == more.size() || (a < into.size() && !before(more[b], into[a]));
            take(first ? into[a++] : more[b++]);
        }
        if (coarseStep_ > 0 && merged_.size() > exactLength) thin();
        into.swap(merged_);
    }

  private:
    static bool before(const State<Key>& a, const State<Key>& b) {
        return a.key < b.key || (a.key == b.key && a.memory < b.memory);
    }
    static bool improves(const Staircase<Key>& into, const Staircase<Key>& more) {
        std::size_t a = 0;
        for (const State<Key>& s : more) {
            while (a < into.size() && into[a].key <= s.key)
                ++a;
            if (a == 0 || into[a - 1].memory > s.memory) return true;
        }
        return false;
    }
    // Of states within one coarse step of time only the last, which has the least memory, stays; so the
    // budget is still met and the time is off by at most a step for each segment.
    void thin() {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < merged_.size(); ++i) {
            const bool last = i + 1 == merged_.size();
            if (last || step(merged_[i]) != step(merged_[i + 1])) {
                merged_[kept++] = merged_[i];
            }
        }
        merged_.resize(kept);
    }

    double step(const State<Key>& s) const { return std::floor(static_cast<double>(s.key) / coarseStep_); }

    double coarseStep_;
    Staircase<Key> merged_;
};

// forEach with a lambda.
template <class F>
void visit(TransitionSource& source, std::uint32_t j, const std::vector<std::int64_t>& reach,
           std::int64_t budget, F f) {
    source.forEach(j, reach, budget, &f,
                   [](void* self, std::uint32_t i, const Transition& t) { (*static_cast<F*>(self))(i, t); });
}

// Prices of a byte, as multiples of (largest time of a transition / largest peak).
constexpr std::array<double, 9> priceSteps{0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16};
using Priced = std::array<double, priceSteps.size()>;

// Phases 1 and 2.
struct Corridor {
    std::vector<std::int64_t> reach, room;
    std::vector<double> ahead;
    Priced price{};
    std::vector<Priced> priced;
    bool feasible = false;

    bool passable(std::uint32_t j) const { return reach[j] < unreachable && reach[j] <= room[j]; }
    /// At least this much time lies before a state of this memory.
    double timeAhead(std::uint32_t j, std::int64_t memory) const {
        double bound = ahead[j];
        for (std::size_t k = 0; k < price.size(); ++k) {
            bound = std::max(bound, price[k] * static_cast<double>(memory) + priced[j][k]);
        }
        return bound;
    }
};

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<Corridor> corridor(TransitionSource& source, std::int64_t budget, double sign,
                                 const Control& control) {
    const auto n = static_cast<std::uint32_t>(source.sets());
    Corridor c;
    c.reach.assign(n, unreachable);
    c.reach[0] = 0;
    double longest = 0;
    std::int64_t highest = 1;
    for (std::uint32_t j = 1; j < n; ++j) {
        if (control.shouldStop()) return std::nullopt;
        std::int64_t least = unreachable;
        visit(source, j, c.reach, budget, [&](std::uint32_t i, const Transition& t) {
            if (c.reach[i] >= unreachable || c.reach[i] + t.peak > budget) return;
            least = std::min(least, c.reach[i] + t.cached);
            longest = std::max(longest, t.time);
            highest = std::max(highest, t.peak);
        });
        c.reach[j] = least;
    }
    c.feasible = c.reach[n - 1] < unreachable;
    if (!c.feasible) return c;
    for (std::size_t k = 0; k < c.price.size(); ++k) {
        c.price[k] = priceSteps[k] * longest / static_cast<double>(highest);
    }
    c.room.assign(n, -1);
    c.ahead.assign(n, infinity);
    c.priced.resize(n);
    for (Priced& p : c.priced)
        p.fill(infinity);
    c.room[n - 1] = unreachable;
    c.ahead[n - 1] = 0;
    c.priced[n - 1].fill(-infinity);
    for (std::uint32_t j = n; j-- > 1;) {
        if (control.shouldStop()) return std::nullopt;
        if (!c.passable(j)) {
            c.reach[j] = unreachable;
            continue;
        }
        visit(source, j, c.reach, budget, [&](std::uint32_t i, const Transition& t) {
            if (c.reach[i] >= unreachable || c.reach[i] + t.peak > budget ||
                c.reach[i] + t.cached > c.room[j])
                return;
            c.room[i] = std::max(c.room[i], std::min(budget - t.peak, c.room[j] - t.cached));
            const double time = sign * t.time;
            c.ahead[i] = std::min(c.ahead[i], time + c.ahead[j]);
            const auto over = static_cast<double>(t.peak - budget), cached = static_cast<double>(t.cached);
            for (std::size_t k = 0; k < c.price.size(); ++k) {
                const double here = c.price[k] * over + c.ahead[j];
                const double later = c.price[k] * cached + c.priced[j][k];
                c.priced[i][k] = std::min(c.priced[i][k], time + std::max(here, later));
            }
        });
    }
    return c;
}

template <class Key>
SetPath pathTo(const std::vector<Staircase<Key>>& lists, std::uint32_t set, std::uint32_t index) {
    SetPath path;
    for (;;) {
        path.push_back(set);
        if (set == 0) break;
        const State<Key>& s = lists[set][index];
        set = s.from;
        index = s.index;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace

SetFamily::SetFamily(const VertexGraph& g, LowerSetFamily family) : graph(g), sets(std::move(family)) {
    memory.resize(sets.size());
    time.resize(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        firstCached.push_back(static_cast<std::uint32_t>(cachedMembers.size()));
        const auto bits = sets[i];
        for (std::size_t k = 0; k < sets.words; ++k) {
            for (VertexSet::Word w = bits[k]; w != 0; w &= w - 1) {
                const auto v = static_cast<std::uint32_t>(k * VertexSet::wordBits +
                                                          static_cast<std::size_t>(std::countr_zero(w)));
                memory[i] += graph.memory(v);
                time[i] += graph.time(v);
                const auto readers = graph.successors(v);
                if (graph.once(v) || std::any_of(readers.begin(), readers.end(),
                                                 [&](std::uint32_t r) { return !sets.contains(i, r); })) {
                    cachedMembers.push_back(v);
                }
            }
        }
    }
    firstCached.push_back(static_cast<std::uint32_t>(cachedMembers.size()));
}

namespace {

// How far above the bound the limits of phase 3 lie, as shares of it.
constexpr std::array<double, 6> limitSteps{0.01, 0.04, 0.12, 0.4, 1.2, 4};

// Some state of the list is at least as good in both.
bool beaten(const Staircase<double>& list, double key, std::int64_t memory) {
    const auto after =
        std::partition_point(list.begin(), list.end(), [&](const auto& s) { return s.key <= key; });
    return after != list.begin() && std::prev(after)->memory <= memory;
}

// The best chain that ends within the limit (infinity: none), or nothing.
std::optional<TimedPath> bestChain(TransitionSource& source, const Corridor& c, std::int64_t budget,
                                   double sign, double limit, const Control& control) {
    const auto n = static_cast<std::uint32_t>(source.sets());
    const double scale = std::max(std::abs(c.ahead[0]), std::isfinite(limit) ? std::abs(limit) : 0.0);
    // The least memory of the states kept at each set: far sets are passed over by it.
    std::vector<std::int64_t> reach(n, unreachable);
    reach[0] = 0;
    Merger<double> merger(scale * 1e-4);
    std::vector<Staircase<double>> lists(n);
    lists[0].push_back({0, 0, 0, 0});
    Staircase<double> shifted;
    for (std::uint32_t j = 1; j < n; ++j) {
        if (control.shouldStop()) return std::nullopt;
        if (!c.passable(j)) continue;
        visit(source, j, reach, budget, [&](std::uint32_t i, const Transition& t) {
            const Staircase<double>& list = lists[i];
            if (list.empty()) return;
            const double time = sign * t.time;
            if (list.front().key + time + c.ahead[j] > limit) return;
            const std::int64_t most = std::min(budget - t.peak, c.room[j] - t.cached);
            if (list.back().memory > most) return;
            // Memory descends along the list: the first state that fits starts the usable part.
            const auto begin = std::partition_point(list.begin(), list.end(),
                                                    [&](const auto& s) { return s.memory > most; });
            // Often a single state already there beats the best that could come of the whole list.
            if (beaten(lists[j], begin->key + time, list.back().memory + t.cached)) return;
            shifted.clear();
            for (auto s = begin; s != list.end(); ++s) {
                const double key = s->key + time;
                if (key + c.ahead[j] > limit) break;
                shifted.push_back(
                    {key, s->memory + t.cached, i, static_cast<std::uint32_t>(s - list.begin())});
            }
            if (!shifted.empty()) merger.merge(lists[j], shifted);
        });
        std::erase_if(lists[j], [&](const auto& s) { return s.key + c.timeAhead(j, s.memory) > limit; });
        if (!lists[j].empty()) reach[j] = lists[j].back().memory;
    }
    if (lists[n - 1].empty()) return std::nullopt;
    return TimedPath{pathTo(lists, n - 1, 0), sign * lists[n - 1].front().key};
}

}  // namespace

std::optional<TimedPath> timedPath(TransitionSource& source, std::int64_t budget, Sense sense,
                                   const Control& control, double knownTime) {
    const double sign = sense == Sense::leastTime ? 1 : -1;
    const auto c = corridor(source, budget, sign, control);
    if (!c || !c->feasible) return std::nullopt;
    // Sums of the same numbers in another order may differ in their last bits.
    const auto slack = [&](double limit) {
        return limit + 1e-9 * std::max(std::abs(limit), std::abs(c->ahead[0]));
    };
    const double bound = c->timeAhead(0, 0);
    const double known = sense == Sense::leastTime ? slack(knownTime) : infinity;
    for (const double step : limitSteps) {
        const double limit = slack(bound + step * std::abs(bound));
        if (limit >= known || (bound == 0 && step > limitSteps.front())) break;
        if (auto found = bestChain(source, *c, budget, sign, limit, control)) return found;
        if (control.shouldStop()) return std::nullopt;
    }
    return bestChain(source, *c, budget, sign, known, control);
}

std::optional<PeakPath> leastPeakPath(TransitionSource& source, std::int64_t known, const Control& control) {
    const auto n = static_cast<std::uint32_t>(source.sets());
    const auto found = corridor(source, known, 1, control);
    if (!found || !found->feasible) return std::nullopt;
    const Corridor& c = *found;
    Merger<std::int64_t> merger(0);
    std::vector<Staircase<std::int64_t>> lists(n);
    lists[0].push_back({0, 0, 0, 0});
    Staircase<std::int64_t> shifted;
    for (std::uint32_t j = 1; j < n; ++j) {
        if (control.shouldStop()) return std::nullopt;
        if (!c.passable(j)) continue;
        visit(source, j, c.reach, known, [&](std::uint32_t i, const Transition& t) {
            const Staircase<std::int64_t>& list = lists[i];
            shifted.clear();
            for (std::size_t k = 0; k < list.size(); ++k) {
                const State<std::int64_t>& s = list[k];
                const std::int64_t peak = s.memory + t.peak;
                if (peak > known || s.memory + t.cached > c.room[j]) continue;
                const std::int64_t key = std::max(s.key, peak);
                // While M(U) + peak decides, a later state is better in both.
                if (!shifted.empty() && shifted.back().key >= key) shifted.pop_back();
                shifted.push_back({key, s.memory + t.cached, i, static_cast<std::uint32_t>(k)});
            }
            if (!shifted.empty()) merger.merge(lists[j], shifted);
        });
    }
    if (lists[n - 1].empty()) return std::nullopt;
    return PeakPath{pathTo(lists, n - 1, 0), lists[n - 1].front().key};
}

}  // namespace reforward
