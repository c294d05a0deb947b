// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_comparison.h"

#include <algorithm>

namespace reforward {

namespace {

struct Axis {
    std::vector<std::size_t> forward, backward;  ///< of each vertex
    std::size_t firstBackward = 0, count = 0;
};

Axis axisOf(const Graph& graph) {
    Axis axis;
    axis.forward.resize(graph.vertexCount());
    axis.backward.resize(graph.vertexCount());
    for (const VertexId v : graph.order()) {
        if (!graph.fixed(v)) axis.forward[v] = axis.count++;
    }
    axis.firstBackward = axis.count;
    for (auto it = graph.order().rbegin(); it != graph.order().rend(); ++it) {
        if (graph.differentiable(*it)) axis.backward[*it] = axis.count++;
    }
    return axis;
}

/// The slot of each run: from the last to the first, so that a recompute knows what it is for.
std::vector<std::size_t> slotOfRuns(const Axis& axis, const TimelineData& data) {
    std::vector<std::size_t> of(data.runs.size());
    std::size_t next = axis.count - 1;
    for (std::size_t i = data.runs.size(); i-- > 0;) {
        const TimelineData::Run& run = data.runs[i];
        if (run.kind == StepKind::backward) {
            next = axis.backward[run.vertex];
        } else if (!run.recompute) {
            next = axis.forward[run.vertex];
        }
        of[i] = next;
    }
    return of;
}

std::vector<std::int64_t> live(const Axis& axis, const TimelineData& data,
                               const std::vector<std::size_t>& slotOfRun) {
    std::vector<std::int64_t> bytes(axis.count, 0);
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        std::int64_t& slot = bytes[slotOfRun[i]];
        slot = std::max(slot, data.runs[i].live.total());
    }
    return bytes;
}

}  // namespace

AlignedTimelines alignTimelines(const Graph& graph, const TimelineData& a, const TimelineData& b) {
    AlignedTimelines aligned;
    const Axis axis = axisOf(graph);
    if (axis.count == 0) return aligned;
    aligned.firstBackward = axis.firstBackward;
    aligned.slotOfRun = slotOfRuns(axis, a);
    aligned.a = live(axis, a, aligned.slotOfRun);
    aligned.b = live(axis, b, slotOfRuns(axis, b));
    aligned.runOfSlot.assign(axis.count, 0);
    for (std::size_t i = 0; i < a.runs.size(); ++i) {
        if (!a.runs[i].recompute) aligned.runOfSlot[aligned.slotOfRun[i]] = i;
    }
    return aligned;
}

}  // namespace reforward
