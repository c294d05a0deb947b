// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_model.h"

#include <algorithm>
#include <filesystem>
#include <queue>
#include <unordered_set>

#include "core/base/error.h"
#include "core/import/onnx_metadata.h"
#include "core/import/onnx_node.h"
#include "core/import/onnx_tensor.h"
#include "core/import/utf8.h"

namespace reforward {

namespace {

// Newest operator set that rules here were checked against; the schema library knows up to 17.
constexpr std::int64_t newestKnownSet = 23;

using Sets = std::map<std::string, std::int64_t>;

std::string plainDomain(const std::string& domain) {
    return domain == "ai.onnx" ? std::string() : validUtf8(domain);
}

template <class Imports>
void addSets(Sets& sets, const Imports& imports) {
    for (const auto& set : imports)
        sets[plainDomain(set.domain())] = set.version();
}

}  // namespace

OnnxReader::OnnxReader(const OnnxFile& file, const OnnxDimensions& dimensions)
    : file_(file), graph_(file.model.graph()), dimensions_(dimensions) {}

OnnxNodes OnnxReader::readMain() {
    const auto scope = std::make_shared<OnnxScope>();
    readOperatorSets(*scope);
    readInitializers(graph_, *scope);
    readInputs(*scope);
    OnnxNodes nodes = readNodes(graph_.node(), scope);
    readOutputs(*scope);
    declare(graph_, *scope);
    model.producer = validUtf8(file_.model.producer_name());
    model.batch = dimensions_.batch();
    model.batchFrom = dimensions_.batchFrom();
    model.symbols = dimensions_.symbols();
    model.warnings.insert(model.warnings.end(), dimensions_.warnings().begin(), dimensions_.warnings().end());
    return nodes;
}

TensorId OnnxReader::define(OnnxScope& scope, const std::string& name, ModelTensor::Kind kind,
                            const std::string& maker) {
    const auto result = results_.find(name);
    const auto t = result != results_.end() ? result->second : static_cast<TensorId>(model.tensors.size());
    if (!scope.tensors.emplace(name, t).second) {
        throwInput(maker, "the tensor " + validUtf8(name) + " is defined twice");
    }
    if (result == results_.end()) model.tensors.push_back({scope.prefix + validUtf8(name), kind, {}, {}});
    return t;
}

void OnnxReader::readOperatorSets(OnnxScope& scope) {
    Sets sets;
    addSets(sets, file_.model.opset_import());
    if (!sets.contains("")) {
        sets[""] = newestKnownSet;
        model.warnings.push_back("The file states no operator set: read by the newest rules known.");
    } else if (sets[""] > newestKnownSet) {
        model.warnings.push_back("Operator set " + std::to_string(sets[""]) + " is newer than " +
                                 std::to_string(newestKnownSet) + ": read by the newest rules known.");
    }
    scope.sets = std::make_shared<const Sets>(std::move(sets));
}

void OnnxReader::readInitializers(const onnx::GraphProto& graph, OnnxScope& scope) {
    for (const onnx::TensorProto& tensor : graph.initializer())
        addInitializer(scope, tensor, {tensor.dims().begin(), tensor.dims().end()});
    for (const onnx::SparseTensorProto& tensor : graph.sparse_initializer())
        addInitializer(scope, tensor.values(), {tensor.dims().begin(), tensor.dims().end()});
}

void OnnxReader::addInitializer(OnnxScope& scope, const onnx::TensorProto& values, const Dimensions& dense) {
    const std::string name = validUtf8(values.name());
    const TensorId t = define(scope, values.name(), ModelTensor::Kind::initializer, name);
    ModelTensor& tensor = model.tensors[t];
    tensor.type = typeOf(values);
    if (tensor.type.dimensions == dense) {
        tensor.data = dataOf(values);
    } else {
        checkDimensions(name, dense);
        tensor.type.dimensions = dense;
    }
    for (const auto& entry : values.external_data()) {
        if (entry.key() == "location") warnOfPath(entry.value());
    }
}

void OnnxReader::warnOfPath(const std::string& location) {
    const auto path = std::filesystem::path(location).lexically_normal();
    const bool outside = path.is_absolute() || (!path.empty() && *path.begin() == "..");
    if (!outside || warned_) return;
    warned_ = true;
    model.warnings.push_back("The file wants weights from " + validUtf8(location) +
                             ", outside its folder; they are not needed to plan and are not read.");
}

void OnnxReader::readInputs(OnnxScope& scope) {
    for (const onnx::ValueInfoProto* info : dataInputs(graph_)) {
        const TensorId t = define(scope, info->name(), ModelTensor::Kind::input, validUtf8(info->name()));
        model.tensors[t].type = dimensions_.input(*info);
        model.inputs.push_back(t);
    }
}

void OnnxReader::readOutputs(const OnnxScope& scope) {
    for (const onnx::ValueInfoProto& info : graph_.output()) {
        const auto found = scope.find(info.name());
        if (!found) throwInput(validUtf8(info.name()), "no node makes this output of the model");
        model.outputs.push_back(*found);
    }
    if (graph_.node_size() == 0) throw Error(ErrorKind::input, "the graph is empty: it has no nodes");
    if (model.outputs.empty()) throw Error(ErrorKind::input, "the graph has no outputs");
}

void OnnxReader::declare(const onnx::GraphProto& graph, const OnnxScope& scope) {
    const auto add = [&](const onnx::ValueInfoProto& info) {
        const auto found = scope.tensors.find(info.name());
        if (found == scope.tensors.end()) return;
        if (model.tensors[found->second].kind != ModelTensor::Kind::computed) return;
        declared.emplace(found->second, dimensions_.declared(info.type()));
    };
    for (const onnx::ValueInfoProto& info : graph.value_info())
        add(info);
    for (const onnx::ValueInfoProto& info : graph.output())
        add(info);
}

template <class Protos>
OnnxNodes OnnxReader::readNodes(const Protos& protos, const std::shared_ptr<OnnxScope>& scope) {
    OnnxNodes nodes;
    nodes.reserve(static_cast<std::size_t>(protos.size()));
    for (const onnx::NodeProto& proto : protos)
        nodes.push_back(readNode(proto, static_cast<std::uint32_t>(nodes.size()), scope));
    for (OnnxNode& read : nodes)
        readNodeInputs(read);
    return sorted(std::move(nodes));
}

OnnxNode OnnxReader::readNode(const onnx::NodeProto& proto, std::uint32_t index,
                              const std::shared_ptr<OnnxScope>& scope) {
    OnnxNode read{{}, scope, &proto, {}};
    if (scope->attributes && hasReferences(proto)) {
        read.own = std::make_shared<const onnx::NodeProto>(resolved(proto, *scope->attributes));
        read.proto = read.own.get();
    }
    ModelNode& node = read.node;
    node.op = validUtf8(proto.op_type());
    node.name = validUtf8(proto.name());
    node.fileIndex = index;
    node.scope = moduleInMetadata(proto);
    if (!scope->prefix.empty()) node.name = scope->prefix + shownName(node);
    node.domain = plainDomain(proto.domain());
    if (node.op.empty()) throwInput(shownName(node), "a node without an operator");
    if (const auto set = scope->sets->find(node.domain); set != scope->sets->end())
        node.version = set->second;
    for (const std::string& name : proto.output()) {
        node.outputs.push_back(
            name.empty() ? noTensor : define(*scope, name, ModelTensor::Kind::computed, shownName(node)));
    }
    readAttributes(*read.proto, node);
    if (node.standard() && node.op == "Constant" && node.outputs.size() == 1 && node.outputs[0] != noTensor)
        readConstant(*read.proto, model.tensors[node.outputs[0]]);
    return read;
}

void OnnxReader::readNodeInputs(OnnxNode& read) const {
    for (const std::string& name : read.proto->input()) {
        const auto found = name.empty() ? std::optional(noTensor) : read.scope->find(name);
        if (!found) {
            throwInput(shownName(read.node),
                       "it reads " + validUtf8(name) + ", which no node, input or initializer makes");
        }
        read.node.inputs.push_back(*found);
    }
    if (read.node.subgraphs) addCaptured(read);
}

// What nested graphs read from outside; no name of an outer graph may be defined again inside.
void OnnxReader::addCaptured(OnnxNode& read) const {
    std::unordered_set<TensorId> known(read.node.inputs.begin(), read.node.inputs.end());
    const auto add = [&](const std::string& name) {
        if (name.empty()) return;
        const auto found = read.scope->find(name);
        if (found && known.insert(*found).second) read.node.inputs.push_back(*found);
    };
    auto open = nestedGraphs(*read.proto);
    while (!open.empty()) {
        const onnx::GraphProto& graph = *open.back();
        open.pop_back();
        for (const onnx::NodeProto& inner : graph.node()) {
            for (const std::string& name : inner.input())
                add(name);
            for (const onnx::GraphProto* nested : nestedGraphs(inner))
                open.push_back(nested);
        }
        for (const onnx::ValueInfoProto& output : graph.output())
            add(output.name());
    }
}

// Kahn's algorithm, first in the file first.
OnnxNodes OnnxReader::sorted(OnnxNodes nodes) {
    std::unordered_map<TensorId, std::uint32_t> maker;
    std::vector<std::uint32_t> open(nodes.size());
    std::vector<std::vector<std::uint32_t>> readers(nodes.size());
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        for (const TensorId t : nodes[n].node.outputs) {
            if (t != noTensor) maker.emplace(t, n);
        }
    }
    bool inOrder = true;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        for (const TensorId t : nodes[n].node.inputs) {
            const auto made = maker.find(t);
            if (made == maker.end()) continue;
            readers[made->second].push_back(n);
            ++open[n];
            inOrder = inOrder && made->second < n;
        }
    }
    if (inOrder) return nodes;
    if (!std::exchange(sortedSome_, true))
        model.warnings.push_back("The nodes of the file are not in topological order; they were sorted.");
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (open[n] == 0) ready.push(n);
    }
    OnnxNodes ordered;
    ordered.reserve(nodes.size());
    while (!ready.empty()) {
        const std::uint32_t n = ready.top();
        ready.pop();
        for (const std::uint32_t reader : readers[n]) {
            if (--open[reader] == 0) ready.push(reader);
        }
        ordered.push_back(std::move(nodes[n]));
    }
    if (ordered.size() < nodes.size()) {
        const auto stuck =
            std::find_if(open.begin(), open.end(), [](std::uint32_t count) { return count > 0; });
        throwInput(shownName(nodes[static_cast<std::size_t>(stuck - open.begin())].node),
                   "it is on a cycle, or reads what a cycle makes");
    }
    return ordered;
}

