// SPDX-License-Identifier: Apache-2.0
#include "core/training/pattern_graph.h"

namespace reforward {

// Frameworks pad inside the pooling and keep the input without its border.
bool fusePaddedPooling(PatternGraph& graph, NodeId pool) {
    const NodeId pad = graph.made(graph.at(pool).input(0), "Pad");
    if (pad == noNode || graph.at(pad).text("mode", "constant") != "constant") return false;
    const TensorId x = graph.at(pad).input(0);
    if (x == noTensor) return false;
    return graph.fuse(pool, {pad}, "AveragePool", {x}, graph.at(pool).attributes);
}

// a * (A B) + b * c with numbers a and b, as one call adds a product to a matrix.
bool fuseScaledSum(PatternGraph& graph, NodeId sum) {
    std::vector<NodeId> inside;
    std::vector<TensorId> inputs;
    bool product = false;
    for (const TensorId t : graph.at(sum).inputs) {
        const NodeId scaled = graph.made(t, "Mul");
        if (scaled == noNode || graph.at(scaled).inputs.size() != 2) return false;
        const bool second = graph.number(graph.at(scaled).input(1)).has_value();
        if (!second && !graph.number(graph.at(scaled).input(0))) return false;
        inside.push_back(scaled);
        inputs.push_back(graph.at(scaled).input(second ? 0 : 1));
        product = product || graph.made(inputs.back(), "MatMul") != noNode;
    }
    return product && inputs.size() == 2 && graph.fuse(sum, inside, "Add", inputs);
}

// where(t > 0, t * (log t - x), 0).
bool fuseDivergence(PatternGraph& graph, NodeId last) {
    const ModelNode& node = graph.at(last);
    const NodeId greater = graph.made(node.input(0), "Greater"), product = graph.made(node.input(1), "Mul");
    if (greater == noNode || product == noNode || !graph.isFilledWith(node.input(2), 0)) return false;
    const TensorId t = graph.at(greater).input(0);
    const NodeId sub = graph.made(graph.besides(product, t), "Sub");
    if (!graph.isNumber(graph.at(greater).input(1), 0) || sub == noNode) return false;
    const NodeId log = graph.made(graph.at(sub).input(0), "Log");
    if (log == noNode || graph.at(log).input(0) != t) return false;
    return graph.fuse(last, {greater, product, sub, log}, "KlDivergence", {graph.at(sub).input(1), t});
}

// -(t * log s + (1 - t) * log(1 - s)) with s = sigmoid(x).
bool fuseCrossEntropyWithLogits(PatternGraph& graph, NodeId negation) {
    const NodeId sum = graph.made(graph.at(negation).input(0), "Add");
    if (sum == noNode) return false;
    const NodeId first = graph.made(graph.at(sum).input(0), "Mul"),
                 second = graph.made(graph.at(sum).input(1), "Mul");
    if (first == noNode || second == noNode) return false;
    const TensorId t = graph.at(first).input(0);
    const NodeId log = graph.made(graph.at(first).input(1), "Log");
    const NodeId sigmoid = log == noNode ? noNode : graph.made(graph.at(log).input(0), "Sigmoid");
    const NodeId otherTarget = graph.made(graph.at(second).input(0), "Sub"),
                 otherLog = graph.made(graph.at(second).input(1), "Log");
    if (sigmoid == noNode || otherTarget == noNode || otherLog == noNode) return false;
    const NodeId rest = graph.made(graph.at(otherLog).input(0), "Sub");
    if (rest == noNode || graph.at(rest).input(1) != graph.at(sigmoid).output(0)) return false;
    if (graph.at(otherTarget).input(1) != t || !graph.isFilledWith(graph.at(rest).input(0), 1)) return false;
    if (!graph.isFilledWith(graph.at(otherTarget).input(0), 1)) return false;
    return graph.fuse(negation, {sum, first, second, log, sigmoid, otherTarget, otherLog, rest},
                      "BinaryCrossEntropyWithLogits", {graph.at(sigmoid).input(0), t});
}

}  // namespace reforward
