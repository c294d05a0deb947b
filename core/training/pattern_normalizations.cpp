// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/training/pattern_graph.h"

namespace reforward {

namespace {

using Axes = std::vector<std::int64_t>;

// A tensor seen through a conversion to another precision; the Cast joins `inside`.
TensorId beforeCast(const PatternGraph& graph, TensorId tensor, std::vector<NodeId>& inside) {
    const NodeId cast = graph.made(tensor, "Cast");
    if (cast == noNode) return tensor;
    inside.push_back(cast);
    return graph.at(cast).input(0);
}

// x - mean(x): x and the axes of the mean.
struct Centered {
    TensorId x = noTensor;
    Axes axes;
};
std::optional<Centered> centered(const PatternGraph& graph, TensorId tensor, std::vector<NodeId>& inside) {
    const NodeId sub = graph.made(tensor, "Sub");
    if (sub == noNode) return std::nullopt;
    const TensorId x = graph.at(sub).input(0);
    const NodeId mean = graph.made(graph.at(sub).input(1), "ReduceMean");
    if (mean == noNode || graph.at(mean).input(0) != x) return std::nullopt;
    auto axes = graph.axesOf(mean);
    if (!axes || graph.at(mean).integer("keepdims", 1) == 0) return std::nullopt;
    inside.insert(inside.end(), {sub, mean});
    return Centered{x, std::move(*axes)};
}

// The square of what `tensor` holds, as Pow or as a product with itself: what is squared.
TensorId squared(const PatternGraph& graph, TensorId tensor, std::vector<NodeId>& inside) {
    const NodeId pow = graph.made(tensor, "Pow"), mul = graph.made(tensor, "Mul");
    if (pow != noNode && graph.isNumber(graph.at(pow).input(1), 2)) {
        inside.push_back(pow);
        return graph.at(pow).input(0);
    }
    if (mul == noNode || graph.at(mul).input(0) != graph.at(mul).input(1)) return noTensor;
    inside.push_back(mul);
    return graph.at(mul).input(0);
}

// The first of the trailing axes; nothing where they are not the trailing ones.
std::optional<std::int64_t> firstOfTrailing(const PatternGraph& graph, const Axes& axes, TensorId x) {
    const Dimensions* shape = graph.model().dimensions(x);
    if (!shape || axes.empty()) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(shape->size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i] != rank - static_cast<std::int64_t>(axes.size() - i)) return std::nullopt;
    }
    return axes.front();
}

// A weight and a bias that follow a normalization: its last node moves on to them, they join `inputs`.
// Nothing else may come between.
void takeAffine(const PatternGraph& graph, NodeId& last, std::vector<NodeId>& inside,
                std::vector<TensorId>& inputs) {
    const NodeId scale = graph.soleReader(last, "Mul");
    const TensorId weight = graph.besides(scale, graph.at(last).output(0));
    if (graph.parameterBehind(weight) == noTensor) return;
    inside.push_back(last);
    inputs.push_back(weight);
    last = scale;
    const NodeId shift = graph.soleReader(last, "Add");
    const TensorId bias = graph.besides(shift, graph.at(last).output(0));
    if (graph.parameterBehind(bias) == noTensor) return;
    inside.push_back(last);
    inputs.push_back(bias);
    last = shift;
}

// What PyTorch's own exporter never writes for its LayerNorm: a weight in front of the normalized value.
bool scaledFromTheLeft(const PatternGraph& graph, NodeId div) {
    const NodeId scale = graph.soleReader(div, "Mul");
    return scale != noNode && graph.isParameter(graph.at(scale).input(0));
}

}  // namespace

// (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps), then by a weight and with a bias where there are any.
// Some exporters subtract the mean twice, some convert to single precision on the way.
bool fuseLayerNormalization(PatternGraph& graph, NodeId div) {
    std::vector<NodeId> inside;
    const NodeId root = graph.made(beforeCast(graph, graph.at(div).input(1), inside), "Sqrt");
    const NodeId stabilized = root == noNode ? noNode : graph.made(graph.at(root).input(0), "Add");
    if (stabilized == noNode) return false;
    const auto top = centered(graph, graph.at(div).input(0), inside);
    if (!top) return false;
    NodeId variance = noNode;
    for (const TensorId t : graph.at(stabilized).inputs) {
        if (graph.made(t, "ReduceMean") != noNode) variance = graph.made(t, "ReduceMean");
    }
    if (variance == noNode) return false;
    const TensorId power = squared(graph, graph.at(variance).input(0), inside);
    const auto below = centered(graph, beforeCast(graph, power, inside), inside);
    if (!below || below->x != top->x || below->axes != top->axes || graph.axesOf(variance) != top->axes)
        return false;
    const auto axis = firstOfTrailing(graph, top->axes, top->x);
    if (!axis || (graph.traced() && scaledFromTheLeft(graph, div))) return false;
    inside.insert(inside.end(), {root, stabilized, variance});
    std::vector<TensorId> inputs{top->x};
    NodeId last = div;
    takeAffine(graph, last, inside, inputs);
    return graph.fuse(last, inside, "LayerNormalization", inputs, {{"axis", *axis}});
}

