// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

namespace reforward {

/// The bytes of a model file as its protobuf message. Throws Error (input) where they are none (empty,
/// cut off, text, beyond protobuf's 2 GiB) or hold no graph.
onnx::ModelProto parseOnnx(const std::string& text);

}  // namespace reforward
