// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include "core/training/model.h"

namespace reforward {

/// Attributes with numbers, texts, lists and small tensors; marks a node that holds nested graphs.
void readAttributes(const onnx::NodeProto& proto, ModelNode& node);

/// What a Constant makes, however it is written: type, and elements where they are few.
void readConstant(const onnx::NodeProto& proto, ModelTensor& tensor);

/// The nested graphs of a node, by attribute.
std::vector<const onnx::GraphProto*> nestedGraphs(const onnx::NodeProto& proto);
const onnx::GraphProto* nestedGraph(const onnx::NodeProto& proto, const std::string& attribute);

}  // namespace reforward
