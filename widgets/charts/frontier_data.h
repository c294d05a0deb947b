// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/frontier/frontier.h"

namespace reforward {

using FrontierPtr = std::shared_ptr<const Frontier>;

/// A point of a curve: memory, and recompute time over one forward.
struct ChartPoint {
    Bytes memory;
    double overhead = 0;
};

/// What is proved by now, for FrontierData::bound.
std::vector<ChartPoint> boundPoints(const OverheadBound& bound);
/// Whether the points prove that no plan in as little memory costs less.
bool provenBest(const Plan& plan, const std::vector<ChartPoint>& bound);
/// The bound on extra forward in this much memory; nothing where no point is at or above it.
std::optional<double> boundAt(const std::vector<ChartPoint>& bound, Bytes memory);

/// All that a frontier chart draws.
struct FrontierData {
    Bytes baseline, floor;
    std::vector<Frontier> frontiers;
    std::vector<ChartPoint> bound;  ///< at this memory and below it no plan costs less; by memory ascending
    std::optional<Bytes> budget;
    PlanPtr current;
    bool currentFits = true;
    QString currentStrategy;
};

}  // namespace reforward
