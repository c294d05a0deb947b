// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_functions.h"

#include <google/protobuf/unknown_field_set.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/import/utf8.h"

namespace reforward {

namespace {

// Fields that the format gained after the version of the library: it keeps them as unknown ones.
constexpr int overloadOfNode = 8, overloadOfFunction = 13, defaultOfAttribute = 11;

template <class Message>
std::string textField(const Message& message, int number) {
    const auto& fields = message.unknown_fields();
    for (int i = 0; i < fields.field_count(); ++i) {
        const auto& field = fields.field(i);
        if (field.number() == number && field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            return field.length_delimited();
    }
    return {};
}

std::string keyOf(const std::string& domain, const std::string& name, const std::string& overload) {
    return (domain == "ai.onnx" ? "" : domain) + '\n' + name + '\n' + overload;
}

}  // namespace

OnnxFunctions::OnnxFunctions(const onnx::ModelProto& model) {
    for (const onnx::FunctionProto& function : model.functions()) {
        const std::string key =
            keyOf(function.domain(), function.name(), textField(function, overloadOfFunction));
        if (!byKey_.emplace(key, &function).second)
            throwInput(validUtf8(function.name()), "this function is defined twice");
    }
}

const onnx::FunctionProto* OnnxFunctions::find(const onnx::NodeProto& call) const {
    if (byKey_.empty()) return nullptr;
    const auto found = byKey_.find(keyOf(call.domain(), call.op_type(), textField(call, overloadOfNode)));
    return found == byKey_.end() ? nullptr : found->second;
}

OnnxAttributes attributesOfCall(const onnx::NodeProto& call, const onnx::FunctionProto& function) {
    OnnxAttributes given;
    for (const onnx::AttributeProto& a : call.attribute())
        given.emplace(a.name(), a);
    const auto& fields = function.unknown_fields();
    for (int i = 0; i < fields.field_count(); ++i) {
        const auto& field = fields.field(i);
        onnx::AttributeProto attribute;
        if (field.number() == defaultOfAttribute &&
            field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED &&
            attribute.ParseFromString(field.length_delimited())) {
            given.emplace(attribute.name(), std::move(attribute));
        }
    }
    return given;
}

bool hasReferences(const onnx::NodeProto& node) {
    return std::any_of(node.attribute().begin(), node.attribute().end(),
                       [](const onnx::AttributeProto& a) { return !a.ref_attr_name().empty(); });
}

onnx::NodeProto resolved(const onnx::NodeProto& node, const OnnxAttributes& given) {
    onnx::NodeProto result = node;
    result.clear_attribute();
    for (const onnx::AttributeProto& a : node.attribute()) {
        if (a.ref_attr_name().empty()) {
            *result.add_attribute() = a;
        } else if (const auto value = given.find(a.ref_attr_name()); value != given.end()) {
            onnx::AttributeProto& added = *result.add_attribute();
            added = value->second;
            added.set_name(a.name());
        }
    }
    return result;
}

}  // namespace reforward
