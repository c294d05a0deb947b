// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// Types of a node's outputs by rules of our own: operators and versions newer than the schema library
/// (reductions with axes as an input, Split by num_outputs, Pad and Resize with axes, Gelu, Swish,
/// GroupNormalization, RMSNormalization, Attention, ...). Nothing where no rule applies or an input is not
/// known well enough. Throws Error (input) naming the node where the inputs break the operator's rules.
std::optional<std::vector<TensorType>> inferTypes(const ModelNode& node, const Model& model);

/// Refuses what no version of an operator allows: strides, dilations, kernels or groups below 1, a window
/// larger than its padded input. Throws Error (input) naming the node.
void checkWindow(const ModelNode& node, const Model& model);

/// The target of a Reshape whose traced numbers hold the batch `oldBatch`, for an input of another batch:
/// the group of dimensions that the batch lies in is found by comparing the old input shape with the old
/// target. Nothing where that does not come out evenly.
std::optional<Dimensions> rescaledTarget(const Dimensions& oldInput, const Dimensions& newInput,
                                         const Dimensions& oldTarget, std::int64_t oldBatch);

}  // namespace reforward
