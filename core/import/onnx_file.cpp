// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_file.h"

#include <google/protobuf/io/coded_stream.h>

#include <climits>

#include "core/base/error.h"

namespace reforward {

onnx::ModelProto parseOnnx(const std::string& text) {
    if (text.empty()) throw Error(ErrorKind::input, "the file is empty");
    if (text.size() > INT_MAX) {
        throw Error(ErrorKind::input,
                    Error::Context{{},
                                   {},
                                   "the file is larger than the 2 GiB that its format allows",
                                   "keep the weights in external data files; they are not "
                                   "needed to plan"});
    }
    onnx::ModelProto model;
    if (!model.ParseFromArray(text.data(), static_cast<int>(text.size()))) {
        throw Error(ErrorKind::input, "the file is no ONNX model, or it is cut off");
    }
    if (!model.has_graph()) throw Error(ErrorKind::input, "the file holds no graph");
    return model;
}

}  // namespace reforward
