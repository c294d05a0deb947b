// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/step.h"

namespace reforward {

/// A forward or backward run; what a strategy decides. Frees follow from it.
using Run = Step;

/// Puts the frees in: each value right after its last read before its next run (or at once where nothing
/// reads it), each gradient right after the backward of its vertex. `runs` holds forward and backward
/// steps only. O(runs + edges).
Schedule withFrees(const Graph& graph, const std::vector<Run>& runs);

/// The baseline "keep all": forward in the order, backward in its reverse, frees at the last use; of a
/// joint graph the order run once.
Schedule keepAllSchedule(const Graph& graph);

/// The canonical schedule of [K] for the segments (each a set of not fixed vertices, together all of
/// them, each union of first ones a lower set; throws Error (check) otherwise): forward segment by
/// segment, backward from the last one down. Between the passes only the boundaries U live, and vertices
/// that may run only once. Before a segment's backward its missing values that a backward or a recompute
/// there reads are recomputed once. The last segment is not recomputed.
Schedule scheduleFromSegments(const Graph& graph, const std::vector<std::vector<VertexId>>& segments);

/// The schedule of keep/retain bits (one of each a vertex; fixed ones are ignored): forward in the order;
/// then for each backward, in reverse, the values it reads that are not there are recomputed just before
/// it, with whatever their recompute needs. A kept vertex runs once (as does one that may run only
/// once). A recomputed value with its retain bit set stays for later backward steps, else it is dropped
/// after the backward that asked for it.
Schedule scheduleFromBits(const Graph& graph, const std::vector<bool>& keep, const std::vector<bool>& retain);

}  // namespace reforward
