// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/bound_curve.h"

#include <algorithm>
#include <queue>

namespace reforward {

namespace {

void sortUnique(std::vector<Bytes>& budgets) {
    std::sort(budgets.begin(), budgets.end());
    budgets.erase(std::unique(budgets.begin(), budgets.end()), budgets.end());
}

/// The plans that no plan of any frontier dominates.
ParetoPlans envelopeOf(const std::vector<Frontier>& frontiers) {
    ParetoPlans envelope;
    for (const Frontier& frontier : frontiers) {
        for (const PlanPtr& plan : frontier.pareto.plans())
            envelope.insert(plan);
    }
    return envelope;
}

/// Budgets between two indices whose bounds are known.
struct Range {
    std::size_t first, last;
    Bytes width;

    bool operator<(const Range& other) const {
        return width != other.width ? width < other.width : first > other.first;
    }
};

}  // namespace

std::vector<Bytes> boundBudgets(Bytes floor, Bytes baseline, const std::vector<Frontier>& frontiers,
                                std::size_t even) {
    std::vector<Bytes> budgets;
    const Bytes span = std::max(baseline, floor) - floor;
    for (std::size_t i = 0; i < even; ++i) {
        const double share = even > 1 ? static_cast<double>(i) / static_cast<double>(even - 1) : 1;
        budgets.push_back(floor + span.share(share));
    }
    const ParetoPlans envelope = envelopeOf(frontiers);
    for (const PlanPtr& plan : envelope.plans())
        budgets.push_back(std::max(floor, plan->peak()));
    sortUnique(budgets);
    return budgets;
}

void proveBounds(OverheadBound& bound, std::vector<Bytes> budgets, const Control& control,
                 const std::function<void(Bytes)>& proved) {
    sortUnique(budgets);
    const auto prove = [&](std::size_t i) {
        bound.atLeast(budgets[i], control);
        if (proved) proved(budgets[i]);
    };
    std::priority_queue<Range> ranges;
    const auto add = [&](std::size_t first, std::size_t last) {
        if (last - first > 1) ranges.push({first, last, budgets[last] - budgets[first]});
    };
    if (budgets.empty() || control.shouldStop()) return;
    prove(budgets.size() - 1);
    if (budgets.size() == 1 || control.shouldStop()) return;
    prove(0);
    add(0, budgets.size() - 1);
    while (!ranges.empty() && !control.shouldStop()) {
        const Range range = ranges.top();
        ranges.pop();
        if (bound.known(budgets[range.first]) <= bound.known(budgets[range.last])) continue;
        const Bytes middle = budgets[range.first] + Bytes(range.width.count() / 2);
        const auto at =
            std::lower_bound(budgets.begin() + static_cast<std::ptrdiff_t>(range.first) + 1,
                             budgets.begin() + static_cast<std::ptrdiff_t>(range.last) - 1, middle);
        const auto i = static_cast<std::size_t>(at - budgets.begin());
        prove(i);
        add(range.first, i);
        add(i, range.last);
    }
}

void improveBounds(OverheadBound& bound, const std::vector<Frontier>& frontiers, const Control& control) {
    // Of the time left, what one budget may take; the first ones, which are the furthest off, take the most.
    constexpr double share = 0.25, leastSeconds = 0.25;
    std::vector<PlanPtr> open = envelopeOf(frontiers).plans();
    const auto gap = [&](const PlanPtr& plan) { return plan->recomputeTime() - bound.known(plan->peak()); };
    while (!open.empty() && !control.shouldStop()) {
        const auto widest = std::max_element(
            open.begin(), open.end(), [&](const PlanPtr& a, const PlanPtr& b) { return gap(a) < gap(b); });
        if (!(gap(*widest) > 0)) return;
        const double seconds = std::max(leastSeconds, share * control.secondsLeft());
        bound.improve((*widest)->peak(), control.withTimeLimit(seconds));
        open.erase(widest);
    }
}

}  // namespace reforward
