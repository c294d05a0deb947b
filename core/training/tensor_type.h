// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"

namespace reforward {

/// Element types by the numbers that ONNX gives them; other numbers are types we do not know.
enum class ElementType : std::uint8_t {
    undefined = 0,
    float32 = 1,
    uint8 = 2,
    int8 = 3,
    uint16 = 4,
    int16 = 5,
    int32 = 6,
    int64 = 7,
    string = 8,
    boolean = 9,
    float16 = 10,
    float64 = 11,
    uint32 = 12,
    uint64 = 13,
    complex64 = 14,
    complex128 = 15,
    bfloat16 = 16,
    float8e4m3fn = 17,
    float8e4m3fnuz = 18,
    float8e5m2 = 19,
    float8e5m2fnuz = 20,
    uint4 = 21,
    int4 = 22,
    float4e2m1 = 23,
    float8e8m0 = 24,
    uint2 = 25,
    int2 = 26,
};

/// undefined for a number that stands for no type we know.
ElementType elementOfNumber(std::int64_t number);
/// Bits of one element; 0 for strings and unknown types, whose size nobody can tell.
int elementBits(ElementType type);
/// A type that may carry a gradient.
bool isFloat(ElementType type);
const char* elementName(ElementType type);

using Dimensions = std::vector<std::int64_t>;

/// Type and, where known, shape of a tensor. All dimensions are numbers, 0 or more.
struct TensorType {
    ElementType element = ElementType::undefined;
    std::optional<Dimensions> dimensions;

    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Product of the dimensions; throws Error (input) beyond 63 bits.
std::int64_t elementCount(const Dimensions& dimensions);
/// Bytes of a contiguous tensor; nothing where shape or element size is unknown. Checked.
std::optional<Bytes> tensorBytes(const TensorType& type);
/// "float32[8,3,224,224]", "float32[?]" where the shape is unknown.
std::string toText(const TensorType& type);
/// "[8,3,224,224]".
std::string toText(const Dimensions& dimensions);

}  // namespace reforward