const onnx::FunctionProto* OnnxReader::functionOf(const OnnxNode& node) const {
    return file_.functions.find(*node.proto);
}

void OnnxReader::count(std::size_t added, const OnnxNode& node) {
    inlined_ += added;
    if (inlined_ <= nodeLimit) return;
    throwInput(shownName(node.node), "the functions and branches of the model hold more than " +
                                         std::to_string(nodeLimit) + " nodes in all their uses together");
}

std::shared_ptr<OnnxScope> OnnxReader::scopeInside(const OnnxNode& node) const {
    if (node.scope->depth >= depthLimit) {
        throwInput(shownName(node.node),
                   "functions and branches are nested more than " + std::to_string(depthLimit) + " deep");
    }
    const auto scope = std::make_shared<OnnxScope>();
    scope->depth = node.scope->depth + 1;
    scope->sets = node.scope->sets;
    scope->prefix = shownName(node.node) + "/";
    return scope;
}

// The results of a body that are no results of its nodes (an input handed on, one result named twice) get
// an Identity into the output of the outer node.
void OnnxReader::passOn(OnnxNodes& nodes, const OnnxNode& outer, const std::vector<std::string>& results,
                        const std::shared_ptr<OnnxScope>& scope) {
    static const onnx::NodeProto identity = [] {
        onnx::NodeProto proto;
        proto.set_op_type("Identity");
        proto.add_input("x");
        proto.add_output("y");
        return proto;
    }();
    for (std::size_t i = 0; i < outer.node.outputs.size(); ++i) {
        const TensorId output = outer.node.outputs[i];
        if (output == noTensor) continue;
        const auto made = i < results.size() ? scope->find(results[i]) : std::nullopt;
        if (!made) {
            throwInput(shownName(outer.node), "its body makes no result " + std::to_string(i));
        }
        if (*made == output) continue;
        OnnxNode node{{}, scope, &identity, {}};
        node.node.op = "Identity";
        node.node.version = 1;
        node.node.fileIndex = static_cast<std::uint32_t>(nodes.size());
        node.node.name = scope->prefix + shownName(node.node);
        node.node.inputs = {*made};
        node.node.outputs = {output};
        nodes.push_back(std::move(node));
    }
}

