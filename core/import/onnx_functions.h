// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace reforward {

using OnnxAttributes = std::unordered_map<std::string, onnx::AttributeProto>;

/// The functions that a model file brings along: operators written as graphs of others.
class OnnxFunctions {
  public:
    /// `model` must stay alive. Throws Error (input) where a function is defined twice.
    explicit OnnxFunctions(const onnx::ModelProto& model);

    /// The function that a node calls, null where it is an operator.
    const onnx::FunctionProto* find(const onnx::NodeProto& call) const;

  private:
    std::unordered_map<std::string, const onnx::FunctionProto*> byKey_;
};

/// The attributes that a call hands to its function: its own, else the function's defaults.
OnnxAttributes attributesOfCall(const onnx::NodeProto& call, const onnx::FunctionProto& function);

/// Whether some attribute of the node is a reference to one of the function around it.
bool hasReferences(const onnx::NodeProto& node);
/// The node with each reference replaced by what the call gave; one that it did not give is left out.
onnx::NodeProto resolved(const onnx::NodeProto& node, const OnnxAttributes& given);

}  // namespace reforward
