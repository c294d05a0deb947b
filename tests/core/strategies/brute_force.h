// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/graph/vertex_graph.h"

namespace reforward::tests {

/// Lower sets as bit masks of vertex numbers; graphs of at most 16 vertices.
using Mask = std::uint32_t;
/// {} = L_0, L_1, ..., L_k = V.
using Chain = std::vector<Mask>;

/// Calls f for every canonical strategy: every strictly growing chain of sets of the family from {} to V.
void forEachChain(const VertexGraph& graph, const std::vector<Mask>& family,
                  const std::function<void(const Chain&)>& f);

std::vector<Mask> allMasks(const VertexGraph& graph);
/// The ancestor family.
std::vector<Mask> ancestorMasks(const VertexGraph& graph);

/// Peak and overhead of a chain, straight from the definitions of [K] section 4.1.
struct Figures {
    std::int64_t peak = 0;
    double overhead = 0;
};
Figures publishedFigures(const VertexGraph& graph, const Chain& chain);

}  // namespace reforward::tests