OnnxNodes OnnxReader::inlineFunction(const OnnxNode& call, const onnx::FunctionProto& function) {
    for (const OnnxScope* s = call.scope.get(); s != nullptr;
         s = s->caller ? s->caller.get() : s->around.get()) {
        if (s->function == &function)
            throwInput(shownName(call.node), "the function " + call.node.op + " calls itself");
    }
    count(static_cast<std::size_t>(function.node_size()), call);
    const auto scope = scopeInside(call);
    scope->caller = call.scope;
    scope->function = &function;
    Sets sets = *call.scope->sets;
    addSets(sets, function.opset_import());
    scope->sets = std::make_shared<const Sets>(std::move(sets));
    scope->attributes = std::make_shared<const OnnxAttributes>(attributesOfCall(*call.proto, function));
    for (int i = 0; i < function.input_size(); ++i) {
        const TensorId given = call.node.input(static_cast<std::size_t>(i));
        if (!scope->tensors.emplace(function.input(i), given).second)
            throwInput(call.node.op, "this function has two inputs " + validUtf8(function.input(i)));
    }
    const std::vector<std::string> results(function.output().begin(), function.output().end());
    results_.clear();
    for (std::size_t i = 0; i < results.size() && i < call.node.outputs.size(); ++i) {
        if (call.node.outputs[i] != noTensor) results_.emplace(results[i], call.node.outputs[i]);
    }
    OnnxNodes nodes = readNodes(function.node(), scope);
    results_.clear();
    passOn(nodes, call, results, scope);
    return nodes;
}

