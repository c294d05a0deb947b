// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "core/import/onnx_functions.h"

namespace reforward {

/// A parsed file. Immutable once made; not copied, its parts point to each other.
struct OnnxFile {
    /// Throws Error (input) for what is no ONNX model. `text` is not kept, nor are the elements of large
    /// tensors: only names, types and shapes of weights matter.
    explicit OnnxFile(const std::string& text);
    OnnxFile(const OnnxFile&) = delete;
    OnnxFile& operator=(const OnnxFile&) = delete;

    onnx::ModelProto model;
    OnnxFunctions functions;
};

}  // namespace reforward
