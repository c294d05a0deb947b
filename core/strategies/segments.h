// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/strategies/family_dp.h"

namespace reforward {

/// The segments L_i \ L_{i-1} of a chain of sets, as vertices of the graph.
std::vector<std::vector<VertexId>> segmentsOf(const SetFamily& family, const SetPath& path);

/// The canonical plan of these segments, replayed and checked.
Plan planFromSegments(const Graph& graph, const std::string& strategy,
                      std::vector<std::vector<VertexId>> segments);

/// Largest family of lower sets that the exact programs take on, in sets and in bytes of bit sets.
inline constexpr std::size_t familyLimit = 2'000'000;

/// All lower sets, or those of ancestors. Throws Error (notApplicable) with the count so far where there
/// are more than familyLimit or the control stops while counting; null where it was cancelled.
LowerSetFamily lowerSetsFor(const VertexGraph& graph, bool all, const Control& control);

}  // namespace reforward
