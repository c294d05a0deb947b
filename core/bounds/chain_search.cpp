// SPDX-License-Identifier: Apache-2.0
//
// Every chain of instants proves something (interval_program.cpp), so the search is free to guess:
// 1. relaxations of chains of 4, 8 and 12 instants, the largest of as many windows of the order; then the
// best
//    one without the instants whose room has no price, and with others in the gaps beside the dear ones;
// 2. integer programs of its most valuable instants: whole values count at large budgets;
// 3. relaxations of longer chains: the many small recomputes of tight budgets;
// 4. the integer program of the most valuable instant, grown by any other that raises its optimum.
#include "core/bounds/chain_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/mip_solver.h"
#include "core/bounds/relaxation.h"

namespace reforward {

namespace {

// The same program for the solver, whose arithmetic is rounded: each row of bytes in shares of its right
// side, with a little more room than there is.
MipModel modelOf(const IntegerProgram& program) {
    constexpr double slack = 1e-6;
    MipModel model;
    for (const std::int64_t cost : program.cost)
        model.addVariable({static_cast<double>(cost), 0, 1, true});
    for (std::size_t r = 0; r < program.rowCount(); ++r) {
        std::int64_t largest = 1;
        for (std::size_t t = program.firstTerm[r]; t < program.firstTerm[r + 1]; ++t)
            largest = std::max(largest, std::abs(program.terms[t].coefficient));
        const double share = largest > 1 ? 1 / static_cast<double>(std::max(largest, -program.right[r])) : 1;
        std::vector<MipModel::Term> terms;
        for (std::size_t t = program.firstTerm[r]; t < program.firstTerm[r + 1]; ++t)
            terms.push_back(
                {program.terms[t].column, static_cast<double>(program.terms[t].coefficient) * share});
        const double right = static_cast<double>(program.right[r]) * share;
        model.addRow(std::move(terms), MipModel::Relation::greaterEqual, largest > 1 ? right - slack : right);
    }
    return model;
}

}  // namespace

ChainSearch::ChainSearch(const Graph& graph, const ScaledCosts& costs, const std::vector<InstantSize>& sizes,
                         Bytes budget, std::function<void(std::int64_t)> found)
    : graph_(graph), costs_(costs), sizes_(sizes), budget_(budget), found_(std::move(found)) {}

void ChainSearch::prove(std::int64_t time) {
    if (time <= best_) return;
    best_ = time;
    found_(time);
}

std::vector<VertexId> ChainSearch::vertices(const Members& members) const {
    std::vector<VertexId> result;
    for (const std::size_t i : members)
        result.push_back(sizes_[i].vertex);
    return result;
}

ChainSearch::Members ChainSearch::largestOfWindows(std::size_t windows) const {
    Members members;
    for (std::size_t w = 0; w < windows; ++w) {
        const std::size_t from = w * sizes_.size() / windows, to = (w + 1) * sizes_.size() / windows;
        std::size_t best = from;
        for (std::size_t i = from; i < to; ++i) {
            if (figure(i) > figure(best)) best = i;
        }
        if (from < to) members.push_back(best);
    }
    return members;
}

// Those of the members that form a chain.
ChainSearch::Members ChainSearch::linked(const Members& members) const {
    const std::vector<VertexId> chain = chainOf(graph_, vertices(members));
    Members result;
    for (const std::size_t i : members) {
        if (result.size() < chain.size() && sizes_[i].vertex == chain[result.size()]) result.push_back(i);
    }
    return result;
}

IntegerProgram ChainSearch::program(const Members& members) const {
    const Phases phases = phasesOf(graph_, vertices(members));
    std::vector<std::int64_t> left;
    for (const std::int64_t taken : phases.taken)
        left.push_back(costs_.unitsIn(std::max<std::int64_t>(0, budget_.count() - taken)));
    return intervalProgram(graph_, phases, costs_, left);
}

ChainSearch::Chain ChainSearch::relax(const Members& members, const Control& control) {
    Chain chain{members, std::vector<double>(members.size())};
    auto integers = std::make_unique<IntegerProgram>(program(members));
    if (integers->infeasible) return chain;
    auto relaxation = std::make_unique<Relaxation>(*integers);
    if (lastRelaxation_) relaxation->startFrom(*lastRelaxation_);
    relaxation->solve({}, control);
    prove(relaxation->provedTime());
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::uint32_t row = integers->room[i + 1];
        if (row == noIndex) continue;
        chain.worth[i] = relaxation->multiplier(row) * -static_cast<double>(integers->right[row]);
    }
    lastRelaxation_ = std::move(relaxation);
    lastProgram_ = std::move(integers);
    return chain;
}

