// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/bounds/instants.h"

namespace reforward {

/// The phases that a chain of instants cuts every schedule into: phase k lies between instant k and the
/// next, the last one reaches to the end. In a forward graph instant 0 is the end of the forward pass and
/// the others are backwards b(j_1), b(j_2), ..., each j an ancestor of the one before along gradient edges.
/// In a joint graph instant 0 is the start and the others are first runs of j_1, j_2, ..., each j a
/// descendant of the one before. So the order of the instants is certain, whatever a planner does.
struct Phases {
    /// First and last phase into which something may fall.
    struct Range {
        std::uint32_t first, last;
    };
    struct Read {
        ValueId value;
        Range range;
    };

    std::size_t count = 0;
    std::vector<VertexId> vertices;          ///< of each instant; noIndex for instant 0
    std::vector<std::int64_t> taken;         ///< at each instant: Instant::taken
    std::vector<std::vector<ValueId>> held;  ///< at each instant: certainly live, part of `taken`
    std::vector<Read> reads;      ///< forward graphs: what backwards read, without the instants' own
    std::vector<Range> firstRun;  ///< joint graphs: of each vertex; empty for forward graphs
};

/// `chain`: the vertices j_1, j_2, ... in this order; may be empty for a forward graph.
Phases phasesOf(const Graph& graph, const std::vector<VertexId>& chain);

/// A longest possible part of the candidates (given in the order of the instants in time) that is a chain:
/// each one is taken that comes certainly after the last taken.
std::vector<VertexId> chainOf(const Graph& graph, const std::vector<VertexId>& candidates);

}  // namespace reforward
