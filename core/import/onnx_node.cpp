// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_node.h"

#include "core/import/onnx_tensor.h"
#include "core/import/utf8.h"

namespace reforward {

namespace {

using Attribute = onnx::AttributeProto;

// Files of the first version of the format do not state the type.
Attribute::AttributeType typeOf(const Attribute& a) {
    if (a.type() != Attribute::UNDEFINED) return a.type();
    if (a.has_i()) return Attribute::INT;
    if (a.has_f()) return Attribute::FLOAT;
    if (a.has_s()) return Attribute::STRING;
    if (a.has_t()) return Attribute::TENSOR;
    if (a.has_g()) return Attribute::GRAPH;
    if (a.ints_size() > 0) return Attribute::INTS;
    if (a.floats_size() > 0) return Attribute::FLOATS;
    return Attribute::UNDEFINED;
}

void set(ModelTensor& tensor, ConstantData data) {
    tensor.type = data.type();
    tensor.data = std::move(data);
}

template <class Element, class Field>
void setList(ModelTensor& tensor, ElementType element, const Field& field) {
    const Dimensions shape{field.size()};
    tensor.type = {element, shape};
    if (field.size() <= constantLimit)
        tensor.data = ConstantData{element, shape, std::vector<Element>(field.begin(), field.end())};
}

}  // namespace

void readAttributes(const onnx::NodeProto& proto, ModelNode& node) {
    for (const Attribute& a : proto.attribute()) {
        switch (typeOf(a)) {
            case Attribute::INT:
                node.attributes.emplace_back(a.name(), std::int64_t{a.i()});
                break;
            case Attribute::FLOAT:
                node.attributes.emplace_back(a.name(), double{a.f()});
                break;
            case Attribute::STRING:
                node.attributes.emplace_back(a.name(), validUtf8(a.s()));
                break;
            case Attribute::INTS:
                node.attributes.emplace_back(a.name(),
                                             std::vector<std::int64_t>(a.ints().begin(), a.ints().end()));
                break;
            case Attribute::FLOATS:
                node.attributes.emplace_back(a.name(),
                                             std::vector<double>(a.floats().begin(), a.floats().end()));
                break;
            case Attribute::TENSOR:
                if (auto data = dataOf(a.t())) node.attributes.emplace_back(a.name(), std::move(*data));
                break;
            case Attribute::GRAPH:
            case Attribute::GRAPHS:
                node.subgraphs = true;
                break;
            default:
                break;
        }
    }
}

void readConstant(const onnx::NodeProto& proto, ModelTensor& tensor) {
    tensor.kind = ModelTensor::Kind::constant;
    for (const Attribute& a : proto.attribute()) {
        if (a.name() == "value" && a.has_t()) {
            tensor.type = reforward::typeOf(a.t());
            tensor.data = dataOf(a.t());
        } else if (a.name() == "sparse_value" && a.has_sparse_tensor()) {
            tensor.type = reforward::typeOf(a.sparse_tensor().values());
            tensor.type.dimensions.emplace(a.sparse_tensor().dims().begin(), a.sparse_tensor().dims().end());
            checkDimensions(tensor.name, *tensor.type.dimensions);
        } else if (a.name() == "value_int") {
            set(tensor, {ElementType::int64, {}, std::vector<std::int64_t>{a.i()}});
        } else if (a.name() == "value_float") {
            set(tensor, {ElementType::float32, {}, std::vector<double>{a.f()}});
        } else if (a.name() == "value_ints") {
            setList<std::int64_t>(tensor, ElementType::int64, a.ints());
        } else if (a.name() == "value_floats") {
            setList<double>(tensor, ElementType::float32, a.floats());
        } else if (a.name() == "value_string") {
            tensor.type = {ElementType::string, Dimensions{}};
        } else if (a.name() == "value_strings") {
            tensor.type = {ElementType::string, Dimensions{a.strings_size()}};
        }
    }
}

std::vector<const onnx::GraphProto*> nestedGraphs(const onnx::NodeProto& proto) {
    std::vector<const onnx::GraphProto*> graphs;
    for (const Attribute& a : proto.attribute()) {
        if (a.has_g()) graphs.push_back(&a.g());
        for (const onnx::GraphProto& g : a.graphs())
            graphs.push_back(&g);
    }
    return graphs;
}

const onnx::GraphProto* nestedGraph(const onnx::NodeProto& proto, const std::string& attribute) {
    for (const Attribute& a : proto.attribute()) {
        if (a.name() == attribute && a.has_g()) return &a.g();
    }
    return nullptr;
}

}  // namespace reforward
