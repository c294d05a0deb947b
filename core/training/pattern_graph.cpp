// SPDX-License-Identifier: Apache-2.0
#include "core/training/pattern_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reforward {

PatternGraph::PatternGraph(Model& model)
    : model_(model),
      producer_(model.tensors.size(), noNode),
      readers_(model.tensors.size()),
      isOutput_(model.tensors.size()),
      traced_(model.producer == "pytorch") {
    for (NodeId n = 0; n < model.nodes.size(); ++n) {
        for (const TensorId t : model.nodes[n].outputs) {
            if (t != noTensor) producer_[t] = n;
        }
        for (const TensorId t : model.nodes[n].inputs) {
            if (t != noTensor) readers_[t].push_back(n);
        }
    }
    for (const TensorId t : model.outputs)
        isOutput_[t] = true;
}

NodeId PatternGraph::made(TensorId tensor, std::string_view op) const {
    const NodeId n = maker(tensor);
    return n != noNode && at(n).standard() && at(n).op == op ? n : noNode;
}

NodeId PatternGraph::soleReader(NodeId n, std::string_view op) const {
    const TensorId out = at(n).output(0);
    if (out == noTensor || isOutput_[out] || readers_[out].size() != 1) return noNode;
    const NodeId reader = readers_[out][0];
    return at(reader).op == op && at(reader).standard() ? reader : noNode;
}

std::optional<double> PatternGraph::number(TensorId tensor) const {
    const ConstantData* data = model_.data(tensor);
    if (!data || data->size() != 1) return std::nullopt;
    return data->real(0);
}

bool PatternGraph::isNumber(TensorId tensor, double wanted) const {
    const auto found = number(tensor);
    return found && std::abs(*found - wanted) <= 1e-3 * std::abs(wanted);
}

bool PatternGraph::isFilledWith(TensorId tensor, double wanted) const {
    const ConstantData* data = model_.data(tensor);
    if (!data) return false;
    for (std::size_t i = 0; i < data->size(); ++i) {
        if (data->real(i) != wanted) return false;
    }
    return data->size() > 0;
}

bool PatternGraph::isParameter(TensorId tensor) const {
    return tensor != noTensor && model_.tensors[tensor].kind == ModelTensor::Kind::initializer;
}

TensorId PatternGraph::parameterBehind(TensorId tensor) const {
    for (int steps = 0; steps < 8 && tensor != noTensor; ++steps) {
        if (isParameter(tensor)) return tensor;
        NodeId view = noNode;
        for (const std::string_view op : {"Unsqueeze", "Reshape", "Squeeze", "Identity"})
            view = view == noNode ? made(tensor, op) : view;
        if (view == noNode) return noTensor;
        tensor = at(view).input(0);
    }
    return noTensor;
}

bool PatternGraph::sameShape(TensorId a, TensorId b) const {
    const Dimensions* first = model_.dimensions(a);
    const Dimensions* second = model_.dimensions(b);
    return first && second && *first == *second;
}

std::optional<std::vector<std::int64_t>> PatternGraph::axesOf(NodeId reduction) const {
    const Dimensions* shape = model_.dimensions(at(reduction).input(0));
    if (!shape) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(shape->size());
    std::optional<std::vector<std::int64_t>> axes;
    if (const TensorId given = at(reduction).input(1); given != noTensor) {
        const ConstantData* data = model_.data(given);
        if (!data) return std::nullopt;
        axes = data->integers();
    } else {
        axes = at(reduction).integers("axes");
    }
    if (!axes || axes->empty()) {
        if (at(reduction).integer("noop_with_empty_axes", 0) != 0) return std::nullopt;
        axes.emplace(shape->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    for (std::int64_t& a : *axes) {
        a += a < 0 ? rank : 0;
        if (a < 0 || a >= rank) return std::nullopt;
    }
    std::sort(axes->begin(), axes->end());
    return axes;
}

TensorId PatternGraph::besides(NodeId n, double wanted) const {
    if (n == noNode || at(n).inputs.size() != 2) return noTensor;
    if (isNumber(at(n).inputs[1], wanted)) return at(n).inputs[0];
    if (isNumber(at(n).inputs[0], wanted)) return at(n).inputs[1];
    return noTensor;
}

TensorId PatternGraph::besides(NodeId n, TensorId tensor) const {
    if (n == noNode || at(n).inputs.size() != 2) return noTensor;
    if (at(n).inputs[0] == tensor) return at(n).inputs[1];
    if (at(n).inputs[1] == tensor) return at(n).inputs[0];
    return noTensor;
}

std::vector<TensorId> PatternGraph::factors(NodeId product, std::vector<NodeId>& inside) const {
    std::vector<TensorId> open(at(product).inputs), found;
    while (!open.empty() && open.size() + found.size() <= 6) {
        const TensorId tensor = open.back();
        open.pop_back();
        const NodeId inner = made(tensor, "Mul");
        if (inner != noNode && readers_[tensor].size() == 1 && !isOutput_[tensor]) {
            inside.push_back(inner);
            open.insert(open.end(), at(inner).inputs.begin(), at(inner).inputs.end());
        } else {
            found.push_back(tensor);
        }
    }
    return open.empty() ? found : std::vector<TensorId>();
}

bool PatternGraph::takeNumber(std::vector<TensorId>& list, double wanted) const {
    const auto place =
        std::find_if(list.begin(), list.end(), [&](TensorId t) { return isNumber(t, wanted); });
    if (place == list.end()) return false;
    list.erase(place);
    return true;
}

bool PatternGraph::take(std::vector<TensorId>& list, TensorId tensor) {
    const auto place = std::find(list.begin(), list.end(), tensor);
    if (place == list.end()) return false;
    list.erase(place);
    return true;
}

bool PatternGraph::fuse(NodeId last, std::vector<NodeId> inside, std::string_view op,
                        std::vector<TensorId> inputs,
                        std::vector<std::pair<std::string, AttributeValue>> attributes) {
    std::sort(inside.begin(), inside.end());
    inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
    for (const NodeId n : inside) {
        for (const TensorId t : at(n).outputs) {
            if (t == noTensor) continue;
            if (isOutput_[t]) return false;
            for (const NodeId reader : readers_[t]) {
                if (reader == last || std::binary_search(inside.begin(), inside.end(), reader)) continue;
                if (!readsShapeOnly(reader)) return false;
            }
        }
    }
    for (const NodeId n : inside)
        removeReads(n);
    removeReads(last);
    for (const NodeId n : inside)
        model_.nodes[n].outputs.clear();
    ModelNode& node = model_.nodes[last];
    node.op = op;
    node.inputs = std::move(inputs);
    node.attributes = std::move(attributes);
    for (const TensorId t : node.inputs) {
        if (t != noTensor) readers_[t].push_back(last);
    }
    fusions_.push_back({last, std::move(inside)});
    return true;
}

bool PatternGraph::readsShapeOnly(NodeId n) const {
    return std::all_of(at(n).outputs.begin(), at(n).outputs.end(),
                       [this](TensorId t) { return t == noTensor || model_.tensors[t].data.has_value(); });
}

void PatternGraph::removeReads(NodeId n) {
    for (const TensorId t : model_.nodes[n].inputs) {
        if (t != noTensor) std::erase(readers_[t], n);
    }
    model_.nodes[n].inputs.clear();
}

}  // namespace reforward
