// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_model.h"

#include <algorithm>
#include <filesystem>
#include <queue>
#include <unordered_set>

#include "core/base/error.h"
#include "core/import/onnx_tensor.h"
#include "core/import/utf8.h"

namespace reforward {

namespace {

// Newest operator set that rules here were checked against; the schema library knows up to 17.
constexpr std::int64_t newestKnownSet = 23;

class Reader {
  public:
    Reader(const onnx::ModelProto& proto, const OnnxDimensions& dimensions)
        : proto_(proto), graph_(proto.graph()), dimensions_(dimensions) {}

    OnnxModel run() {
        readOperatorSets();
        readInitializers();
        readInputs();
        for (int i = 0; i < graph_.node_size(); ++i)
            readNode(graph_.node(i), static_cast<std::uint32_t>(i));
        for (int i = 0; i < graph_.node_size(); ++i)
            readNodeInputs(graph_.node(i), model().nodes[static_cast<std::size_t>(i)]);
        sortNodes();
        readOutputs();
        readDeclared();
        model().batch = dimensions_.batch();
        model().warnings.insert(model().warnings.end(), dimensions_.warnings().begin(),
                                dimensions_.warnings().end());
        return std::move(result_);
    }

  private:
    Model& model() { return result_.model; }

    TensorId define(const std::string& name, ModelTensor::Kind kind, const std::string& maker) {
        const auto t = static_cast<TensorId>(model().tensors.size());
        if (!byName_.emplace(name, t).second) throwInput(maker, "the tensor " + name + " is defined twice");
        model().tensors.push_back({validUtf8(name), kind, {}, {}});
        return t;
    }

    void readOperatorSets() {
        for (const auto& set : proto_.opset_import())
            sets_[set.domain() == "ai.onnx" ? "" : set.domain()] = set.version();
        if (!sets_.contains("")) {
            sets_[""] = newestKnownSet;
            model().warnings.push_back("The file states no operator set: read by the newest rules known.");
        } else if (sets_[""] > newestKnownSet) {
            model().warnings.push_back("Operator set " + std::to_string(sets_[""]) + " is newer than " +
                                       std::to_string(newestKnownSet) + ": read by the newest rules known.");
        }
    }

    void readInitializers() {
        for (const onnx::TensorProto& tensor : graph_.initializer())
            addInitializer(tensor.name(), tensor, {tensor.dims().begin(), tensor.dims().end()});
        for (const onnx::SparseTensorProto& tensor : graph_.sparse_initializer())
            addInitializer(tensor.values().name(), tensor.values(),
                           {tensor.dims().begin(), tensor.dims().end()});
    }

    void addInitializer(const std::string& name, const onnx::TensorProto& values, const Dimensions& dense) {
        const TensorId t = define(name, ModelTensor::Kind::initializer, name);
        ModelTensor& tensor = model().tensors[t];
        tensor.type = typeOf(values);
        if (tensor.type.dimensions == dense) {
            tensor.data = dataOf(values);
        } else {
            tensor.type.dimensions = dense;
        }
        for (const auto& entry : values.external_data()) {
            if (entry.key() == "location") warnOfPath(entry.value());
        }
    }

    void warnOfPath(const std::string& location) {
        const auto path = std::filesystem::path(location).lexically_normal();
        const bool outside = path.is_absolute() || (!path.empty() && *path.begin() == "..");
        if (!outside || warned_) return;
        warned_ = true;
        model().warnings.push_back("The file wants weights from " + location +
                                   ", outside its folder; they are not needed to plan and are not read.");
    }

    void readInputs() {
        for (const onnx::ValueInfoProto* info : dataInputs(graph_)) {
            const TensorId t = define(info->name(), ModelTensor::Kind::input, info->name());
            model().tensors[t].type = dimensions_.input(*info);
            model().inputs.push_back(t);
        }
    }

