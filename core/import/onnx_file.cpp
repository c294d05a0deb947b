// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_file.h"

#include <google/protobuf/io/coded_stream.h>

#include <climits>

#include "core/base/error.h"
#include "core/training/model.h"

namespace reforward {

namespace {

// Bytes of the largest constant that anyone evaluates.
constexpr std::size_t readBytes = constantLimit * sizeof(double);

void dropElements(onnx::TensorProto& tensor) {
    if (tensor.raw_data().size() > readBytes) tensor.clear_raw_data();
    if (tensor.float_data_size() > constantLimit) tensor.clear_float_data();
    if (tensor.int32_data_size() > constantLimit) tensor.clear_int32_data();
    if (tensor.int64_data_size() > constantLimit) tensor.clear_int64_data();
    if (tensor.double_data_size() > constantLimit) tensor.clear_double_data();
    if (tensor.uint64_data_size() > constantLimit) tensor.clear_uint64_data();
    if (tensor.string_data_size() > constantLimit) tensor.clear_string_data();
}

onnx::ModelProto parsed(const std::string& text) {
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
        throw Error(ErrorKind::input,
                    "the file is no ONNX model, it is cut off, or its graphs are nested too deep");
    }
    if (!model.has_graph()) throw Error(ErrorKind::input, "the file holds no graph");
    for (onnx::TensorProto& tensor : *model.mutable_graph()->mutable_initializer())
        dropElements(tensor);
    return model;
}

}  // namespace

OnnxFile::OnnxFile(const std::string& text) : model(parsed(text)), functions(model) {}

}  // namespace reforward
