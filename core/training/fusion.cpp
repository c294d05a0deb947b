// SPDX-License-Identifier: Apache-2.0
#include "core/training/fusion.h"

#include <algorithm>
#include <cmath>

namespace reforward {

namespace {

using NodeId = std::uint32_t;
constexpr NodeId noNode = UINT32_MAX;

class Fuser {
  public:
    explicit Fuser(Model& model)
        : model_(model),
          producer_(model.tensors.size(), noNode),
          readers_(model.tensors.size()),
          isOutput_(model.tensors.size()) {
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

    std::vector<Fusion> run() {
        for (NodeId n = 0; n < model_.nodes.size(); ++n) {
            const std::string& op = model_.nodes[n].op;
            if (!model_.nodes[n].standard()) continue;
            if (op == "Div") layerNorm(n) || hardSwishByClip(n);
            if (op == "Mul") gelu(n) || silu(n) || hardSwish(n) || mish(n) || hardSwishByClip(n);
            if (op == "AveragePool") padIntoPool(n);
        }
        return std::move(fusions_);
    }

  private:
    // The node that makes a tensor, if it is of that operator.
    NodeId made(TensorId tensor, std::string_view op) const {
        if (tensor == noTensor || producer_[tensor] == noNode) return noNode;
        const ModelNode& node = model_.nodes[producer_[tensor]];
        return node.standard() && node.op == op ? producer_[tensor] : noNode;
    }
    const ModelNode& at(NodeId n) const { return model_.nodes[n]; }

    bool isNumber(TensorId tensor, double wanted) const {
        const ConstantData* data = model_.data(tensor);
        return data && data->size() == 1 && std::abs(data->real(0) - wanted) <= 1e-3 * std::abs(wanted);
    }
    // Of a node with two inputs where one is that number: the other.
    TensorId besides(NodeId n, double number) const {
        if (n == noNode || at(n).inputs.size() != 2) return noTensor;
        if (isNumber(at(n).inputs[1], number)) return at(n).inputs[0];
        if (isNumber(at(n).inputs[0], number)) return at(n).inputs[1];
        return noTensor;
    }
    TensorId besides(NodeId n, TensorId tensor) const {
        if (n == noNode || at(n).inputs.size() != 2) return noTensor;
        if (at(n).inputs[0] == tensor) return at(n).inputs[1];
        if (at(n).inputs[1] == tensor) return at(n).inputs[0];
        return noTensor;
    }

    // A product of several factors, however the multiplications nest: its factors, and its nodes (which
    // join `inside`) besides the outermost.
    std::vector<TensorId> factors(NodeId product, std::vector<NodeId>& inside) const {
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
    bool takeNumber(std::vector<TensorId>& list, double number) const {
        const auto at =
            std::find_if(list.begin(), list.end(), [&](TensorId t) { return isNumber(t, number); });
        if (at == list.end()) return false;
        list.erase(at);
        return true;
    }
    static bool take(std::vector<TensorId>& list, TensorId tensor) {
        const auto at = std::find(list.begin(), list.end(), tensor);
        if (at == list.end()) return false;
        list.erase(at);
        return true;
    }

    // Turns `last` into `op` with these inputs if nothing outside reads what is inside.
    bool fuse(NodeId last, std::vector<NodeId> inside, std::string_view op, std::vector<TensorId> inputs,
              std::vector<std::pair<std::string, AttributeValue>> attributes) {
        std::sort(inside.begin(), inside.end());
        inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
        for (const NodeId n : inside) {
            for (const TensorId t : at(n).outputs) {
                if (t == noTensor) continue;
                if (isOutput_[t]) return false;
                for (const NodeId reader : readers_[t]) {
                    if (reader != last && !std::binary_search(inside.begin(), inside.end(), reader))
                        return false;
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
        for (const TensorId t : node.inputs)
            readers_[t].push_back(last);
        fusions_.push_back({last, std::move(inside)});
        return true;
    }
    void removeReads(NodeId n) {
        for (const TensorId t : model_.nodes[n].inputs) {
            if (t != noTensor) std::erase(readers_[t], n);
        }
        model_.nodes[n].inputs.clear();
    }

    // x * 0.5 * (1 + erf(x / sqrt 2)), or (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).
    bool gelu(NodeId last) {
        std::vector<NodeId> inside;
        auto list = factors(last, inside);
        if (list.size() != 3 || !takeNumber(list, 0.5)) return false;
        for (std::size_t i = 0; i < 2; ++i) {
            const TensorId x = list[1 - i];
            const NodeId sum = made(list[i], "Add");
            const TensorId curve = besides(sum, 1.0);
            if (curve == noTensor) continue;
            auto all = inside;
            all.push_back(sum);
            if (const NodeId erf = made(curve, "Erf"); erf != noNode) {
                all.push_back(erf);
                if (byRootOfTwo(at(erf).input(0), x, all)) return fuse(last, all, "Gelu", {x}, {});
            } else if (const NodeId tanh = made(curve, "Tanh"); tanh != noNode) {
                all.push_back(tanh);
                if (cubic(at(tanh).input(0), x, all)) {
                    return fuse(last, all, "Gelu", {x}, {{"approximate", std::string("tanh")}});
                }
            }
        }
        return false;
    }
    bool byRootOfTwo(TensorId u, TensorId x, std::vector<NodeId>& inside) const {
        const NodeId div = made(u, "Div"), mul = made(u, "Mul");
        inside.push_back(div != noNode ? div : mul);
        if (div != noNode) return at(div).input(0) == x && isNumber(at(div).input(1), std::sqrt(2.0));
        return mul != noNode && besides(mul, std::sqrt(0.5)) == x;
    }
    bool cubic(TensorId u, TensorId x, std::vector<NodeId>& inside) const {
        const NodeId product = made(u, "Mul");
        if (product == noNode) return false;
        inside.push_back(product);
        auto list = factors(product, inside);
        if (!takeNumber(list, 0.7978845608)) return false;
        const bool outside = list.size() == 2 && take(list, x);  // x * (1 + 0.044715 * x^2)
        if (list.size() != 1) return false;
        const NodeId sum = made(list[0], "Add");
        const TensorId power = outside ? besides(sum, 1.0) : besides(sum, x);
        const NodeId scaled = made(power, "Mul");
        if (scaled == noNode) return false;
        inside.push_back(sum);
        inside.push_back(scaled);
        auto parts = factors(scaled, inside);
        if (!takeNumber(parts, 0.044715)) return false;
        std::size_t exponent = 0;
        while (take(parts, x))
            ++exponent;
        if (parts.size() == 1) {
            const NodeId pow = made(parts[0], "Pow");
            if (pow == noNode || at(pow).input(0) != x) return false;
            inside.push_back(pow);
            const ConstantData* data = model_.data(at(pow).input(1));
            if (!data || data->size() != 1) return false;
            exponent += static_cast<std::size_t>(data->integer(0));
            parts.clear();
        }
        return parts.empty() && exponent == (outside ? 2U : 3U);
    }

    bool silu(NodeId last) {
        for (const std::size_t i : {0U, 1U}) {
            const TensorId x = at(last).input(1 - i);
            const NodeId sigmoid = made(at(last).input(i), "Sigmoid");
            if (sigmoid != noNode && at(sigmoid).input(0) == x) return fuse(last, {sigmoid}, "Silu", {x}, {});
        }
        return false;
    }
    bool mish(NodeId last) {
        for (const std::size_t i : {0U, 1U}) {
            const TensorId x = at(last).input(1 - i);
            const NodeId tanh = made(at(last).input(i), "Tanh");
            const NodeId softplus = tanh == noNode ? noNode : made(at(tanh).input(0), "Softplus");
            if (softplus != noNode && at(softplus).input(0) == x) {
                return fuse(last, {tanh, softplus}, "Mish", {x}, {});
            }
        }
        return false;
    }
    bool hardSwish(NodeId last) {
        for (const std::size_t i : {0U, 1U}) {
            const TensorId x = at(last).input(1 - i);
            const NodeId gate = made(at(last).input(i), "HardSigmoid");
            if (gate == noNode || at(gate).input(0) != x) continue;
            if (std::abs(at(gate).real("alpha", 0.2) - 1.0 / 6) > 1e-3) continue;
            return fuse(last, {gate}, "HardSwish", {x}, {});
        }
        return false;
    }
    // x * clip(x + 3, 0, 6) / 6, the division last or around the clip, or a product with 1 / 6.
    bool hardSwishByClip(NodeId last) {
        std::vector<NodeId> inside;
        std::vector<TensorId> list;
        if (at(last).op == "Mul") {
            list = factors(last, inside);
            if (list.size() == 3 && !takeNumber(list, 1.0 / 6)) return false;
            for (TensorId& t : list) {
                const NodeId div = made(t, "Div");
                if (list.size() == 2 && div != noNode && isNumber(at(div).input(1), 6)) {
                    inside.push_back(div);
                    t = at(div).input(0);
                    break;
                }
            }
            if (inside.empty()) return false;
        } else {
            const NodeId product = made(at(last).input(0), "Mul");
            if (product == noNode || !isNumber(at(last).input(1), 6)) return false;
            inside.push_back(product);
            list = at(product).inputs;
        }
        if (list.size() != 2) return false;
        for (const std::size_t i : {0U, 1U}) {
            const TensorId x = list[1 - i];
            const NodeId clip = made(list[i], "Clip");
            if (clip == noNode) continue;
            const NodeId sum = made(at(clip).input(0), "Add");
            if (besides(sum, 3.0) != x) continue;
            inside.push_back(clip);
            inside.push_back(sum);
            return fuse(last, inside, "HardSwish", {x}, {});
        }
        return false;
    }

    // (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps), then by a weight and with a bias where there are
    // any.
    bool layerNorm(NodeId div) {
        const NodeId root = made(at(div).input(1), "Sqrt");
        const NodeId stabilized = root == noNode ? noNode : made(at(root).input(0), "Add");
        const NodeId centered = made(at(div).input(0), "Sub");
        if (stabilized == noNode || centered == noNode) return false;
        const TensorId x = at(centered).input(0);
        const NodeId mean = made(at(centered).input(1), "ReduceMean");
        if (mean == noNode || at(mean).input(0) != x) return false;
        std::vector<NodeId> inside{div, root, stabilized, centered, mean};
        NodeId variance = noNode;
        for (const TensorId t : at(stabilized).inputs) {
            if (made(t, "ReduceMean") != noNode) variance = made(t, "ReduceMean");
        }
        if (variance == noNode) return false;
        const NodeId pow = made(at(variance).input(0), "Pow"), square = made(at(variance).input(0), "Mul");
        const NodeId power = pow != noNode ? pow : square;
        if (power == noNode || (pow != noNode && !isNumber(at(pow).input(1), 2))) return false;
        if (square != noNode && at(square).input(0) != at(square).input(1)) return false;
        // Some exporters subtract the mean twice.
        const NodeId other = made(at(power).input(0), "Sub");
        if (other == noNode || at(other).inputs.size() != 2 || at(other).input(0) != x) return false;
        const NodeId otherMean = made(at(other).input(1), "ReduceMean");
        if (otherMean == noNode || at(otherMean).input(0) != x) return false;
        inside.insert(inside.end(), {variance, power, other, otherMean});
        const auto axis = normalizedAxis(mean, x);
        if (!axis || normalizedAxis(variance, x) != axis || normalizedAxis(otherMean, x) != axis)
            return false;

        std::vector<TensorId> inputs{x};
        NodeId last = div;
        if (const NodeId scale = soleReader(last, "Mul"); scale != noNode) {
            const TensorId weight = besides(scale, at(last).output(0));
            if (isParameter(weight)) {
                inputs.push_back(weight);
                last = scale;
                if (const NodeId shift = soleReader(last, "Add"); shift != noNode) {
                    const TensorId bias = besides(shift, at(last).output(0));
                    if (isParameter(bias)) {
                        inside.push_back(scale);
                        inputs.push_back(bias);
                        last = shift;
                    }
                }
            }
        }
        std::erase(inside, last);
        return fuse(last, inside, "LayerNormalization", inputs, {{"axis", *axis}});
    }
    NodeId soleReader(NodeId n, std::string_view op) const {
        const TensorId out = at(n).output(0);
        if (out == noTensor || isOutput_[out] || readers_[out].size() != 1) return noNode;
        const NodeId reader = readers_[out][0];
        return at(reader).op == op && at(reader).standard() ? reader : noNode;
    }
    bool isParameter(TensorId tensor) const {
        return tensor != noTensor && model_.tensors[tensor].kind == ModelTensor::Kind::initializer;
    }
    // The first of the trailing axes that a mean runs over; nothing where they are not the trailing ones.
    std::optional<std::int64_t> normalizedAxis(NodeId mean, TensorId x) const {
        const Dimensions* shape = model_.dimensions(x);
        const ConstantData* data = model_.data(at(mean).input(1));
        auto axes = data ? std::optional(data->integers()) : at(mean).integers("axes");
        if (!shape || !axes || axes->empty() || at(mean).integer("keepdims", 1) == 0) return std::nullopt;
        const auto rank = static_cast<std::int64_t>(shape->size());
        for (std::int64_t& a : *axes)
            a += a < 0 ? rank : 0;
        std::sort(axes->begin(), axes->end());
        for (std::size_t i = 0; i < axes->size(); ++i) {
            if ((*axes)[i] != rank - static_cast<std::int64_t>(axes->size() - i)) return std::nullopt;
        }
        return axes->front();
    }

    // Frameworks pad inside the pooling and keep the input without its border.
    bool padIntoPool(NodeId pool) {
        const NodeId pad = made(at(pool).input(0), "Pad");
        if (pad == noNode || at(pad).text("mode", "constant") != "constant") return false;
        const TensorId x = at(pad).input(0);
        if (x == noTensor) return false;
        return fuse(pool, {pad}, "AveragePool", {x}, at(pool).attributes);
    }

    Model& model_;
    std::vector<NodeId> producer_;
    std::vector<std::vector<NodeId>> readers_;
    std::vector<bool> isOutput_;
    std::vector<Fusion> fusions_;
};

}  // namespace

std::vector<Fusion> fusePatterns(Model& model) {
    return Fuser(model).run();
}

}  // namespace reforward
