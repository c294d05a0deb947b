// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/training/model.h"

namespace reforward::tests {

/// Writes a model down line by line, shapes and all.
struct ModelMaker {
    Model model;

    TensorId tensor(const std::string& name, ModelTensor::Kind kind, Dimensions shape,
                    ElementType element = ElementType::float32) {
        model.tensors.push_back({name, kind, {element, std::move(shape)}, {}});
        return static_cast<TensorId>(model.tensors.size() - 1);
    }
    TensorId input(Dimensions shape, ElementType element = ElementType::float32) {
        const TensorId t = tensor("x" + std::to_string(model.inputs.size()), ModelTensor::Kind::input,
                                  std::move(shape), element);
        model.inputs.push_back(t);
        return t;
    }
    TensorId weight(Dimensions shape) {
        return tensor("w" + std::to_string(model.tensors.size()), ModelTensor::Kind::initializer,
                      std::move(shape));
    }
    TensorId number(double value) {
        const TensorId t =
            tensor("c" + std::to_string(model.tensors.size()), ModelTensor::Kind::constant, {});
        model.tensors[t].data = ConstantData{ElementType::float32, {}, std::vector<double>{value}};
        return t;
    }
    TensorId integers(const std::vector<std::int64_t>& list, bool scalar = false) {
        const Dimensions shape = scalar ? Dimensions{} : Dimensions{static_cast<std::int64_t>(list.size())};
        const TensorId t = tensor("c" + std::to_string(model.tensors.size()), ModelTensor::Kind::constant,
                                  shape, ElementType::int64);
        model.tensors[t].data = ConstantData{ElementType::int64, shape, list};
        return t;
    }
    /// A node named by its operator and place, with one output of that shape.
    TensorId node(const std::string& op, std::vector<TensorId> inputs, Dimensions shape,
                  std::vector<std::pair<std::string, AttributeValue>> attributes = {},
                  ElementType element = ElementType::float32) {
        ModelNode n;
        n.op = op;
        n.version = 17;
        n.fileIndex = static_cast<std::uint32_t>(model.nodes.size());
        n.inputs = std::move(inputs);
        n.attributes = std::move(attributes);
        n.outputs = {tensor("t" + std::to_string(n.fileIndex), ModelTensor::Kind::computed, std::move(shape),
                            element)};
        model.nodes.push_back(n);
        return n.outputs[0];
    }
    /// A value of that shape that needs a gradient: x + w.
    TensorId trained(const Dimensions& shape) { return node("Add", {input(shape), weight(shape)}, shape); }
    Model finish(TensorId output) {
        model.outputs = {output};
        return model;
    }
};

}  // namespace reforward::tests
