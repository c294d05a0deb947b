// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/timeline/timeline_data.h"

namespace reforward {

/// Two plans of one graph on a common axis: a slot for the forward of each vertex, then one for the backward
/// of each, in the order and its reverse. What is recomputed is drawn in the slot that needs it: that of the
/// next run that is no recompute. A slot's figure is the largest of its runs.
struct AlignedTimelines {
    std::vector<std::int64_t> a, b;  ///< live bytes of each slot
    std::size_t firstBackward = 0;
    std::vector<std::size_t> slotOfRun;  ///< of the runs of a
    std::vector<std::size_t> runOfSlot;  ///< the run of a that is no recompute
};

AlignedTimelines alignTimelines(const Graph& graph, const TimelineData& a, const TimelineData& b);

}  // namespace reforward
