// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include "core/training/model.h"

namespace reforward {

/// More dimensions than any framework has: work is bounded where a file states more.
inline constexpr std::size_t rankLimit = 64;

/// Throws Error (input) naming the tensor for a negative dimension or too many.
void checkDimensions(const std::string& tensor, const Dimensions& dimensions);

/// Type of a stored tensor. Throws Error (input) naming it for a negative dimension.
TensorType typeOf(const onnx::TensorProto& tensor);

/// Its elements, where it is small (`constantLimit`) and holds them itself: external data is never read,
/// and nothing is allocated by a declared size.
std::optional<ConstantData> dataOf(const onnx::TensorProto& tensor);

/// A constant as a message, for the schema library.
onnx::TensorProto toTensor(const ConstantData& data);

}  // namespace reforward