// Groups of channels laid out as the channels of an InstanceNormalization without weights, and back:
// Reshape to [N, groups, -1], InstanceNormalization by ones and zeros, Reshape to the old shape; then by a
// weight and with a bias a channel, which are ones and zeros where the operator has none.
bool fuseGroupNormalization(PatternGraph& graph, NodeId back) {
    const NodeId norm = graph.made(graph.at(back).input(0), "InstanceNormalization");
    const NodeId split = norm == noNode ? noNode : graph.made(graph.at(norm).input(0), "Reshape");
    if (split == noNode) return false;
    const TensorId x = graph.at(split).input(0);
    const Dimensions* shape = graph.model().dimensions(x);
    const Dimensions* grouped = graph.model().dimensions(graph.at(split).output(0));
    if (!shape || !grouped || shape->size() < 2 || grouped->size() < 3) return false;
    if ((*shape)[0] != (*grouped)[0] || !graph.sameShape(x, graph.at(back).output(0))) return false;
    if (!graph.isFilledWith(graph.at(norm).input(1), 1) || !graph.isFilledWith(graph.at(norm).input(2), 0))
        return false;
    std::vector<NodeId> inside{split, norm};
    std::vector<TensorId> inputs{x};
    NodeId last = back;
    takeAffine(graph, last, inside, inputs);
    if (const NodeId scale = graph.soleReader(last, "Mul"); last == back && scale != noNode) {
        const NodeId shift = graph.soleReader(scale, "Add");
        if (graph.isFilledWith(graph.besides(scale, graph.at(back).output(0)), 1) && shift != noNode &&
            graph.isFilledWith(graph.besides(shift, graph.at(scale).output(0)), 0)) {
            inside.insert(inside.end(), {back, scale});
            last = shift;
        }
    }
    return graph.fuse(last, inside, "GroupNormalization", inputs, {{"num_groups", (*grouped)[1]}});
}

// v / |v| * g, v and g parameters: the weight of a layer by its direction and its length.
bool fuseWeightNormalization(PatternGraph& graph, NodeId last) {
    for (const std::size_t i : {0U, 1U}) {
        const NodeId div = graph.made(graph.at(last).input(i), "Div");
        const TensorId length = graph.at(last).input(1 - i);
        if (div == noNode || !graph.isParameter(length)) continue;
        const TensorId v = graph.at(div).input(0);
        const NodeId norm = graph.made(graph.at(div).input(1), "ReduceL2");
        if (norm == noNode || graph.at(norm).input(0) != v || !graph.isParameter(v)) continue;
        return graph.fuse(last, {div, norm}, "WeightNormalization", {v, length});
    }
    return false;
}

// mean((x - mean(x))^2), times n / (n - 1) where it is the unbiased one, and its root.
bool fuseVariance(PatternGraph& graph, NodeId mean) {
    std::vector<NodeId> inside;
    const NodeId square = graph.made(graph.at(mean).input(0), "Mul");
    if (square == noNode || graph.at(square).input(0) != graph.at(square).input(1)) return false;
    const auto below = centered(graph, graph.at(square).input(0), inside);
    if (!below || graph.axesOf(mean) != below->axes) return false;
    inside.push_back(square);
    NodeId last = mean;
    const NodeId times = graph.soleReader(mean, "Mul");
    const NodeId over = times == noNode ? noNode : graph.soleReader(times, "Div");
    if (over != noNode && graph.at(over).input(0) == graph.at(times).output(0)) {
        const auto count = graph.number(graph.besides(times, graph.at(mean).output(0)));
        const auto rest = graph.number(graph.at(over).input(1));
        if (count && rest && *rest == *count - 1) {
            inside.insert(inside.end(), {mean, times});
            last = over;
        }
    }
    std::string_view op = "Variance";
    if (const NodeId root = graph.soleReader(last, "Sqrt"); root != noNode) {
        inside.push_back(last);
        last = root;
        op = "StandardDeviation";
    }
    return graph.fuse(last, inside, op, {below->x});
}

}  // namespace reforward
