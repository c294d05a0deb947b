// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_data.h"

#include <QCoreApplication>
#include <algorithm>

namespace reforward {

std::size_t TimelineData::runAtSchedule(std::size_t scheduleIndex) const {
    const auto after =
        std::upper_bound(runs.begin(), runs.end(), scheduleIndex,
                         [](std::size_t index, const Run& run) { return index < run.scheduleIndex; });
    return after == runs.begin() ? 0 : static_cast<std::size_t>(after - runs.begin()) - 1;
}

TimelineData timelineData(const Graph& graph, const Schedule& schedule, Accounting accounting) {
    const Timeline all = timeline(graph, schedule, accounting);
    TimelineData data;
    std::vector<std::uint8_t> ran(graph.vertexCount(), 0);
    bool backwardBegan = false;
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
        const Step& step = schedule[i];
        if (step.kind != StepKind::forward && step.kind != StepKind::backward) continue;
        TimelineData::Run run{i, step.vertex, step.kind, false, all.entries[i]};
        if (step.kind == StepKind::forward) {
            run.recompute = ran[step.vertex] != 0;
            ran[step.vertex] = 1;
        }
        // Of a joint graph the backward pass is made of forward steps of vertices that belong to it.
        if (step.kind == StepKind::backward || graph.backward(step.vertex)) backwardBegan = true;
        // What is recomputed just before the first backward belongs to the backward phase.
        if (!backwardBegan && !run.recompute) data.firstBackward = data.runs.size() + 1;
        if (run.live.total() > data.peak || data.runs.empty()) {
            data.peak = run.live.total();
            data.peakRun = data.runs.size();
        }
        data.runs.push_back(run);
    }
    if (!backwardBegan) data.firstBackward = data.runs.size();
    for (std::size_t i = data.firstBackward; i < data.runs.size(); ++i) {
        if (data.runs[i].recompute) ++data.recomputes;
    }
    return data;
}

QString runWord(const TimelineData::Run& run) {
    if (run.kind == StepKind::backward) return QCoreApplication::translate("Timeline", "backward");
    return run.recompute ? QCoreApplication::translate("Timeline", "recompute")
                         : QCoreApplication::translate("Timeline", "forward");
}

}  // namespace reforward
