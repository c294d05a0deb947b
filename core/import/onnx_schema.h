// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include "core/training/model.h"

namespace reforward {

/// The newest operator set that the schema library knows.
inline constexpr std::int64_t schemaNewestSet = 17;

/// Types of a node's outputs by the schema library, one a node's output, unknown ones left undefined.
/// `lenient`: an operator newer than the library, whose older rules may not fit: what they refuse is only
/// not known. Throws Error (input) naming the node where it breaks its operator's rules.
std::vector<TensorType> inferBySchema(const onnx::NodeProto& proto, const ModelNode& node, const Model& model,
                                      bool lenient);

}  // namespace reforward
