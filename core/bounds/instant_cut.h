// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// What a schedule may hold at one instant, and what it must run again after it, priced per byte
/// (theory.md section 4.3): the minimum over all choices of price * M(live) + T(run again), a minimum cut.
struct PricedCut {
    double price = 0;            ///< time per byte
    std::int64_t liveBytes = 0;  ///< values the cut holds, fixed ones and free ones not counted
    double rerunTime = 0;
    std::vector<bool> live;   ///< by value: held at the instant
    std::vector<bool> rerun;  ///< by vertex: runs again
};

/// The cut at the end of the forward pass of a forward graph: everything that backward reads is needed.
/// price >= 0. O(V E) in practice far less; some ms at 500 vertices.
PricedCut endOfForwardCut(const Graph& graph, double price);

}  // namespace reforward