    void readNode(const onnx::NodeProto& proto, std::uint32_t index) {
        ModelNode node;
        node.name = validUtf8(proto.name());
        node.op = validUtf8(proto.op_type());
        node.domain = proto.domain() == "ai.onnx" ? "" : validUtf8(proto.domain());
        node.fileIndex = index;
        if (node.op.empty()) throwInput(shownName(node), "a node without an operator");
        if (const auto set = sets_.find(node.domain); set != sets_.end()) node.version = set->second;
        for (const std::string& name : proto.output())
            node.outputs.push_back(name.empty() ? noTensor
                                                : define(name, ModelTensor::Kind::computed, shownName(node)));
        readAttributes(proto, node);
        if (node.standard() && node.op == "Constant") takeConstant(proto, node);
        model().nodes.push_back(std::move(node));
        result_.protos.push_back(&proto);
    }

    static void readAttributes(const onnx::NodeProto& proto, ModelNode& node) {
        for (const onnx::AttributeProto& a : proto.attribute()) {
            switch (a.type()) {
                case onnx::AttributeProto::INT:
                    node.attributes.emplace_back(a.name(), std::int64_t{a.i()});
                    break;
                case onnx::AttributeProto::FLOAT:
                    node.attributes.emplace_back(a.name(), double{a.f()});
                    break;
                case onnx::AttributeProto::STRING:
                    node.attributes.emplace_back(a.name(), validUtf8(a.s()));
                    break;
                case onnx::AttributeProto::INTS:
                    node.attributes.emplace_back(a.name(),
                                                 std::vector<std::int64_t>(a.ints().begin(), a.ints().end()));
                    break;
                case onnx::AttributeProto::FLOATS:
                    node.attributes.emplace_back(a.name(),
                                                 std::vector<double>(a.floats().begin(), a.floats().end()));
                    break;
                case onnx::AttributeProto::TENSOR:
                    if (auto data = dataOf(a.t())) node.attributes.emplace_back(a.name(), std::move(*data));
                    break;
                case onnx::AttributeProto::GRAPH:
                case onnx::AttributeProto::GRAPHS:
                    node.subgraphs = true;
                    break;
                default:
                    break;
            }
        }
    }

    // A Constant's value, however it is written.
    void takeConstant(const onnx::NodeProto& proto, const ModelNode& node) {
        if (node.outputs.size() != 1 || node.outputs[0] == noTensor) return;
        ModelTensor& tensor = model().tensors[node.outputs[0]];
        tensor.kind = ModelTensor::Kind::constant;
        for (const onnx::AttributeProto& a : proto.attribute()) {
            if (a.name() == "value" && a.has_t()) {
                tensor.type = typeOf(a.t());
                tensor.data = dataOf(a.t());
            } else if (a.name() == "value_int") {
                setConstant(tensor, {ElementType::int64, {}, std::vector<std::int64_t>{a.i()}});
            } else if (a.name() == "value_float") {
                setConstant(tensor, {ElementType::float32, {}, std::vector<double>{a.f()}});
            } else if (a.name() == "value_ints" && a.ints_size() <= constantLimit) {
                setConstant(tensor, {ElementType::int64,
                                     {a.ints_size()},
                                     std::vector<std::int64_t>(a.ints().begin(), a.ints().end())});
            } else if (a.name() == "value_floats" && a.floats_size() <= constantLimit) {
                setConstant(tensor, {ElementType::float32,
                                     {a.floats_size()},
                                     std::vector<double>(a.floats().begin(), a.floats().end())});
            }
        }
    }
    static void setConstant(ModelTensor& tensor, ConstantData data) {
        tensor.type = data.type();
        tensor.data = std::move(data);
    }

    void readNodeInputs(const onnx::NodeProto& proto, ModelNode& node) {
        for (const std::string& name : proto.input()) {
            if (name.empty()) {
                node.inputs.push_back(noTensor);
                continue;
            }
            const auto found = byName_.find(name);
            if (found == byName_.end()) {
                throwInput(shownName(node),
                           "it reads " + name + ", which no node, input or initializer makes");
            }
            node.inputs.push_back(found->second);
        }
        if (node.subgraphs) addCaptured(proto, node);
    }

