// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// One pattern that was found: nodes of the model that run as one operator.
struct Fusion {
    std::uint32_t node = 0;  ///< the last one, whose output is the result; it becomes the operator
    std::vector<std::uint32_t> absorbed;  ///< the others, no longer run
};

/// Rewrites patterns that exporters write out in primitives into the operators that frameworks run:
/// LayerNormalization, Gelu (by erf and by tanh), Silu, HardSwish, Mish, and a Pad that only feeds an
/// AveragePool. What is inside a pattern is read by nothing outside it. The absorbed nodes stay in
/// `model.nodes` (indices do not move), without inputs and outputs. O(nodes).
std::vector<Fusion> fusePatterns(Model& model);

}  // namespace reforward
