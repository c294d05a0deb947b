// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <unordered_map>

#include "core/import/onnx_dimensions.h"
#include "core/training/model.h"

namespace reforward {

/// A model with what inference still needs from the message it was read from (which must stay alive).
struct OnnxModel {
    Model model;                                 ///< only inputs, initializers and constants have types
    std::vector<const onnx::NodeProto*> protos;  ///< by node
    std::unordered_map<TensorId, TensorType> declared;  ///< types that the file states for computed tensors
};

/// Nodes sorted, names resolved, small constants read. Throws Error (input) naming node and reason: an
/// empty operator, a tensor made twice, an input that nobody makes, a cycle.
OnnxModel readModel(const onnx::ModelProto& proto, const OnnxDimensions& dimensions);

}  // namespace reforward
