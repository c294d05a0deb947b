// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/plan/plan.h"

namespace reforward {

/// The runs of a schedule (its forward and backward steps, frees left out) with the live bytes at each.
struct TimelineData {
    struct Run {
        std::size_t scheduleIndex = 0;
        VertexId vertex = 0;
        StepKind kind = StepKind::forward;
        bool recompute = false;  ///< a second or later forward run of its vertex
        TimelineEntry live;
    };
    std::vector<Run> runs;
    std::size_t firstBackward = 0;  ///< index in runs; runs.size() without a backward
    std::size_t recomputes = 0;     ///< of the runs from firstBackward on
    std::size_t peakRun = 0;
    std::int64_t peak = 0;  ///< bytes; 0 without a run

    /// The run at or before this index of the schedule.
    std::size_t runAtSchedule(std::size_t scheduleIndex) const;
};

TimelineData timelineData(const Graph& graph, const Schedule& schedule,
                          Accounting accounting = Accounting::step);

/// What a step does, for people: "recompute", "forward", "backward".
QString runWord(const TimelineData::Run& run);

}  // namespace reforward
