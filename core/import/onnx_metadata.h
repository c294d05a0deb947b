// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/import/onnx_file.h"

namespace reforward {

/// The module that a node was exported from, parts joined by '/', as its metadata tells it: PyTorch's newer
/// exporter writes `pkg.torch.onnx.name_scopes` (a list of paths, the operator's own name last), other
/// versions `namespace` ("name: class" of each level). "" where there is none.
std::string moduleInMetadata(const onnx::NodeProto& node);

}  // namespace reforward
