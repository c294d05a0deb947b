// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_batch.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

namespace reforward {

namespace {

using Infos = std::vector<const onnx::ValueInfoProto*>;

bool isCalledBatch(std::string symbol) {
    std::transform(symbol.begin(), symbol.end(), symbol.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return symbol.find("batch") != std::string::npos || symbol == "n" || symbol == "b" || symbol == "bs";
}

// What two dimensions must have in common: the symbol, else the number.
std::string keyOf(const onnx::ValueInfoProto& info, int index) {
    const auto& d = info.type().tensor_type().shape().dim(index);
    if (d.has_dim_param() && !d.dim_param().empty()) return d.dim_param();
    return d.has_dim_value() && d.dim_value() > 0 ? "#" + std::to_string(d.dim_value()) : "";
}

bool fits(const std::string& key, const std::string& other) {
    return key == other || other.empty() || other == "#1";
}

BatchPlaces byName(const Infos& inputs) {
    BatchPlaces batch;
    batch.named = true;
    batch.reason = "by its name";
    for (const onnx::ValueInfoProto* info : inputs) {
        for (int i = 0; i < rankOf(*info); ++i) {
            const std::string key = keyOf(*info, i);
            if (!key.starts_with('#') && isCalledBatch(key)) batch.add(info->name(), i);
        }
    }
    return batch;
}

// The dimension `axis` where all inputs, and the outputs whose shape is stated, have it alike.
BatchPlaces shared(const Infos& inputs, const onnx::GraphProto& graph, int axis) {
    BatchPlaces batch;
    std::string key;
    for (const onnx::ValueInfoProto* info : inputs) {
        if (rankOf(*info) <= axis) continue;
        const std::string here = keyOf(*info, axis);
        if (key.empty() || key == "#1") key = here;
    }
    for (const onnx::ValueInfoProto* info : inputs) {
        if (rankOf(*info) <= axis) continue;
        const std::string here = keyOf(*info, axis);
        if (!fits(key, here)) return {};
        if (key == here || here.empty()) batch.add(info->name(), axis);
    }
    for (const onnx::ValueInfoProto& info : graph.output()) {
        if (rankOf(info) > axis && !fits(key, keyOf(info, axis))) return {};
    }
    return batch;
}

// Other inputs at the same dimension where it is the same.
void addAlike(BatchPlaces& batch, const Infos& inputs, const onnx::ValueInfoProto& first, int axis) {
    const std::string key = keyOf(first, axis);
    for (const onnx::ValueInfoProto* info : inputs) {
        if (info == &first || rankOf(*info) <= axis) continue;
        if (keyOf(*info, axis) == key) batch.add(info->name(), axis);
    }
}

// Files without weights list them as inputs; what is read where weights belong has no batch.
std::unordered_set<std::string> namesOfWeights(const onnx::GraphProto& graph) {
    static const std::unordered_map<std::string, int> firstWeight{{"Conv", 1},
                                                                  {"ConvTranspose", 1},
                                                                  {"Gemm", 1},
                                                                  {"PRelu", 1},
                                                                  {"BatchNormalization", 1},
                                                                  {"InstanceNormalization", 1},
                                                                  {"LSTM", 1},
                                                                  {"GroupNormalization", 1},
                                                                  {"LayerNormalization", 1},
                                                                  {"GRU", 1},
                                                                  {"RNN", 1}};
    std::unordered_set<std::string> names;
    for (const onnx::NodeProto& node : graph.node()) {
        const auto first = firstWeight.find(node.op_type());
        if (first == firstWeight.end()) continue;
        // Behind three weights a recurrent layer has lengths and states.
        for (int i = first->second; i < std::min(node.input_size(), 4); ++i)
            names.insert(node.input(i));
    }
    return names;
}

bool isRecurrent(const ModelNode& node) {
    return node.standard() && (node.op == "LSTM" || node.op == "GRU" || node.op == "RNN");
}

// The dimension of a node's input that dimension `axis` of its first output comes from.
std::optional<std::pair<TensorId, std::size_t>> source(const Model& model, const ModelNode& node,
                                                       std::size_t axis) {
    if (node.op == "Transpose") {
        const Dimensions* in = model.dimensions(node.input(0));
        if (!in || axis >= in->size()) return std::nullopt;
        const auto order = node.integers("perm");
        if (!order) return std::pair(node.input(0), in->size() - 1 - axis);
        if (order->size() != in->size() || (*order)[axis] < 0) return std::nullopt;
        return std::pair(node.input(0), static_cast<std::size_t>((*order)[axis]));
    }
    if (node.op == "Gather" && node.integer("axis", 0) == 0) return std::pair(node.input(1), axis);
    const Dimensions* out = model.dimensions(node.output(0));
    if (!out || axis >= out->size()) return std::nullopt;
    for (const TensorId t : node.inputs) {
        const Dimensions* in = model.dimensions(t);
        if (!in || in->size() <= axis) continue;
        const ModelTensor::Kind kind = model.tensors[t].kind;
        if (kind != ModelTensor::Kind::computed && kind != ModelTensor::Kind::input) continue;
        const bool sameFront =
            std::equal(in->begin(), in->begin() + static_cast<std::ptrdiff_t>(axis) + 1, out->begin());
        const bool samePlace = in->size() == out->size() && (*in)[axis] == (*out)[axis];
        if (sameFront || samePlace) return std::pair(t, axis);
    }
    return std::nullopt;
}

}  // namespace

std::string symbolOf(const onnx::ValueInfoProto& info, int index) {
    const auto& d = info.type().tensor_type().shape().dim(index);
    if (d.has_dim_param() && !d.dim_param().empty()) return d.dim_param();
    if (d.has_dim_value() && d.dim_value() > 0) return {};
    return info.name() + ":" + std::to_string(index);
}

bool hasShape(const onnx::ValueInfoProto& info) {
    return info.type().has_tensor_type() && info.type().tensor_type().has_shape();
}

int rankOf(const onnx::ValueInfoProto& info) {
    return hasShape(info) ? info.type().tensor_type().shape().dim_size() : 0;
}

std::vector<const onnx::ValueInfoProto*> dataInputs(const onnx::GraphProto& graph) {
    std::unordered_set<std::string> initializers;
    for (const auto& tensor : graph.initializer())
        initializers.insert(tensor.name());
    for (const auto& tensor : graph.sparse_initializer())
        initializers.insert(tensor.values().name());
    Infos inputs;
    for (const auto& info : graph.input()) {
        if (!initializers.contains(info.name())) inputs.push_back(&info);
    }
    return inputs;
}

BatchPlaces declaredBatch(const onnx::GraphProto& graph) {
    Infos inputs = dataInputs(graph);
    const auto weights = namesOfWeights(graph);
    std::erase_if(inputs, [&](const onnx::ValueInfoProto* info) { return weights.contains(info->name()); });
    if (auto batch = byName(inputs); !batch.places().empty()) return batch;
    for (const int axis : {0, 1}) {
        auto batch = shared(inputs, graph, axis);
        // One input alone says nothing of its second dimension.
        if (batch.places().size() < (axis == 0 ? 1 : 2)) continue;
        batch.reason = axis == 0 ? "the first dimension of every input and output"
                                 : "the one dimension that all inputs and outputs share";
        return batch;
    }
    const auto first = std::find_if(inputs.begin(), inputs.end(),
                                    [](const onnx::ValueInfoProto* info) { return rankOf(*info) > 0; });
    if (first == inputs.end()) return {};
    BatchPlaces batch;
    batch.reason = "the first dimension of the first input";
    batch.add((*first)->name(), 0);
    addAlike(batch, inputs, **first, 0);
    return batch;
}

std::optional<BatchPlaces> recurrentBatch(const Model& model, const onnx::GraphProto& graph) {
    std::vector<std::uint32_t> maker(model.tensors.size(), UINT32_MAX);
    for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
        if (const TensorId t = model.nodes[n].output(0); t != noTensor) maker[t] = n;
    }
    const Infos inputs = dataInputs(graph);
    std::unordered_map<TensorId, const onnx::ValueInfoProto*> infos;
    for (std::size_t i = 0; i < inputs.size() && i < model.inputs.size(); ++i)
        infos.emplace(model.inputs[i], inputs[i]);
    BatchPlaces batch, states;
    for (const ModelNode& node : model.nodes) {
        if (!isRecurrent(node)) continue;
        const int axis = node.integer("layout", 0) == 0 ? 1 : 0;
        for (const std::size_t slot : {5, 6}) {
            const auto info = infos.find(node.input(slot));
            if (info != infos.end() && rankOf(*info->second) == 3) states.add(info->second->name(), axis);
        }
        if (!batch.reason.empty()) continue;
        std::pair<TensorId, std::size_t> at{node.input(0), static_cast<std::size_t>(axis)};
        // Each step goes to an earlier node, so it ends.
        while (at.first != noTensor && maker[at.first] != UINT32_MAX) {
            const auto next = source(model, model.nodes[maker[at.first]], at.second);
            at = next.value_or(std::pair(noTensor, std::size_t{0}));
        }
        const auto info = infos.find(at.first);
        if (info == infos.end() || static_cast<int>(at.second) >= rankOf(*info->second)) continue;
        const int found = static_cast<int>(at.second);
        batch.reason = "what " + shownName(node) + " takes as its batch";
        batch.add(info->second->name(), found);
        addAlike(batch, inputs, *info->second, found);
    }
    if (batch.reason.empty()) return std::nullopt;
    for (const auto& [input, dimension] : states.places())
        batch.add(input, dimension);
    return batch;
}

}  // namespace reforward
