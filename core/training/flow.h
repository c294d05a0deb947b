// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/operator_table.h"

namespace reforward {

/// What each tensor of a model is in a training step, and which nodes take part.
struct Flow {
    enum class Origin : std::uint8_t { constant, parameter, value };

    std::vector<bool> needed;         ///< by node: some network output depends on it
    std::vector<Origin> origin;       ///< by tensor
    std::vector<bool> needsGradient;  ///< by tensor: float, and a trainable parameter upstream
    std::vector<bool> hasGradient;    ///< by tensor: needs one, and a network output is reached with one
    std::vector<bool> trainable;      ///< by tensor: an initializer that is trained
    std::vector<bool> read;           ///< by tensor: a needed node reads it, or it is a network output
    bool asTrained = false;           ///< nothing in the file shows a training form

    OperatorUse use(const Model& model, const ModelNode& node) const;
};

/// O(nodes + edges). Float initializers are trainable unless they are only read as settings or buffers.
Flow analyzeFlow(const Model& model);

/// Files without their weights list them as inputs: float inputs that are only read where weights belong
/// (of Conv, Gemm, BatchNormalization, ...) become initializers. Returns how many.
std::size_t adoptWeightInputs(Model& model);

}  // namespace reforward
