// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/schedule.h"

namespace reforward {

/// A step that every schedule has: the first forward of a vertex or its backward.
struct RequiredStep {
    Run run;
    std::int64_t before = 0;  ///< bytes of the gradients live while what it reads is made again
    std::int64_t during = 0;  ///< and while it runs itself
};

/// First forwards in `order` (all vertices, topological), then backwards in its reverse.
std::vector<RequiredStep> requiredSteps(const Graph& graph, std::span<const VertexId> order);

/// Whose values, by step, must not be read any more after it, so that recompute pins are honoured: the last
/// step that may read the first run (see firstCopyEnds()) before the first that may not.
std::vector<std::vector<VertexId>> firstRunsEnd(const Graph& graph, const std::vector<RequiredStep>& steps,
                                                const std::vector<VertexId>& pinned);

}  // namespace reforward
