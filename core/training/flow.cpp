// SPDX-License-Identifier: Apache-2.0
#include "core/training/flow.h"

#include <algorithm>
#include <unordered_map>

#include "core/training/view_rules.h"

namespace reforward {

namespace {

// Marks the nodes that some network output depends on, last to first. What is known as a constant (a
// shape) needs nothing.
void markNeeded(const Model& model, Flow& flow) {
    std::vector<bool> wanted(model.tensors.size());
    for (const TensorId t : model.outputs)
        wanted[t] = true;
    flow.needed.assign(model.nodes.size(), false);
    for (std::size_t n = model.nodes.size(); n-- > 0;) {
        const ModelNode& node = model.nodes[n];
        const bool any = std::any_of(node.outputs.begin(), node.outputs.end(),
                                     [&](TensorId t) { return t != noTensor && wanted[t]; });
        if (!any) continue;
        flow.needed[n] = true;
        for (const TensorId t : node.inputs) {
            if (t != noTensor && !model.tensors[t].data) wanted[t] = true;
        }
    }
    flow.read = std::move(wanted);
}

// Scales and zero points of quantized operators are settings; these operators have no row.
bool isQuantization(const ModelNode& node) {
    return node.op.find("uantize") != std::string::npos || node.op.starts_with("QLinear");
}

void markTrainable(const Model& model, Flow& flow) {
    flow.trainable.assign(model.tensors.size(), false);
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (!flow.needed[n]) continue;
        const ModelNode& node = model.nodes[n];
        const OperatorRow* row = findOperator(node);
        if (isQuantization(node)) continue;
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const TensorId t = node.inputs[slot];
            if (t == noTensor || model.tensors[t].kind != ModelTensor::Kind::initializer) continue;
            if (isFloat(model.tensors[t].type.element) && !(row && row->plain(slot)))
                flow.trainable[t] = true;
        }
    }
}

// Tables of sines and cosines that depend on no input (rotary positions) are computed from buffers: nothing
// is learned through them.
void freezeWaves(const Model& model, Flow& flow) {
    std::vector<bool> fromInput(model.tensors.size());
    for (const TensorId t : model.inputs)
        fromInput[t] = true;
    std::vector<bool> frozen(model.tensors.size());
    for (const ModelNode& node : model.nodes) {
        const bool any = std::any_of(node.inputs.begin(), node.inputs.end(),
                                     [&](TensorId t) { return t != noTensor && fromInput[t]; });
        for (const TensorId t : node.outputs) {
            if (t != noTensor) fromInput[t] = any || node.subgraphs;
        }
        if (any || !node.standard() || (node.op != "Sin" && node.op != "Cos")) continue;
        if (node.input(0) != noTensor) frozen[node.input(0)] = true;
    }
    for (std::size_t n = model.nodes.size(); n-- > 0;) {
        const ModelNode& node = model.nodes[n];
        const bool any = std::any_of(node.outputs.begin(), node.outputs.end(),
                                     [&](TensorId t) { return t != noTensor && frozen[t]; });
        for (const TensorId t : node.inputs) {
            if (any && t != noTensor) frozen[t] = true;
        }
    }
    for (TensorId t = 0; t < model.tensors.size(); ++t) {
        if (frozen[t]) flow.trainable[t] = false;
    }
}

Flow::Origin originOf(const Model& model, const Flow& flow, const ModelNode& node) {
    const auto known = [&](TensorId t) { return t == noTensor || model.tensors[t].data.has_value(); };
    if (std::all_of(node.outputs.begin(), node.outputs.end(), known)) return Flow::Origin::constant;
    bool parameter = false;
    for (const TensorId t : node.inputs) {
        if (t == noTensor) continue;
        if (flow.origin[t] == Flow::Origin::value) return Flow::Origin::value;
        parameter = parameter || flow.origin[t] == Flow::Origin::parameter;
    }
    if (parameter) return movesElements(node) ? Flow::Origin::parameter : Flow::Origin::value;
    const OperatorRow* row = findOperator(node);
    const bool random = row && !row->repeatable;
    return random || node.subgraphs ? Flow::Origin::value : Flow::Origin::constant;
}

