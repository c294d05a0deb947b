// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/import/onnx_model.h"

namespace reforward {

/// The model of a file at these dimensions, with the types of all tensors and the values of shape arithmetic:
/// constants are folded, then our own rules, then those of the schema library, then what the file declares.
/// Calls of functions become the function's body, an If whose condition is a constant becomes the branch
/// taken. Tensors of operators that nobody knows stay without a shape. `reference`, where given, is the same
/// model inferred at the batch of its file: traced numbers that hold that batch are rescaled by comparison
/// with it. Throws Error (input) naming node and reason where a node breaks its operator's rules.
Model inferredModel(const OnnxFile& file, const OnnxDimensions& dimensions, const Model* reference,
                    const Control& control);

}  // namespace reforward
