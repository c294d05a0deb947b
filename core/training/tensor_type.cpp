// SPDX-License-Identifier: Apache-2.0
#include "core/training/tensor_type.h"

#include <array>

#include "core/base/error.h"

namespace reforward {

namespace {

struct ElementRow {
    const char* name;
    int bits;
    bool real;
};

constexpr std::array<ElementRow, 27> elementRows{{
    {"unknown", 0, false},       {"float32", 32, true},   {"uint8", 8, false},
    {"int8", 8, false},          {"uint16", 16, false},   {"int16", 16, false},
    {"int32", 32, false},        {"int64", 64, false},    {"string", 0, false},
    {"bool", 8, false},          {"float16", 16, true},   {"float64", 64, true},
    {"uint32", 32, false},       {"uint64", 64, false},   {"complex64", 64, true},
    {"complex128", 128, true},   {"bfloat16", 16, true},  {"float8e4m3fn", 8, true},
    {"float8e4m3fnuz", 8, true}, {"float8e5m2", 8, true}, {"float8e5m2fnuz", 8, true},
    {"uint4", 4, false},         {"int4", 4, false},      {"float4e2m1", 4, true},
    {"float8e8m0", 8, true},     {"uint2", 2, false},     {"int2", 2, false},
}};

const ElementRow& rowOf(ElementType type) {
    const auto index = static_cast<std::size_t>(type);
    return elementRows[index < elementRows.size() ? index : 0];
}

}  // namespace

ElementType elementOfNumber(std::int64_t number) {
    return number > 0 && number < static_cast<std::int64_t>(elementRows.size())
               ? static_cast<ElementType>(number)
               : ElementType::undefined;
}

int elementBits(ElementType type) {
    return rowOf(type).bits;
}
bool isFloat(ElementType type) {
    return rowOf(type).real;
}
const char* elementName(ElementType type) {
    return rowOf(type).name;
}

std::int64_t elementCount(const Dimensions& dimensions) {
    std::int64_t count = 1;
    for (const std::int64_t d : dimensions) {
        if (d == 0) return 0;
    }
    for (const std::int64_t d : dimensions) {
        if (__builtin_mul_overflow(count, d, &count)) {
            throw Error(ErrorKind::input, "a tensor of shape " + toText(dimensions) +
                                              " has more elements than 63 bits can count");
        }
    }
    return count;
}

std::optional<Bytes> tensorBytes(const TensorType& type) {
    const int bits = elementBits(type.element);
    if (!type.dimensions || bits == 0) return std::nullopt;
    const std::int64_t count = elementCount(*type.dimensions);
    if (bits < 8) return Bytes(count / (8 / bits) + (count % (8 / bits) != 0 ? 1 : 0));
    return Bytes(count) * (bits / 8);
}

std::string toText(const Dimensions& dimensions) {
    std::string text = "[";
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        if (i > 0) text += ',';
        text += std::to_string(dimensions[i]);
    }
    return text + "]";
}

std::string toText(const TensorType& type) {
    return elementName(type.element) + (type.dimensions ? toText(*type.dimensions) : std::string("[?]"));
}

}  // namespace reforward