OnnxNodes OnnxReader::inlineGraph(const OnnxNode& outer, const onnx::GraphProto& graph) {
    count(static_cast<std::size_t>(graph.node_size()), outer);
    const auto scope = scopeInside(outer);
    scope->around = outer.scope;
    scope->attributes = outer.scope->attributes;
    std::vector<std::string> results;
    for (const onnx::ValueInfoProto& output : graph.output())
        results.push_back(output.name());
    readInitializers(graph, *scope);
    results_.clear();
    for (std::size_t i = 0; i < results.size() && i < outer.node.outputs.size(); ++i) {
        if (outer.node.outputs[i] != noTensor) results_.emplace(results[i], outer.node.outputs[i]);
    }
    OnnxNodes nodes = readNodes(graph.node(), scope);
    results_.clear();
    declare(graph, *scope);
    passOn(nodes, outer, results, scope);
    return nodes;
}

OnnxNodes OnnxReader::readBody(const OnnxNode& outer, const onnx::GraphProto& graph,
                               const std::vector<TensorType>& inputs, std::vector<TensorId>& results) {
    count(static_cast<std::size_t>(graph.node_size()), outer);
    const auto scope = scopeInside(outer);
    scope->around = outer.scope;
    scope->attributes = outer.scope->attributes;
    results_.clear();
    readInitializers(graph, *scope);
    std::size_t next = 0;
    for (const onnx::ValueInfoProto* info : dataInputs(graph)) {
        const TensorId t = define(*scope, info->name(), ModelTensor::Kind::computed, shownName(outer.node));
        if (next < inputs.size()) model.tensors[t].type = inputs[next];
        ++next;
    }
    OnnxNodes nodes = readNodes(graph.node(), scope);
    declare(graph, *scope);
    for (const onnx::ValueInfoProto& output : graph.output())
        results.push_back(scope->find(output.name()).value_or(noTensor));
    return nodes;
}

}  // namespace reforward