void markOrigins(const Model& model, Flow& flow) {
    flow.origin.assign(model.tensors.size(), Flow::Origin::constant);
    flow.needsGradient.assign(model.tensors.size(), false);
    for (TensorId t = 0; t < model.tensors.size(); ++t) {
        if (model.tensors[t].kind == ModelTensor::Kind::input) flow.origin[t] = Flow::Origin::value;
        if (!flow.trainable[t]) continue;
        flow.origin[t] = Flow::Origin::parameter;
        flow.needsGradient[t] = true;
    }
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (!flow.needed[n]) continue;
        const ModelNode& node = model.nodes[n];
        const Flow::Origin origin = originOf(model, flow, node);
        const OperatorRow* row = findOperator(node);
        bool gradient = false;
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const TensorId t = node.inputs[slot];
            gradient = gradient || (t != noTensor && flow.needsGradient[t] && !(row && row->plain(slot)));
        }
        gradient = gradient && origin != Flow::Origin::constant && (!row || row->differentiable);
        for (const TensorId t : node.outputs) {
            if (t == noTensor) continue;
            flow.origin[t] = origin;
            flow.needsGradient[t] = gradient && isFloat(model.tensors[t].type.element);
        }
    }
}

// From the outputs back: a value gets a gradient where something downstream of it gets one.
void markGradients(const Model& model, Flow& flow) {
    flow.hasGradient.assign(model.tensors.size(), false);
    for (const TensorId t : model.outputs)
        flow.hasGradient[t] = flow.needsGradient[t];
    for (std::size_t n = model.nodes.size(); n-- > 0;) {
        if (!flow.needed[n]) continue;
        const ModelNode& node = model.nodes[n];
        const bool any = std::any_of(node.outputs.begin(), node.outputs.end(),
                                     [&](TensorId t) { return t != noTensor && flow.hasGradient[t]; });
        if (!any) continue;
        const OperatorRow* row = findOperator(node);
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const TensorId t = node.inputs[slot];
            if (t != noTensor && flow.needsGradient[t] && !(row && row->plain(slot)))
                flow.hasGradient[t] = true;
        }
    }
}

bool showsTraining(const Model& model) {
    return std::any_of(model.nodes.begin(), model.nodes.end(), [&](const ModelNode& node) {
        if (!node.standard()) return false;
        const OperatorUse use{model, node, {}, {}, false};
        if (node.op == "BatchNormalization") return normalizesByBatch(use);
        if (node.op != "Dropout") return false;
        // A ratio of 0 is the framework's own way to say that it trains without dropout.
        const ConstantData* training = model.data(node.input(2));
        return training && training->size() == 1 && training->integer(0) != 0;
    });
}

}  // namespace

OperatorUse Flow::use(const Model& model, const ModelNode& node) const {
    OperatorUse use{model, node, {}, {}, asTrained};
    const OperatorRow* row = findOperator(node);
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
        const TensorId t = node.inputs[slot];
        use.needsGradient.push_back(t != noTensor && needsGradient[t] && !(row && row->plain(slot)));
        use.constant.push_back(t == noTensor || origin[t] == Origin::constant);
    }
    return use;
}

Flow analyzeFlow(const Model& model) {
    Flow flow;
    flow.asTrained = !showsTraining(model);
    markNeeded(model, flow);
    markTrainable(model, flow);
    freezeWaves(model, flow);
    markOrigins(model, flow);
    markGradients(model, flow);
    return flow;
}

std::size_t adoptWeightInputs(Model& model) {
    static const std::unordered_map<std::string_view, std::vector<std::size_t>> weightSlots{
        {"Conv", {1, 2}},
        {"ConvTranspose", {1, 2}},
        {"DeformConv", {1, 3}},
        {"Gemm", {1, 2}},
        {"LayerNormalization", {1, 2}},
        {"RMSNormalization", {1}},
        {"BatchNormalization", {1, 2, 3, 4}},
        {"InstanceNormalization", {1, 2}},
        {"GroupNormalization", {1, 2}},
        {"PRelu", {1}},
        {"LSTM", {1, 2, 3}},
        {"GRU", {1, 2, 3}},
        {"RNN", {1, 2, 3}},
    };
    std::vector<bool> asWeight(model.tensors.size()), otherwise(model.tensors.size());
    for (const ModelNode& node : model.nodes) {
        const auto slots = weightSlots.find(node.standard() ? std::string_view(node.op) : std::string_view());
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            if (node.inputs[slot] == noTensor) continue;
            const bool weight =
                slots != weightSlots.end() &&
                std::find(slots->second.begin(), slots->second.end(), slot) != slots->second.end();
            (weight ? asWeight : otherwise)[node.inputs[slot]] = true;
        }
    }
    const std::size_t before = model.inputs.size();
    std::erase_if(model.inputs, [&](TensorId t) {
        const bool adopted = asWeight[t] && !otherwise[t] && isFloat(model.tensors[t].type.element);
        if (adopted) model.tensors[t].kind = ModelTensor::Kind::initializer;
        return adopted;
    });
    return before - model.inputs.size();
}

}  // namespace reforward
