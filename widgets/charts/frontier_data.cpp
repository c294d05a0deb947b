// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/frontier_data.h"

#include <algorithm>

#include "core/plan/gap.h"

namespace reforward {

std::vector<ChartPoint> boundPoints(const OverheadBound& bound) {
    std::vector<ChartPoint> points;
    for (const OverheadBound::Point& point : bound.curve())
        points.push_back({point.budget, boundRatio(*bound.graph(), point.time)});
    return points;
}

std::optional<double> boundAt(const std::vector<ChartPoint>& bound, Bytes memory) {
    // What is proved for more memory holds for less; the nearest point above says the most.
    const auto at = std::partition_point(bound.begin(), bound.end(),
                                         [&](const ChartPoint& point) { return point.memory < memory; });
    return at == bound.end() ? std::nullopt : std::optional(at->overhead);
}

bool provenBest(const Plan& plan, const std::vector<ChartPoint>& bound) {
    return plan.recomputeTime() == 0 || plan.overheadForward() <= boundAt(bound, plan.peak()).value_or(-1);
}

}  // namespace reforward
