// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/graph/graph.h"

namespace reforward {

enum class Optimizer : std::uint8_t { sgd, momentum, adam, adamw };
inline constexpr std::array<Optimizer, 4> optimizers{Optimizer::sgd, Optimizer::momentum, Optimizer::adam,
                                                     Optimizer::adamw};
std::string optimizerName(Optimizer optimizer);   ///< "adamw", as on the command line
std::string optimizerTitle(Optimizer optimizer);  ///< "AdamW"
/// Throws Error (usage) for another name.
Optimizer optimizerOf(const std::string& name);

/// How parameters are trained.
struct Training {
    Optimizer optimizer = Optimizer::adam;
    /// A float32 copy of parameters of 16 bits; nothing: where there are such.
    std::optional<bool> masterWeights = {};
};

/// What one training step holds in memory as a whole: the constants that no plan changes, and the plan's
/// peak. For P parameters of 32 bits: 4 P, as much for their gradients and for each state of the optimizer
/// (SGD none, momentum 1, Adam and AdamW 2). For P parameters of 16 bits: 2 P and 2 P, and with master
/// weights 4 P for these and 4 P for each state (Rajbhandari et al., ZeRO, SC 2020, section 3.1), without
/// them 2 P for each state. Buffers that are not trained (running statistics) and the workspace of libraries
/// are not counted.
struct TrainingMemory {
    Bytes parameters, gradients, masterWeights, optimizer;
    Bytes peak;

    Bytes constants() const { return parameters + gradients + masterWeights + optimizer; }
    Bytes total() const { return constants() + peak; }
};

/// Throws Error (input) where the sum leaves 63 bits.
TrainingMemory trainingMemory(const Graph& graph, const Training& training, Bytes peak);

/// "parameters, gradients and Adam state": what trainingMemory() adds to the peak.
std::string constantsWords(const TrainingMemory& memory, Optimizer optimizer);

/// What is left of the device's memory for a plan; negative where the constants alone are more.
Bytes memoryForPlan(const Graph& graph, const Training& training, Bytes memory);

}  // namespace reforward
