// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/control.h"
#include "core/plan/schedule.h"

namespace reforward {

/// Result of the search over states.
struct StateSearch {
    enum class End {
        optimal,  ///< `runs` take the least time of all schedules within the budget, in any order
        none,     ///< proved: no schedule fits
        gaveUp    ///< too many states, or the control stopped
    };
    End end = End::gaveUp;
    std::vector<Run> runs;
    double time = 0;
};

/// Whether the graph is small enough for the search: 12 vertices and 24 values that are not fixed.
bool fewStates(const Graph& graph);

/// The schedule of least recompute time by shortest paths over what memory may hold: every order of first
/// runs and backwards, every recompute. Some milliseconds for the graphs it takes, which must be
/// fewStates(). `once`: vertices that must not run again, besides those that may not.
StateSearch searchStates(const Graph& graph, Bytes budget, const std::vector<VertexId>& once,
                         const Control& control);

}  // namespace reforward
