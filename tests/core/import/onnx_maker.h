// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <QString>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/import/import.h"

namespace reforward::tests {

/// Writes an ONNX file down line by line.
struct OnnxMaker {
    using Dimension = std::variant<std::int64_t, const char*>;  ///< a number or a symbol
    using Shape = std::vector<Dimension>;

    onnx::ModelProto model;

    explicit OnnxMaker(std::int64_t set = 17) {
        model.set_ir_version(8);
        auto* import = model.add_opset_import();
        import->set_version(set);
        model.mutable_graph()->set_name("made");
    }

    static void describe(onnx::ValueInfoProto& info, const std::string& name, const Shape& shape,
                         int element) {
        info.set_name(name);
        auto* type = info.mutable_type()->mutable_tensor_type();
        type->set_elem_type(element);
        auto* dims = type->mutable_shape();
        for (const Dimension& d : shape) {
            auto* dim = dims->add_dim();
            if (const auto* number = std::get_if<std::int64_t>(&d)) dim->set_dim_value(*number);
            if (const auto* symbol = std::get_if<const char*>(&d)) dim->set_dim_param(*symbol);
        }
    }
    OnnxMaker& input(const std::string& name, const Shape& shape, int element = onnx::TensorProto::FLOAT) {
        describe(*model.mutable_graph()->add_input(), name, shape, element);
        return *this;
    }
    OnnxMaker& output(const std::string& name) {
        model.mutable_graph()->add_output()->set_name(name);
        return *this;
    }
    /// Of that shape, its elements in no file.
    OnnxMaker& weight(const std::string& name, const std::vector<std::int64_t>& shape) {
        auto* tensor = model.mutable_graph()->add_initializer();
        tensor->set_name(name);
        tensor->set_data_type(onnx::TensorProto::FLOAT);
        for (const std::int64_t d : shape)
            tensor->add_dims(d);
        return *this;
    }
    OnnxMaker& integers(const std::string& name, const std::vector<std::int64_t>& list) {
        auto* tensor = model.mutable_graph()->add_initializer();
        tensor->set_name(name);
        tensor->set_data_type(onnx::TensorProto::INT64);
        tensor->add_dims(static_cast<std::int64_t>(list.size()));
        for (const std::int64_t x : list)
            tensor->add_int64_data(x);
        return *this;
    }

    static onnx::NodeProto& fill(onnx::NodeProto& node, const std::string& op,
                                 const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& outputs) {
        node.set_op_type(op);
        for (const std::string& name : inputs)
            node.add_input(name);
        for (const std::string& name : outputs)
            node.add_output(name);
        return node;
    }
    onnx::NodeProto& node(const std::string& op, const std::vector<std::string>& inputs,
                          const std::vector<std::string>& outputs) {
        return fill(*model.mutable_graph()->add_node(), op, inputs, outputs);
    }
    static onnx::AttributeProto& attribute(onnx::NodeProto& node, const std::string& name,
                                           std::int64_t value) {
        auto* a = node.add_attribute();
        a->set_name(name);
        a->set_type(onnx::AttributeProto::INT);
        a->set_i(value);
        return *a;
    }
    static void attribute(onnx::NodeProto& node, const std::string& name, const std::string& value) {
        auto* a = node.add_attribute();
        a->set_name(name);
        a->set_type(onnx::AttributeProto::STRING);
        a->set_s(value);
    }
    static void attribute(onnx::NodeProto& node, const std::string& name,
                          const std::vector<std::int64_t>& list) {
        auto* a = node.add_attribute();
        a->set_name(name);
        a->set_type(onnx::AttributeProto::INTS);
        for (const std::int64_t x : list)
            a->add_ints(x);
    }
    static onnx::GraphProto& graph(onnx::NodeProto& node, const std::string& name) {
        auto* a = node.add_attribute();
        a->set_name(name);
        a->set_type(onnx::AttributeProto::GRAPH);
        return *a->mutable_g();
    }
    onnx::FunctionProto& function(const std::string& name, const std::vector<std::string>& inputs,
                                  const std::vector<std::string>& outputs) {
        auto* f = model.add_functions();
        f->set_name(name);
        f->set_domain("local");
        for (const std::string& x : inputs)
            f->add_input(x);
        for (const std::string& y : outputs)
            f->add_output(y);
        return *f;
    }
    onnx::NodeProto& call(const std::string& function, const std::vector<std::string>& inputs,
                          const std::vector<std::string>& outputs) {
        auto& n = node(function, inputs, outputs);
        n.set_domain("local");
        return n;
    }

    Graph read(const ImportOptions& options = {}) const {
        return readOnnx("made.onnx", model.SerializeAsString(), options, Control());
    }
    /// The error of reading it, empty where it opens.
    QString refusal(const ImportOptions& options = {}) const {
        try {
            read(options);
        } catch (const Error& e) {
            return QString::fromStdString(e.what());
        }
        return {};
    }
};

/// What a vertex of that id states as its shape, "absent" where there is no such vertex.
inline std::string shapeOf(const Graph& graph, const std::string& id) {
    const auto v = graph.find(id);
    if (!v) return "absent";
    for (const auto& [key, value] : graph.extra(*v)) {
        if (key == "shape") return value;
    }
    return "unknown";
}

inline bool warns(const Graph& graph, const std::string& part) {
    for (const std::string& warning : graph.notes().warnings) {
        if (warning.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace reforward::tests
