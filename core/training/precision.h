// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/training/model.h"

namespace reforward {

/// In which type a network is computed (`--precision`).
enum class Precision : std::uint8_t {
    declared,  ///< "", "fp32": the types of the file
    tf32,      ///< the same bytes; products at the rate of TF32
    bfloat16,  ///< "bf16"
    float16,   ///< "fp16"
};

/// Throws Error (usage) for another name.
Precision precisionOf(const std::string& name);

/// Stores in 16 bits what the file declares as float32: values, network inputs and parameters. What the
/// operator table gives a type of its own (statistics in float32, indices, masks of booleans) and what the
/// file declares in another type stay. That is a model cast as a whole, with a float32 copy of its
/// parameters where the optimizer keeps one; autocast holds some results (normalizations, softmax, losses)
/// in float32, so needs more. Returns how many tensors changed.
std::size_t storeIn(Model& model, Precision precision);

}  // namespace reforward
