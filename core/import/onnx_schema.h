// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include "core/training/model.h"

namespace reforward {

/// Whether a node's operator set is beyond those of its domain that the schema library knows (standard
/// operators: 17).
bool isNewerThanSchemas(const ModelNode& node);

/// Types of a node's outputs by the schema library, one a node's output, unknown ones left undefined.
/// `lenient`: an operator newer than the library, whose older rules may not fit: what they refuse is only
/// not known. Throws Error (input) naming the node where it breaks its operator's rules.
std::vector<TensorType> inferBySchema(const onnx::NodeProto& proto, const ModelNode& node, const Model& model,
                                      bool lenient);

/// The body of a standard operator that the library defines as a function of others; null where it does not.
const onnx::FunctionProto* functionBySchema(const ModelNode& node);

}  // namespace reforward
