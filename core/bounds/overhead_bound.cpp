// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/overhead_bound.h"

#include <algorithm>
#include <limits>

#include "core/bounds/chain_search.h"
#include "core/bounds/floor.h"
#include "core/bounds/single_instants.h"

namespace reforward {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

struct OverheadBound::Instants {
    Bytes floor;
    SingleInstants single;
};

OverheadBound::OverheadBound(std::shared_ptr<const Graph> graph)
    : graph_(std::move(graph)), instants_(new Instants{floorOf(*graph_).bytes, SingleInstants(*graph_)}) {}

OverheadBound::~OverheadBound() = default;

double OverheadBound::known(Bytes budget) const {
    if (budget < instants_->floor) return infinity;
    const std::lock_guard lock(mutex_);
    // Times do not rise with the budget, so the first point at or above it is the best.
    const auto at = points_.lower_bound(budget.count());
    return at == points_.end() ? 0 : at->second;
}

double OverheadBound::atLeast(Bytes budget, const Control& control) {
    if (budget < instants_->floor) return infinity;
    const SingleInstants::Bound found = instants_->single.prove(budget, control);
    record(budget, found.infeasible ? infinity : instants_->single.costs().time(found.time));
    return known(budget);
}

double OverheadBound::improve(Bytes budget, const Control& control) {
    const double single = atLeast(budget, control);
    if (single == infinity || !instants_->single.ready()) return single;
    const ScaledCosts& costs = instants_->single.costs();
    constexpr std::size_t cuts = 2000;
    constexpr double share = 0.1;  // of the time
    const SingleInstants::Bound whole =
        instants_->single.search(budget, cuts, control.withTimeLimit(control.secondsLeft() * share));
    record(budget, whole.infeasible ? infinity : costs.time(whole.time));
    ChainSearch search(*graph_, costs, instants_->single.sizes(), budget,
                       [&](std::int64_t time) { record(budget, costs.time(time)); });
    if (!whole.infeasible) search.run(control);
    return known(budget);
}

std::vector<OverheadBound::Point> OverheadBound::curve() const {
    const std::lock_guard lock(mutex_);
    std::vector<Point> points;
    for (const auto& [budget, time] : points_) {
        if (time < infinity) points.push_back({Bytes(budget), time});
    }
    return points;
}

void OverheadBound::record(Bytes budget, double time) {
    const std::lock_guard lock(mutex_);
    const auto at = points_.lower_bound(budget.count());
    if (at != points_.end() && at->second >= time) return;
    // Points below that say less are implied by this one.
    auto first = at;
    while (first != points_.begin() && std::prev(first)->second <= time)
        --first;
    auto last = at;
    if (last != points_.end() && last->first == budget.count()) ++last;
    points_.erase(first, last);
    points_.emplace(budget.count(), time);
}

}  // namespace reforward
