// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_memory.h"
#include "core/search/use_events.h"

namespace reforward {

/// What a depth-first order takes first among the operations that an operation needs.
enum class DepthFirst {
    asRead,      ///< in the order they are read
    mostMemory,  ///< what needs most memory before its result is there (Sethi and Ullman 1970, on trees)
    deepest      ///< the longest way from the graph's inputs
};

/// Each operation right after all it needs, from the sinks on. O(V + E), E log E with a rule.
std::vector<std::uint32_t> depthFirstOrder(const ReadGraph& graph, DepthFirst rule);

/// Always the ready operation that makes least memory and lets most go, bytes times 1 +- noise; the last
/// that became ready among equals. O(E log V).
std::vector<std::uint32_t> greedyOrder(const ReadGraph& graph, double noise, SearchRandom& random);

/// The same from the end: always the operation, all of whose readers stand, that adds least to what must be
/// live before it.
std::vector<std::uint32_t> greedyOrderFromEnd(const ReadGraph& graph, double noise, SearchRandom& random);

}  // namespace reforward
