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

/// All that a frontier chart draws.
struct FrontierData {
    Bytes baseline, floor;
    std::vector<Frontier> frontiers;
    std::vector<ChartPoint> bound;
    std::optional<Bytes> budget;
    PlanPtr current;
    bool currentFits = true;
    QString currentStrategy;
};

}  // namespace reforward