// Drops the instants whose room is worth nothing and puts new ones into the gaps beside the most valuable.
ChainSearch::Members ChainSearch::refined(const Chain& chain) const {
    const double total = 1e-9 + static_cast<double>(best_);
    Members kept;
    std::vector<double> worth;
    for (std::size_t i = 0; i < chain.members.size(); ++i) {
        if (chain.worth[i] < 2e-3 * total) continue;
        kept.push_back(chain.members[i]);
        worth.push_back(chain.worth[i]);
    }
    struct Gap {
        double weight;
        std::size_t from, to;  // candidates strictly between
    };
    std::vector<Gap> gaps;
    for (std::size_t i = 0; i <= kept.size(); ++i) {
        const std::size_t from = i == 0 ? 0 : kept[i - 1] + 1,
                          to = i == kept.size() ? sizes_.size() : kept[i];
        if (from >= to) continue;
        const double beside = (i == 0 ? total : worth[i - 1]) + (i == kept.size() ? 0 : worth[i]);
        gaps.push_back({beside * std::sqrt(static_cast<double>(to - from)), from, to});
    }
    std::stable_sort(gaps.begin(), gaps.end(),
                     [](const Gap& a, const Gap& b) { return a.weight > b.weight; });
    const std::size_t more = 2 + kept.size() / 3;
    for (std::size_t g = 0; g < std::min(more, gaps.size()); ++g) {
        const std::size_t third = (gaps[g].to - gaps[g].from) / 4;
        std::size_t best = gaps[g].from + third;
        for (std::size_t i = best; i < gaps[g].to - third; ++i) {
            if (figure(i) > figure(best)) best = i;
        }
        kept.push_back(best);
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

// The integer program of these instants; false where the solver cannot settle it in the time.
bool ChainSearch::solved(const Members& members, double seconds, const Control& control) {
    if (settled_.contains(members)) return true;
    const IntegerProgram integers = program(members);
    constexpr std::size_t mostRows = 12'000;
    if (integers.infeasible || integers.rowCount() > mostRows) return false;
    const MipResult result = solveMip(modelOf(integers), seconds, false, control);
    if (result.end != MipResult::End::infeasible && std::isfinite(result.bound)) {
        // The solver is right to about 1e-6 of the figures it adds.
        const double sure = result.bound - std::max(1e-3, 2e-6 * std::abs(result.bound));
        prove(static_cast<std::int64_t>(std::ceil(sure)) + integers.constant);
    }
    if (result.end == MipResult::End::optimal) settled_.insert(members);
    return result.end == MipResult::End::optimal;
}

// The most valuable instants of a chain, at most `count`.
ChainSearch::Members ChainSearch::mostWorth(const Chain& chain, std::size_t count) const {
    Members order(chain.members.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return chain.worth[a] > chain.worth[b]; });
    order.resize(std::min(count, order.size()));
    Members members;
    for (const std::size_t i : order)
        members.push_back(chain.members[i]);
    std::sort(members.begin(), members.end());
    return members;
}

// False where the program would be too large, or the bound did not rise.
bool ChainSearch::raised(const Members& members, const Control& control) {
    // Every interval of phases has about a row a vertex and a row an edge.
    constexpr std::size_t mostRows = 3'000'000;
    const std::size_t intervals = (members.size() + 1) * (members.size() + 2) / 2;
    if (intervals * (graph_.vertexCount() + graph_.edgeCount()) > mostRows) return false;
    const std::int64_t before = best_;
    Chain chain = relax(members, control);
    if (best_ <= before && !bestChain_.members.empty()) return false;
    bestChain_ = std::move(chain);
    return best_ > before;
}

void ChainSearch::refine(const Control& control) {
    Members next = linked(refined(bestChain_));
    while (!control.shouldStop() && next != bestChain_.members && raised(next, control))
        next = linked(refined(bestChain_));
}

// Of ever more windows, then the best one refined.
void ChainSearch::firstChains(const Control& control) {
    for (const std::size_t windows : {4, 8, 12}) {
        if (control.shouldStop()) return;
        raised(linked(largestOfWindows(windows)), control);
    }
    refine(control);
}

// The best chain with more windows.
void ChainSearch::longerChains(const Control& control) {
    for (const std::size_t windows : {18, 27, 40}) {
        if (control.shouldStop() || windows > sizes_.size()) return;
        Members members = largestOfWindows(windows);
        members.insert(members.end(), bestChain_.members.begin(), bestChain_.members.end());
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        if (!raised(linked(members), control)) return;
        refine(control);
    }
}

// One, two or three instants settle most large budgets; more of them are for small graphs. Given up where the
// solver neither settles two programs nor gains from them.
void ChainSearch::integers(double secondsOfEach, const Control& control) {
    constexpr std::size_t mostInstants = 6;
    const std::size_t most = std::min(mostInstants, bestChain_.members.size());
    constexpr int patience = 2;
    int vain = 0;
    for (std::size_t count = 1; count <= most && vain < patience && !control.shouldStop(); ++count) {
        const std::int64_t before = best_;
        const bool settled = solved(mostWorth(bestChain_, count), secondsOfEach, control);
        vain = settled || best_ > before ? 0 : vain + 1;
    }
}

// Adds to the integer program of one valuable instant every other one that raises its bound: of the largest
// of all, and of each of several windows.
void ChainSearch::growIntegers(const Control& control) {
    constexpr std::size_t windows = 14, largest = 4;
    Members candidates(sizes_.size());
    std::iota(candidates.begin(), candidates.end(), std::size_t(0));
    std::stable_sort(candidates.begin(), candidates.end(),
                     [this](std::size_t a, std::size_t b) { return figure(a) > figure(b); });
    candidates.resize(std::min(largest, candidates.size()));
    const Members spread = largestOfWindows(windows);
    candidates.insert(candidates.end(), spread.begin(), spread.end());

    Members members = mostWorth(bestChain_, 1);
    bool raised = true;
    while (raised && !control.shouldStop()) {
        raised = false;
        for (const std::size_t candidate : candidates) {
            Members more = members;
            more.insert(std::lower_bound(more.begin(), more.end(), candidate), candidate);
            if (control.shouldStop()) return;
            if (linked(more) != more || settled_.contains(more)) continue;
            const std::int64_t before = best_;
            constexpr double longest = 20;
            solved(more, std::min(longest, control.secondsLeft() / 2), control);
            if (best_ <= before) continue;
            members = std::move(more);
            raised = true;
        }
    }
}

void ChainSearch::run(const Control& control) {
    constexpr double shareOfFirst = 0.4, shareOfEach = 0.15, longest = 60;
    const double total = control.secondsLeft();
    firstChains(control.withTimeLimit(total * shareOfFirst));
    const double seconds = std::min(longest, total * shareOfEach);
    if (hasMipSolver()) integers(seconds, control);
    longerChains(control);
    if (hasMipSolver()) growIntegers(control);
}

}  // namespace reforward