    // What nested graphs read from outside; no name of an outer graph may be defined again inside.
    void addCaptured(const onnx::NodeProto& proto, ModelNode& node) {
        std::vector<const onnx::GraphProto*> open;
        const auto push = [&](const onnx::NodeProto& p) {
            for (const onnx::AttributeProto& a : p.attribute()) {
                if (a.has_g()) open.push_back(&a.g());
                for (const onnx::GraphProto& g : a.graphs())
                    open.push_back(&g);
            }
        };
        push(proto);
        while (!open.empty()) {
            const onnx::GraphProto& graph = *open.back();
            open.pop_back();
            const auto read = [&](const std::string& name) {
                const auto found = byName_.find(name);
                if (found == byName_.end()) return;
                if (std::find(node.inputs.begin(), node.inputs.end(), found->second) == node.inputs.end()) {
                    node.inputs.push_back(found->second);
                }
            };
            for (const onnx::NodeProto& inner : graph.node()) {
                for (const std::string& name : inner.input())
                    read(name);
                push(inner);
            }
            for (const onnx::ValueInfoProto& output : graph.output())
                read(output.name());
        }
    }

    // Kahn's algorithm, first in the file first.
    void sortNodes() {
        std::vector<ModelNode>& nodes = model().nodes;
        std::vector<std::uint32_t> maker(model().tensors.size(), UINT32_MAX), open(nodes.size());
        std::vector<std::vector<std::uint32_t>> readers(nodes.size());
        for (std::uint32_t n = 0; n < nodes.size(); ++n) {
            for (const TensorId t : nodes[n].outputs) {
                if (t != noTensor) maker[t] = n;
            }
        }
        bool sorted = true;
        for (std::uint32_t n = 0; n < nodes.size(); ++n) {
            for (const TensorId t : nodes[n].inputs) {
                if (t == noTensor || maker[t] == UINT32_MAX) continue;
                readers[maker[t]].push_back(n);
                ++open[n];
                sorted = sorted && maker[t] < n;
            }
        }
        if (sorted) return;
        model().warnings.push_back("The nodes of the file are not in topological order; they were sorted.");
        std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
        for (std::uint32_t n = 0; n < nodes.size(); ++n) {
            if (open[n] == 0) ready.push(n);
        }
        std::vector<ModelNode> ordered;
        std::vector<const onnx::NodeProto*> protos;
        while (!ready.empty()) {
            const std::uint32_t n = ready.top();
            ready.pop();
            for (const std::uint32_t reader : readers[n]) {
                if (--open[reader] == 0) ready.push(reader);
            }
            ordered.push_back(std::move(nodes[n]));
            protos.push_back(result_.protos[n]);
        }
        if (ordered.size() < nodes.size()) {
            const auto stuck =
                std::find_if(open.begin(), open.end(), [](std::uint32_t count) { return count > 0; });
            throwInput(shownName(nodes[static_cast<std::size_t>(stuck - open.begin())]),
                       "it is on a cycle, or reads what a cycle makes");
        }
        nodes = std::move(ordered);
        result_.protos = std::move(protos);
    }

    void readOutputs() {
        for (const onnx::ValueInfoProto& info : graph_.output()) {
            const auto found = byName_.find(info.name());
            if (found == byName_.end()) throwInput(info.name(), "no node makes this output of the model");
            model().outputs.push_back(found->second);
        }
        if (graph_.node_size() == 0) throw Error(ErrorKind::input, "the graph is empty: it has no nodes");
        if (model().outputs.empty()) throw Error(ErrorKind::input, "the graph has no outputs");
    }

    void readDeclared() {
        const auto declare = [&](const onnx::ValueInfoProto& info) {
            const auto found = byName_.find(info.name());
            if (found == byName_.end()) return;
            if (model().tensors[found->second].kind != ModelTensor::Kind::computed) return;
            result_.declared.emplace(found->second, dimensions_.declared(info.type()));
        };
        for (const onnx::ValueInfoProto& info : graph_.value_info())
            declare(info);
        for (const onnx::ValueInfoProto& info : graph_.output())
            declare(info);
    }

    const onnx::ModelProto& proto_;
    const onnx::GraphProto& graph_;
    const OnnxDimensions& dimensions_;
    OnnxModel result_;
    std::unordered_map<std::string, TensorId> byName_;
    std::unordered_map<std::string, std::int64_t> sets_;
    bool warned_ = false;
};

}  // namespace

OnnxModel readModel(const onnx::ModelProto& proto, const OnnxDimensions& dimensions) {
    return Reader(proto, dimensions).run();
}

}  // namespace reforward
