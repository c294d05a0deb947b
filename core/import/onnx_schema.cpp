// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_schema.h"

#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#include <onnx/defs/shape_inference.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/import/onnx_tensor.h"

namespace reforward {

namespace {

onnx::TypeProto toProto(const TensorType& type) {
    onnx::TypeProto proto;
    proto.mutable_tensor_type()->set_elem_type(static_cast<int>(type.element));
    if (type.dimensions) {
        auto* shape = proto.mutable_tensor_type()->mutable_shape();
        for (const std::int64_t d : *type.dimensions)
            shape->add_dim()->set_dim_value(d);
    }
    return proto;
}

TensorType fromProto(const onnx::TypeProto& proto) {
    TensorType type;
    if (!proto.has_tensor_type()) return type;
    const auto& tensor = proto.tensor_type();
    type.element = elementOfNumber(tensor.elem_type());
    if (!tensor.has_shape()) return type;
    Dimensions dimensions;
    for (const auto& d : tensor.shape().dim()) {
        if (!d.has_dim_value()) return type;
        dimensions.push_back(d.dim_value());
    }
    type.dimensions = std::move(dimensions);
    return type;
}

// One node as the library wants to see it.
class Context final : public onnx::InferenceContext {
  public:
    Context(const onnx::NodeProto& proto, const ModelNode& node, const Model& model)
        : proto_(proto),
          model_(model),
          inputs_(static_cast<std::size_t>(proto.input_size())),
          outputs_(static_cast<std::size_t>(proto.output_size())),
          data_(inputs_.size()),
          node_(node) {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (const TensorType* type = model.type(node.input(i))) inputs_[i] = toProto(*type);
        }
    }

    const onnx::AttributeProto* getAttribute(const std::string& name) const override {
        for (const onnx::AttributeProto& a : proto_.attribute()) {
            if (a.name() == name) return &a;
        }
        return nullptr;
    }
    std::size_t getNumInputs() const override { return inputs_.size(); }
    const onnx::TypeProto* getInputType(std::size_t i) const override {
        return i < inputs_.size() && inputs_[i] ? &*inputs_[i] : nullptr;
    }
    const onnx::TensorProto* getInputData(std::size_t i) const override {
        const ConstantData* data = model_.data(node_.input(i));
        if (i >= data_.size() || !data) return nullptr;
        if (!data_[i]) data_[i] = toTensor(*data);
        return &*data_[i];
    }
    std::size_t getNumOutputs() const override { return outputs_.size(); }
    onnx::TypeProto* getOutputType(std::size_t i) override {
        if (i >= outputs_.size()) throw onnx::InferenceError("an output that the node does not have");
        return &outputs_[i];
    }
    onnx::GraphInferencer* getGraphAttributeInferencer(const std::string&) override { return nullptr; }
    const onnx::SparseTensorProto* getInputSparseData(std::size_t) const override { return nullptr; }
    const onnx::TensorShapeProto* getSymbolicInput(std::size_t) const override { return nullptr; }

  private:
    const onnx::NodeProto& proto_;
    const Model& model_;
    std::vector<std::optional<onnx::TypeProto>> inputs_;
    std::vector<onnx::TypeProto> outputs_;
    mutable std::vector<std::optional<onnx::TensorProto>> data_;  // made when asked for
    const ModelNode& node_;
};

// "[ShapeInferenceError] ..." without the tag, on one line.
std::string plain(std::string message) {
    if (message.starts_with('[')) {
        const std::size_t end = message.find("] ");
        if (end != std::string::npos) message.erase(0, end + 2);
    }
    std::replace(message.begin(), message.end(), '\n', ' ');
    while (!message.empty() && message.back() == ' ')
        message.pop_back();
    return message;
}

// Rules of the library take for granted that required inputs are there and have a type.
bool inputsAreKnown(const onnx::OpSchema& schema, const ModelNode& node, const Model& model) {
    for (std::size_t i = 0; i < schema.inputs().size(); ++i) {
        const TensorType* type = model.type(node.input(i));
        if (type && type->element == ElementType::undefined) return false;
        if (!type && schema.inputs()[i].GetOption() == onnx::OpSchema::Single) {
            throwInput(shownName(node), node.op + " lacks its input " + schema.inputs()[i].GetName());
        }
    }
    for (const TensorId t : node.inputs) {
        if (t != noTensor && model.tensors[t].type.element == ElementType::undefined) return false;
    }
    return true;
}

// What Verify() checks, but for attributes and inputs that a newer version of the operator may have
// gained: rules read required attributes without asking.
bool attributesFit(const onnx::OpSchema& schema, const onnx::NodeProto& proto) {
    if (proto.input_size() < schema.min_input() || proto.output_size() < schema.min_output()) return false;
    const auto find = [&](const std::string& name) {
        return std::find_if(proto.attribute().begin(), proto.attribute().end(),
                            [&](const onnx::AttributeProto& a) { return a.name() == name; });
    };
    return std::all_of(schema.attributes().begin(), schema.attributes().end(), [&](const auto& entry) {
        const auto found = find(entry.first);
        return found == proto.attribute().end() ? !entry.second.required : found->type() == entry.second.type;
    });
}

}  // namespace

std::vector<TensorType> inferBySchema(const onnx::NodeProto& proto, const ModelNode& node, const Model& model,
                                      bool lenient) {
    std::vector<TensorType> types(node.outputs.size());
    // The library knows no set beyond its own; asked for a later one it gives its newest rules.
    const int version = static_cast<int>(std::clamp<std::int64_t>(node.version, 1, INT32_MAX));
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(node.op, version, node.domain);
    if (!schema || !schema->has_type_and_shape_inference_function() || node.outputs.empty()) return types;
    try {
        if (!inputsAreKnown(*schema, node, model)) return types;
        if (!lenient && !schema->Deprecated()) schema->Verify(proto);
        if (!attributesFit(*schema, proto)) return types;
        Context context(proto, node, model);
        schema->GetTypeAndShapeInferenceFunction()(context);
        for (std::size_t i = 0; i < types.size(); ++i)
            types[i] = fromProto(*context.getOutputType(i));
    } catch (const Error&) {
        if (!lenient) throw;
    } catch (const std::exception& e) {
        if (!lenient) throwInput(shownName(node), plain(e.what()));
    }
    return types;
}

bool isNewerThanSchemas(const ModelNode& node) {
    static const auto ranges = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    const auto range = ranges.find(node.domain);
    return range == ranges.end() || node.version > range->second.second;
}

const onnx::FunctionProto* functionBySchema(const ModelNode& node) {
    if (!node.standard() || node.subgraphs || node.op.find("uantize") != std::string::npos) return nullptr;
    const int version = static_cast<int>(std::clamp<std::int64_t>(node.version, 1, INT32_MAX));
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(node.op, version, node.domain);
    return schema && schema->HasFunction() ? schema->GetFunction() : nullptr;
}

}  // namespace reforward
