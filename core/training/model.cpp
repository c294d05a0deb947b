// SPDX-License-Identifier: Apache-2.0
#include "core/training/model.h"

#include <cmath>

namespace reforward {

std::size_t ConstantData::size() const {
    return std::visit([](const auto& list) { return list.size(); }, elements);
}

std::int64_t ConstantData::integer(std::size_t i) const {
    if (const auto* integers = std::get_if<0>(&elements)) return (*integers)[i];
    const double value = std::get<1>(elements)[i];
    // Beyond the range of the type the conversion is undefined; such shapes are refused later anyway.
    if (!(std::abs(value) < 9.0e18)) return value > 0 ? INT64_MAX : value < 0 ? INT64_MIN : 0;
    return static_cast<std::int64_t>(value);
}

double ConstantData::real(std::size_t i) const {
    if (const auto* reals = std::get_if<1>(&elements)) return (*reals)[i];
    return static_cast<double>(std::get<0>(elements)[i]);
}

std::vector<std::int64_t> ConstantData::integers() const {
    std::vector<std::int64_t> all(size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = integer(i);
    return all;
}

const AttributeValue* ModelNode::find(std::string_view attribute) const {
    for (const auto& entry : attributes) {
        if (entry.first == attribute) return &entry.second;
    }
    return nullptr;
}

std::int64_t ModelNode::integer(std::string_view attribute, std::int64_t fallback) const {
    const AttributeValue* value = find(attribute);
    const auto* integer = value ? std::get_if<std::int64_t>(value) : nullptr;
    return integer ? *integer : fallback;
}

double ModelNode::real(std::string_view attribute, double fallback) const {
    const AttributeValue* value = find(attribute);
    const auto* real = value ? std::get_if<double>(value) : nullptr;
    return real ? *real : fallback;
}

std::string ModelNode::text(std::string_view attribute, std::string_view fallback) const {
    const AttributeValue* value = find(attribute);
    const auto* text = value ? std::get_if<std::string>(value) : nullptr;
    return text ? *text : std::string(fallback);
}

std::optional<std::vector<std::int64_t>> ModelNode::integers(std::string_view attribute) const {
    const AttributeValue* value = find(attribute);
    if (!value) return std::nullopt;
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(value)) return *list;
    if (const auto* data = std::get_if<ConstantData>(value)) return data->integers();
    return std::nullopt;
}

std::string shownName(const ModelNode& node) {
    return node.name.empty() ? node.op + "_" + std::to_string(node.fileIndex) : node.name;
}

}  // namespace reforward
