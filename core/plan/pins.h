// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/plan/simulator.h"

namespace reforward {

/// What a person fixed before planning. Indices of vertices, ascending, without repeats.
struct Pins {
    std::vector<VertexId> keep;       ///< run once: never recomputed
    std::vector<VertexId> recompute;  ///< the first run's values do not stay: see firstCopyEnds()

    bool empty() const { return keep.empty() && recompute.empty(); }
    friend bool operator==(const Pins&, const Pins&) = default;
};

/// Pins from `--keep` and `--recompute`: ids, or module paths that end in '/' (all vertices below; parts are
/// split at '/' or '.'). Throws
/// Error (usage): an unknown id or module, a vertex pinned both ways, a fixed vertex, a vertex that may
/// run only once pinned as recomputed.
Pins pinsFrom(const Graph& graph, const std::vector<std::string>& keep,
              const std::vector<std::string>& recompute);

/// The last position in the order whose forward step may read the values of v's first run when v is pinned
/// as recomputed. Forward graphs: its last forward consumer, so that whatever the backward pass reads was
/// run again. Joint graphs: the last reader that is no backward operation where a backward one comes after
/// it, else the last but one reader. Where there is no such reader: v itself.
std::uint32_t firstCopyEnds(const Graph& graph, VertexId v);

/// The first pin that the plan breaks, as a sentence; empty where it honours them all. A recompute pin asks
/// for nothing where no later step reads the vertex.
std::string brokenPin(const Graph& graph, const Schedule& schedule, const Pins& pins);

}  // namespace reforward
