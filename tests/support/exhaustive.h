// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/plan/step.h"

namespace reforward::tests {

/// Which schedules are looked at.
enum class Orders {
    any,   ///< all valid ones: first runs and backwards in any order the step model allows
    fixed  ///< first runs in the graph's order, backwards in its reverse; recomputes anywhere
};

struct Optimum {
    double recomputeTime = 0;
    Schedule schedule;  ///< one that costs this and fits
};

/// The truth about a small graph (at most 14 vertices and 28 values that are not fixed): the valid schedule
/// of least recompute time whose peak is within the budget, by search over all states of memory; nothing
/// where none fits. Forward and joint graphs, everything the step model knows. Times should be whole numbers.
std::optional<Optimum> optimalSchedule(const Graph& graph, Bytes budget, Orders orders = Orders::any);
std::optional<double> optimalRecomputeTime(const Graph& graph, Bytes budget, Orders orders = Orders::any);

/// The smallest budget for which there is a schedule at all.
Bytes leastPeak(const Graph& graph, Orders orders = Orders::any);

}  // namespace reforward::tests
