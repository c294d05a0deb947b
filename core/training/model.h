// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/graph/graph.h"
#include "core/training/tensor_type.h"

namespace reforward {

using TensorId = std::uint32_t;
inline constexpr TensorId noTensor = UINT32_MAX;  ///< an optional input or output that is left out

/// Elements of a small constant, row by row; empty shape: a scalar.
struct ConstantData {
    ElementType element = ElementType::int64;
    Dimensions dimensions;
    std::variant<std::vector<std::int64_t>, std::vector<double>> elements;

    std::size_t size() const;
    bool integral() const { return elements.index() == 0; }
    std::int64_t integer(std::size_t i) const;  ///< truncated where the elements are real
    double real(std::size_t i) const;
    std::vector<std::int64_t> integers() const;
    TensorType type() const { return {element, dimensions}; }
};

/// Larger constants are not evaluated: shape arithmetic never needs them.
inline constexpr std::int64_t constantLimit = 4096;

struct ModelTensor {
    enum class Kind : std::uint8_t { computed, input, initializer, constant };

    std::string name;
    Kind kind = Kind::computed;
    TensorType type;
    std::optional<ConstantData> data;  ///< where known: small constants, results of shape arithmetic
};

using AttributeValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>,
                                    std::vector<double>, ConstantData>;

struct ModelNode {
    std::string name;  ///< as in the file, possibly empty or not unique
    std::string op;
    std::string domain;  ///< "" for the standard operators
    std::string scope;   ///< the module it was exported from, as metadata of the file tells: see modules.h
    std::int64_t version = 0;  ///< of the operator set
    std::vector<TensorId> inputs, outputs;
    std::vector<std::pair<std::string, AttributeValue>> attributes;
    std::uint32_t fileIndex = 0;
    bool subgraphs = false;  ///< holds nested graphs; what they read from outside are inputs as well

    const AttributeValue* find(std::string_view attribute) const;
    std::int64_t integer(std::string_view attribute, std::int64_t fallback) const;
    double real(std::string_view attribute, double fallback) const;
    std::string text(std::string_view attribute, std::string_view fallback) const;
    std::optional<std::vector<std::int64_t>> integers(std::string_view attribute) const;

    TensorId input(std::size_t slot) const { return slot < inputs.size() ? inputs[slot] : noTensor; }
    TensorId output(std::size_t slot) const { return slot < outputs.size() ? outputs[slot] : noTensor; }
    bool standard() const { return domain.empty() || domain == "ai.onnx"; }
};

/// A network as its file states it, with every type that could be inferred. Nodes are in topological
/// order, the file's own where that is topological.
struct Model {
    std::string name;
    std::string producer;  ///< the program that wrote the file, as it calls itself ("pytorch")
    std::vector<ModelTensor> tensors;
    std::vector<ModelNode> nodes;
    std::vector<TensorId> inputs, outputs;
    std::optional<std::int64_t> batch;
    std::string batchFrom;
    std::vector<SymbolicDimension> symbols;
    std::vector<std::string> warnings;

    const ConstantData* data(TensorId tensor) const {
        return tensor == noTensor || !tensors[tensor].data ? nullptr : &*tensors[tensor].data;
    }
    const TensorType* type(TensorId tensor) const {
        return tensor == noTensor ? nullptr : &tensors[tensor].type;
    }
    const Dimensions* dimensions(TensorId tensor) const {
        return tensor == noTensor || !tensors[tensor].type.dimensions ? nullptr
                                                                      : &*tensors[tensor].type.dimensions;
    }
};

/// How messages name a node: its name, else its operator and place in the file ("Relu_17").
std::string shownName(const ModelNode& node);

}  // namespace reforward
