// SPDX-License-Identifier: Apache-2.0
#include "core/training/shape_rule_tools.h"

#include "core/base/error.h"

namespace reforward::rules {

void refuse(const ModelNode& node, const std::string& reason) {
    throwInput(shownName(node), reason);
}

std::size_t axisOf(const ModelNode& node, std::int64_t axis, std::size_t rank) {
    const auto r = static_cast<std::int64_t>(rank);
    if (axis < -r || axis >= r) {
        refuse(node, node.op + " has axis " + std::to_string(axis) + " for an input of rank " +
                         std::to_string(rank));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + r : axis);
}

std::optional<std::vector<std::int64_t>> setting(const ModelNode& node, const Model& model, std::size_t slot,
                                                 const char* attribute, bool& known) {
    if (node.input(slot) == noTensor) return node.integers(attribute);
    const ConstantData* data = model.data(node.input(slot));
    if (!data) known = false;
    return data ? std::optional(data->integers()) : std::nullopt;
}

const TensorType* shaped(const ModelNode& node, const Model& model, std::size_t slot) {
    const TensorType* type = model.type(node.input(slot));
    return type && type->dimensions ? type : nullptr;
}

Types like(const ModelNode& node, const Model& model) {
    const TensorType* type = model.type(node.input(0));
    if (!type) return std::nullopt;
    return std::vector<TensorType>{*type};
}

std::vector<TensorType> one(ElementType element, std::optional<Dimensions> dimensions) {
    return {TensorType{element, std::move(dimensions)}};
}

std::int64_t product(const ModelNode& node, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        refuse(node, "its output has more elements than 63 bits count");
    return result;
}

}  // namespace reforward::rules
