// SPDX-License-Identifier: Apache-2.0
#include "core/training/costs.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/training/operator_shapes.h"
#include "core/training/shape_rule_tools.h"

namespace reforward {

namespace {

// In doubles throughout: a product of hostile dimensions must not overflow.
double count(const Dimensions* dimensions) {
    double product = dimensions ? 1 : 0;
    for (std::size_t d = 0; dimensions && d < dimensions->size(); ++d)
        product *= static_cast<double>((*dimensions)[d]);
    return product;
}

double bytesOf(const Model& model, TensorId tensor) {
    const TensorType* type = model.type(tensor);
    if (!type || !type->dimensions) return 0;
    return count(&*type->dimensions) * elementBits(type->element) / 8;
}

double at(const Dimensions& dimensions, std::size_t fromEnd) {
    return fromEnd <= dimensions.size() ? static_cast<double>(dimensions[dimensions.size() - fromEnd]) : 1;
}

// Weights [outputs, inputs / groups, kernel...] (transposed: [inputs, outputs / groups, kernel...]): each
// element of the output (of the input) meets the weights behind dimension 0.
double convolutionFlops(const Dimensions* positions, const Dimensions* weights) {
    if (!weights || weights->empty() || (*weights)[0] == 0) return 0;
    return 2 * count(positions) * count(weights) / static_cast<double>((*weights)[0]);
}

double productFlops(const OperatorUse& use, const Dimensions* out) {
    if (use.node.op == "Einsum") return rules::einsumFlops(use.node, use.model);
    const Dimensions* a = use.model.dimensions(use.node.input(0));
    if (!a || a->empty()) return 0;
    const bool transposed = use.node.op == "Gemm" && use.node.integer("transA", 0) != 0;
    return 2 * count(out) * at(*a, transposed ? 2 : 1);
}

// Queries with keys, probabilities with values.
double attentionFlops(const OperatorUse& use, const Dimensions* out) {
    const auto scores = shapes::scores(use);
    const Dimensions* q = use.model.dimensions(use.node.input(0));
    if (!scores || !q || q->empty() || (*q)[0] == 0) return 0;
    const double rows = count(&*scores) / std::max(1.0, at(*scores, 1));  // samples, heads, query length
    const double widths = rows > 0 ? (count(q) + count(out)) / rows : 0;
    return 2 * count(&*scores) * widths;
}

// Input and hidden products of all steps: weights [directions, gates x hidden, width].
double recurrentFlops(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    if (!in || in->size() != 3) return 0;
    const double stepsAndBatch = static_cast<double>((*in)[0]) * static_cast<double>((*in)[1]);
    return 2 * stepsAndBatch *
           (count(use.model.dimensions(use.node.input(1))) + count(use.model.dimensions(use.node.input(2))));
}

}  // namespace

const std::vector<Device>& devices() {
    static const std::vector<Device> all{
        {"a100", 19.5e12, 1555e9},   {"h100", 66.9e12, 3350e9},    {"h200", 66.9e12, 4800e9},
        {"v100", 15.7e12, 900e9},    {"t4", 8.1e12, 320e9},        {"k40", 4.29e12, 288e9},
        {"rtx3090", 35.6e12, 936e9}, {"rtx4090", 82.6e12, 1008e9},
    };
    return all;
}

double forwardFlops(const OperatorUse& use) {
    const OperatorRow* row = findOperator(use.node);
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    const Dimensions* out = use.model.dimensions(use.node.output(0));
    if (!row) return 0;
    switch (row->work) {
        case Work::perOutput:
            return row->flops * count(out);
        case Work::perInput:
            return row->flops * count(in);
        case Work::convolution:
            return convolutionFlops(out, use.model.dimensions(use.node.input(1)));
        case Work::transposedConvolution:
            return convolutionFlops(in, use.model.dimensions(use.node.input(1)));
        case Work::product:
            return productFlops(use, out);
        case Work::attention:
            return attentionFlops(use, out);
        case Work::recurrent:
            return recurrentFlops(use);
    }
    return 0;
}

CostModel::CostModel(std::string_view name) {
    if (name.empty() || name == "paper") return;
    constexpr std::string_view flops = "flops";
    const std::string_view wanted = name == flops                   ? devices().front().name
                                    : name.substr(0, 6) == "flops:" ? name.substr(6)
                                                                    : std::string_view();
    std::string known;
    for (const Device& device : devices()) {
        if (device.name == wanted) device_ = &device;
        known += (known.empty() ? "" : ", ") + std::string(device.name);
    }
    if (!device_) {
        throw Error(ErrorKind::usage,
                    Error::Context{{},
                                   {},
                                   "there is no cost model \"" + std::string(name) + "\" for a model file",
                                   "use paper, flops or flops:DEVICE with one of " + known});
    }
}

OperatorTime CostModel::time(const OperatorUse& use) const {
    if (!device_) {
        // ConvTranspose counts 1, as in the published graphs.
        const std::string_view op = use.node.op;
        const bool convolution = op == "Conv" || op.substr(0, 11) == "Convolution";
        return convolution ? OperatorTime{10, 20} : OperatorTime{1, 2};
    }
    double written = 0, read = 0;
    for (const TensorId t : use.node.outputs)
        written += bytesOf(use.model, t);
    const double flops = forwardFlops(use);
    for (const TensorId t : use.node.inputs) {
        // What only picks elements (Gather in a table of words) reads no more than it writes.
        const double bytes = bytesOf(use.model, t);
        read += flops > 0 ? bytes : std::min(bytes, written);
    }
    const double seconds =
        std::max(flops / device_->flopsPerSecond, (read + written) / device_->bytesPerSecond);
    const OperatorRow* row = findOperator(use.node);
    return {seconds * 1e6, seconds * 1e6 * (row ? row->backwardFactor : 2)};
}

}  // namespace reforward
