// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "core/training/pattern_graph.h"

namespace reforward {

namespace {

// u = x / sqrt(2), as a division or a product.
bool byRootOfTwo(const PatternGraph& graph, TensorId u, TensorId x, std::vector<NodeId>& inside) {
    const NodeId div = graph.made(u, "Div"), mul = graph.made(u, "Mul");
    if (div != noNode) {
        inside.push_back(div);
        return graph.at(div).input(0) == x && graph.isNumber(graph.at(div).input(1), std::numbers::sqrt2);
    }
    if (mul == noNode) return false;
    inside.push_back(mul);
    return graph.besides(mul, 1 / std::numbers::sqrt2) == x;
}

// u = sqrt(2 / pi) * (x + 0.044715 * x^3), the power as such or as a product.
bool cubic(const PatternGraph& graph, TensorId u, TensorId x, std::vector<NodeId>& inside) {
    const NodeId product = graph.made(u, "Mul");
    if (product == noNode) return false;
    inside.push_back(product);
    auto list = graph.factors(product, inside);
    if (!graph.takeNumber(list, std::sqrt(2 / std::numbers::pi))) return false;
    const bool outside = list.size() == 2 && PatternGraph::take(list, x);  // x * (1 + 0.044715 * x^2)
    if (list.size() != 1) return false;
    const NodeId sum = graph.made(list[0], "Add");
    const TensorId power = outside ? graph.besides(sum, 1.0) : graph.besides(sum, x);
    const NodeId scaled = graph.made(power, "Mul");
    if (scaled == noNode) return false;
    inside.push_back(sum);
    inside.push_back(scaled);
    auto parts = graph.factors(scaled, inside);
    if (!graph.takeNumber(parts, 0.044715)) return false;
    std::size_t exponent = 0;
    while (PatternGraph::take(parts, x))
        ++exponent;
    if (parts.size() == 1) {
        const NodeId pow = graph.made(parts[0], "Pow");
        if (pow == noNode || graph.at(pow).input(0) != x) return false;
        inside.push_back(pow);
        const auto number = graph.number(graph.at(pow).input(1));
        if (!number || (*number != 2 && *number != 3)) return false;
        exponent += static_cast<std::size_t>(*number);
        parts.clear();
    }
    return parts.empty() && exponent == (outside ? 2U : 3U);
}

// PyTorch's exporter writes its one operator as (x * curve) * 0.5; a program that computes GELU itself
// halves x first.
bool halvesLast(const PatternGraph& graph, NodeId last) {
    const auto& inputs = graph.at(last).inputs;
    return inputs.size() == 2 && (graph.isNumber(inputs[0], 0.5) || graph.isNumber(inputs[1], 0.5));
}

}  // namespace

// x * 0.5 * (1 + erf(x / sqrt 2)), or (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).
bool fuseGelu(PatternGraph& graph, NodeId last) {
    if (graph.traced() && !halvesLast(graph, last)) return false;
    std::vector<NodeId> inside;
    auto list = graph.factors(last, inside);
    if (list.size() != 3 || !graph.takeNumber(list, 0.5)) return false;
    for (std::size_t i = 0; i < 2; ++i) {
        const TensorId x = list[1 - i];
        const NodeId sum = graph.made(list[i], "Add");
        const TensorId curve = graph.besides(sum, 1.0);
        if (curve == noTensor || !graph.sameShape(x, graph.at(last).output(0))) continue;
        auto all = inside;
        all.push_back(sum);
        if (const NodeId erf = graph.made(curve, "Erf"); erf != noNode) {
            all.push_back(erf);
            if (byRootOfTwo(graph, graph.at(erf).input(0), x, all)) return graph.fuse(last, all, "Gelu", {x});
        } else if (const NodeId tanh = graph.made(curve, "Tanh"); tanh != noNode) {
            all.push_back(tanh);
            if (cubic(graph, graph.at(tanh).input(0), x, all)) {
                return graph.fuse(last, all, "Gelu", {x}, {{"approximate", std::string("tanh")}});
            }
        }
    }
    return false;
}

bool fuseSilu(PatternGraph& graph, NodeId last) {
    for (const std::size_t i : {0U, 1U}) {
        const TensorId x = graph.at(last).input(1 - i);
        const NodeId sigmoid = graph.made(graph.at(last).input(i), "Sigmoid");
        if (sigmoid != noNode && graph.at(sigmoid).input(0) == x)
            return graph.fuse(last, {sigmoid}, "Silu", {x});
    }
    return false;
}

bool fuseMish(PatternGraph& graph, NodeId last) {
    for (const std::size_t i : {0U, 1U}) {
        const TensorId x = graph.at(last).input(1 - i);
        const NodeId tanh = graph.made(graph.at(last).input(i), "Tanh");
        const NodeId softplus = tanh == noNode ? noNode : graph.made(graph.at(tanh).input(0), "Softplus");
        if (softplus != noNode && graph.at(softplus).input(0) == x) {
            return graph.fuse(last, {tanh, softplus}, "Mish", {x});
        }
    }
    return false;
}

namespace {

bool hardSwishBySigmoid(PatternGraph& graph, NodeId last) {
    for (const std::size_t i : {0U, 1U}) {
        const TensorId x = graph.at(last).input(1 - i);
        const NodeId gate = graph.made(graph.at(last).input(i), "HardSigmoid");
        if (gate == noNode || graph.at(gate).input(0) != x) continue;
        if (std::abs(graph.at(gate).real("alpha", 0.2) - 1.0 / 6) > 1e-3) continue;
        if (std::abs(graph.at(gate).real("beta", 0.5) - 0.5) > 1e-3) continue;
        return graph.fuse(last, {gate}, "HardSwish", {x});
    }
    return false;
}

// The limits of a Clip, as inputs or (before operator set 11) as attributes.
bool clips(const PatternGraph& graph, NodeId clip, double low, double high) {
    const ModelNode& node = graph.at(clip);
    if (node.inputs.size() < 3)
        return node.inputs.size() == 1 && node.real("min", -1) == low && node.real("max", -1) == high;
    return graph.isNumber(node.input(1), low) && graph.isNumber(node.input(2), high);
}

}  // namespace

// x * hardsigmoid(x); or x * clip(x + 3, 0, 6) / 6, the division last or around the clip, or a product
// with 1 / 6. A program traced from PyTorch that divides last computed it step by step.
bool fuseHardSwish(PatternGraph& graph, NodeId last) {
    if (graph.at(last).op == "Mul" && hardSwishBySigmoid(graph, last)) return true;
    if (graph.traced()) return false;
    std::vector<NodeId> inside;
    std::vector<TensorId> list;
    if (graph.at(last).op == "Mul") {
        list = graph.factors(last, inside);
        if (list.size() == 3 && !graph.takeNumber(list, 1.0 / 6)) return false;
        for (TensorId& t : list) {
            const NodeId div = graph.made(t, "Div");
            if (list.size() == 2 && div != noNode && graph.isNumber(graph.at(div).input(1), 6)) {
                inside.push_back(div);
                t = graph.at(div).input(0);
                break;
            }
        }
        if (inside.empty()) return false;
    } else {
        const NodeId product = graph.made(graph.at(last).input(0), "Mul");
        if (product == noNode || !graph.isNumber(graph.at(last).input(1), 6)) return false;
        inside.push_back(product);
        list = graph.at(product).inputs;
    }
    if (list.size() != 2) return false;
    for (const std::size_t i : {0U, 1U}) {
        const TensorId x = list[1 - i];
        const NodeId clip = graph.made(list[i], "Clip");
        if (clip == noNode || !clips(graph, clip, 0, 6)) continue;
        const NodeId sum = graph.made(graph.at(clip).input(0), "Add");
        if (graph.besides(sum, 3.0) != x) continue;
        inside.push_back(clip);
        inside.push_back(sum);
        return graph.fuse(last, inside, "HardSwish", {x});
    }
    return false;
}

// log(sigmoid(x)).
bool fuseLogSigmoid(PatternGraph& graph, NodeId last) {
    const NodeId sigmoid = graph.made(graph.at(last).input(0), "Sigmoid");
    if (sigmoid == noNode) return false;
    return graph.fuse(last, {sigmoid}, "LogSigmoid", {graph.at(sigmoid).input(0)});
}

namespace {

// A mask "x lies beyond a constant", perhaps cast: its nodes, and x.
TensorId beyond(const PatternGraph& graph, TensorId mask, std::vector<NodeId>& inside) {
    if (const NodeId cast = graph.made(mask, "Cast"); cast != noNode) {
        inside.push_back(cast);
        mask = graph.at(cast).input(0);
    }
    const NodeId greater = graph.made(mask, "Greater"), less = graph.made(mask, "Less");
    const NodeId compare = greater != noNode ? greater : less;
    if (compare == noNode || !graph.number(graph.at(compare).input(1))) return noTensor;
    inside.push_back(compare);
    return graph.at(compare).input(0);
}

// where(x beyond l, x -+ l, 0): x.
TensorId shrunkOnOneSide(const PatternGraph& graph, TensorId tensor, std::vector<NodeId>& inside) {
    const NodeId where = graph.made(tensor, "Where");
    if (where == noNode || graph.at(where).inputs.size() != 3) return noTensor;
    const TensorId shifted = graph.at(where).input(1);
    const NodeId add = graph.made(shifted, "Add"), sub = graph.made(shifted, "Sub");
    const NodeId shift = add != noNode ? add : sub;
    if (shift == noNode || !graph.number(graph.at(shift).input(1))) return noTensor;
    if (!graph.isNumber(graph.at(where).input(2), 0)) return noTensor;
    inside.insert(inside.end(), {where, shift});
    const TensorId x = beyond(graph, graph.at(where).input(0), inside);
    return x == graph.at(shift).input(0) ? x : noTensor;
}

}  // namespace

// Hard shrinkage: where(x < -l or x > l, x, 0). Soft shrinkage: the sum of where(x > l, x - l, 0) and
// where(x < -l, x + l, 0).
bool fuseShrink(PatternGraph& graph, NodeId last) {
    const ModelNode& node = graph.at(last);
    std::vector<NodeId> inside;
    if (node.op == "Add") {
        const TensorId x = shrunkOnOneSide(graph, node.input(0), inside);
        if (x == noTensor || shrunkOnOneSide(graph, node.input(1), inside) != x) return false;
        return graph.fuse(last, inside, "Shrink", {x});
    }
    const NodeId either = graph.made(node.input(0), "Or");
    if (either == noNode || !graph.isNumber(node.input(2), 0)) return false;
    inside.push_back(either);
    for (const TensorId mask : graph.at(either).inputs) {
        if (beyond(graph, mask, inside) != node.input(1)) return false;
    }
    return graph.fuse(last, inside, "Shrink", {node.input(1)});
}

// a * sigmoid(b), a and b the halves of one value.
bool fuseGlu(PatternGraph& graph, NodeId last) {
    for (const std::size_t i : {1U, 0U}) {
        if (i == 0 && graph.traced()) continue;
        const TensorId a = graph.at(last).input(1 - i);
        const NodeId sigmoid = graph.made(graph.at(last).input(i), "Sigmoid");
        const NodeId split = graph.made(a, "Split");
        if (sigmoid == noNode || split == noNode) continue;
        const ModelNode& halves = graph.at(split);
        if (halves.outputs.size() != 2 || halves.outputs[0] != a) continue;
        if (halves.outputs[1] != graph.at(sigmoid).input(0) || !graph.sameShape(a, halves.outputs[1]))
            continue;
        return graph.fuse(last, {sigmoid, split}, "Glu", {halves.input(0)},
                          {{"axis", halves.integer("axis", 0)}});
    }
    return false;
}

// 1 / sqrt(x), as a division; a reciprocal of a root too where no program of PyTorch wrote it.
bool fuseReciprocalRoot(PatternGraph& graph, NodeId last) {
    const ModelNode& node = graph.at(last);
    const bool division = node.op == "Div";
    if (division ? !graph.isNumber(node.input(0), 1) : graph.traced()) return false;
    const NodeId root = graph.made(node.input(division ? 1 : 0), "Sqrt");
    if (root == noNode || !graph.sameShape(node.output(0), graph.at(root).output(0))) return false;
    return graph.fuse(last, {root}, "Rsqrt", {graph.at(root).input(0)});
}

// log(x) / log(2) or log(10): the logarithm to another base.
bool fuseLogarithm(PatternGraph& graph, NodeId last) {
    const ModelNode& node = graph.at(last);
    const NodeId log = graph.made(node.input(0), "Log");
    const auto base = graph.number(node.input(1));
    if (log == noNode || !base) return false;
    if (std::abs(*base - std::numbers::ln2) > 1e-6 && std::abs(*base - std::numbers::ln10) > 1e-6)
        return false;
    return graph.fuse(last, {log}, "Log", {graph.at(log).input(0)});
}

}  // namespace reforward
