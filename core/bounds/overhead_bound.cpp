// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/overhead_bound.h"

#include <algorithm>
#include <limits>

#include "core/bounds/floor.h"

namespace reforward {

struct OverheadBound::Instants {
    Bytes floor;
};

OverheadBound::OverheadBound(std::shared_ptr<const Graph> graph)
    : graph_(std::move(graph)), instants_(std::make_unique<Instants>(Instants{floorOf(*graph_).bytes})) {}

OverheadBound::~OverheadBound() = default;

double OverheadBound::known(Bytes budget) const {
    if (budget < instants_->floor) return std::numeric_limits<double>::infinity();
    const std::lock_guard lock(mutex_);
    // Times do not rise with the budget, so the first point at or above it is the best.
    const auto at = points_.lower_bound(budget.count());
    return at == points_.end() ? 0 : at->second;
}

double OverheadBound::atLeast(Bytes budget, const Control&) {
    return known(budget);
}

double OverheadBound::improve(Bytes budget, const Control&) {
    return known(budget);
}

std::vector<OverheadBound::Point> OverheadBound::curve() const {
    const std::lock_guard lock(mutex_);
    std::vector<Point> points;
    for (const auto& [budget, time] : points_) {
        if (time < std::numeric_limits<double>::infinity()) points.push_back({Bytes(budget), time});
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
