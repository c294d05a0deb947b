// SPDX-License-Identifier: Apache-2.0
#include "core/training/precision.h"

#include "core/base/error.h"

namespace reforward {

Precision precisionOf(const std::string& name) {
    if (name.empty() || name == "fp32") return Precision::declared;
    if (name == "tf32") return Precision::tf32;
    if (name == "bf16") return Precision::bfloat16;
    if (name == "fp16") return Precision::float16;
    throw Error(
        ErrorKind::usage,
        Error::Context{{}, {}, "there is no precision \"" + name + "\"", "use fp32, tf32, bf16 or fp16"});
}

std::size_t storeIn(Model& model, Precision precision) {
    if (precision == Precision::declared || precision == Precision::tf32) return 0;
    const ElementType stored =
        precision == Precision::bfloat16 ? ElementType::bfloat16 : ElementType::float16;
    std::size_t changed = 0;
    for (ModelTensor& tensor : model.tensors) {
        if (tensor.type.element != ElementType::float32 || tensor.kind == ModelTensor::Kind::constant)
            continue;
        tensor.type.element = stored;
        ++changed;
    }
    return changed;
}

}  // namespace reforward
