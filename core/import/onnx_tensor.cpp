// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_tensor.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/import/utf8.h"
#include "core/training/constant_views.h"

namespace reforward {

namespace {

double halfToDouble(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double sign = half >> 15 ? -1 : 1;
    if (exponent == 31) return fraction ? std::nan("") : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

double brainToDouble(std::uint16_t brain) {
    return std::bit_cast<float>(std::uint32_t{brain} << 16);
}

// Files are little-endian, as are the machines this runs on.
template <class Stored, class Element, class Convert>
std::vector<Element> fromRaw(const std::string& raw, Convert convert) {
    std::vector<Element> list(raw.size() / sizeof(Stored));
    for (std::size_t i = 0; i < list.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, raw.data() + i * sizeof(Stored), sizeof(Stored));
        list[i] = convert(stored);
    }
    return list;
}

template <class Stored>
std::vector<std::int64_t> integers(const std::string& raw) {
    return fromRaw<Stored, std::int64_t>(raw, [](Stored x) { return static_cast<std::int64_t>(x); });
}
template <class Stored>
std::vector<double> reals(const std::string& raw) {
    return fromRaw<Stored, double>(raw, [](Stored x) { return static_cast<double>(x); });
}

template <class Element, class Field, class Convert>
std::vector<Element> fromField(const Field& field, Convert convert) {
    std::vector<Element> list;
    for (const auto x : field)
        list.push_back(convert(x));
    return list;
}

using Elements = decltype(ConstantData::elements);

std::optional<Elements> fromRawData(ElementType element, const std::string& raw) {
    switch (element) {
        case ElementType::float32:
            return reals<float>(raw);
        case ElementType::float64:
            return reals<double>(raw);
        case ElementType::float16:
            return fromRaw<std::uint16_t, double>(raw, halfToDouble);
        case ElementType::bfloat16:
            return fromRaw<std::uint16_t, double>(raw, brainToDouble);
        case ElementType::int64:
            return integers<std::int64_t>(raw);
        case ElementType::uint64:
            return integers<std::uint64_t>(raw);
        case ElementType::int32:
            return integers<std::int32_t>(raw);
        case ElementType::uint32:
            return integers<std::uint32_t>(raw);
        case ElementType::int16:
            return integers<std::int16_t>(raw);
        case ElementType::uint16:
            return integers<std::uint16_t>(raw);
        case ElementType::int8:
            return integers<std::int8_t>(raw);
        case ElementType::uint8:
        case ElementType::boolean:
            return integers<std::uint8_t>(raw);
        default:
            return std::nullopt;
    }
}

std::optional<Elements> fromFields(ElementType element, const onnx::TensorProto& tensor) {
    const auto integer = [](auto x) { return static_cast<std::int64_t>(x); };
    const auto real = [](auto x) { return static_cast<double>(x); };
    switch (element) {
        case ElementType::float32:
            return fromField<double>(tensor.float_data(), real);
        case ElementType::float64:
            return fromField<double>(tensor.double_data(), real);
        case ElementType::float16:
            return fromField<double>(tensor.int32_data(),
                                     [](auto x) { return halfToDouble(static_cast<std::uint16_t>(x)); });
        case ElementType::bfloat16:
            return fromField<double>(tensor.int32_data(),
                                     [](auto x) { return brainToDouble(static_cast<std::uint16_t>(x)); });
        case ElementType::int64:
            return fromField<std::int64_t>(tensor.int64_data(), integer);
        case ElementType::uint32:
        case ElementType::uint64:
            return fromField<std::int64_t>(tensor.uint64_data(), integer);
        case ElementType::int32:
        case ElementType::int16:
        case ElementType::uint16:
        case ElementType::int8:
        case ElementType::uint8:
        case ElementType::boolean:
            return fromField<std::int64_t>(tensor.int32_data(), integer);
        default:
            return std::nullopt;
    }
}

}  // namespace

void checkDimensions(const std::string& tensor, const Dimensions& dimensions) {
    if (dimensions.size() > rankLimit)
        throwInput(validUtf8(tensor), "this tensor has the rank " + std::to_string(dimensions.size()));
    for (const std::int64_t d : dimensions) {
        if (d < 0) throwInput(validUtf8(tensor), "this tensor has a dimension of " + std::to_string(d));
    }
}

TensorType typeOf(const onnx::TensorProto& tensor) {
    TensorType type{elementOfNumber(tensor.data_type()), {}};
    type.dimensions.emplace(tensor.dims().begin(), tensor.dims().end());
    checkDimensions(tensor.name(), *type.dimensions);
    return type;
}

std::optional<ConstantData> dataOf(const onnx::TensorProto& tensor) {
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL) return std::nullopt;
    const TensorType type = typeOf(tensor);
    const auto count = smallCount(*type.dimensions);
    if (!count || tensor.raw_data().size() > *count * sizeof(double)) return std::nullopt;
    auto elements = tensor.has_raw_data() ? fromRawData(type.element, tensor.raw_data())
                                          : fromFields(type.element, tensor);
    if (!elements) return std::nullopt;
    ConstantData data{type.element, *type.dimensions, std::move(*elements)};
    // A file whose elements are missing or do not fit the shape is read as one without them.
    if (data.size() != *count) return std::nullopt;
    return data;
}

onnx::TensorProto toTensor(const ConstantData& data) {
    onnx::TensorProto tensor;
    tensor.set_data_type(static_cast<int>(data.element));
    for (const std::int64_t d : data.dimensions)
        tensor.add_dims(d);
    for (std::size_t i = 0; i < data.size(); ++i) {
        switch (data.element) {
            case ElementType::float32:
                tensor.add_float_data(static_cast<float>(data.real(i)));
                break;
            case ElementType::float64:
                tensor.add_double_data(data.real(i));
                break;
            case ElementType::int64:
                tensor.add_int64_data(data.integer(i));
                break;
            case ElementType::uint32:
            case ElementType::uint64:
                tensor.add_uint64_data(static_cast<std::uint64_t>(data.integer(i)));
                break;
            default:
                tensor.add_int32_data(static_cast<std::int32_t>(data.integer(i)));
                break;
        }
    }
    return tensor;
}

}  // namespace reforward
