// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <random>

#include "core/graph/graph_builder.h"

namespace reforward::tests {

/// What a random small graph may contain; edges always lead from lower to higher numbers.
struct RandomGraph {
    int most = 8;             ///< vertices, 1 .. most
    double edgeShare = 0.35;  ///< of all pairs
    int mostBytes = 9;        ///< 0 .. mostBytes a value
    int mostTime = 4;         ///< 0 .. mostTime
    bool oddities =
        false;  ///< fixed, once, non-differentiable vertices, several outputs, workspace, odd saves
};

std::shared_ptr<const Graph> randomGraph(std::mt19937& random, const RandomGraph& kind);

}  // namespace reforward::tests
