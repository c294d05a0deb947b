// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// One pattern that was found: nodes of the model that run as one operator.
struct Fusion {
    std::uint32_t node = 0;  ///< the last one, whose output is the result; it becomes the operator
    std::vector<std::uint32_t> absorbed;  ///< the others, no longer run
};

/// Rewrites patterns that exporters write out in primitives into the operators that frameworks run: the
/// table in fusion.cpp. What is inside a pattern is read by nothing outside it and is no output of the
/// network. Of a model traced from PyTorch only what its exporter writes for one operator is fused: a GELU
/// that the program itself computed step by step stays so, as PyTorch runs and saves it.
/// The absorbed nodes stay in `model.nodes` (indices do not move), without inputs and outputs. O(nodes).
std::vector<Fusion> fusePatterns(Model& model);

}  // namespace reforward
