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

bool isProduct(Work work) {
    return work == Work::convolution || work == Work::transposedConvolution || work == Work::product ||
           work == Work::recurrent;
}

// What is made for the backward beyond the outputs that the node names.
double extraBytes(const OperatorUse& use, const OperatorRow& row) {
    double bytes = 0;
    for (const ExtraValue& extra : row.extras) {
        if (extra.when && !extra.when(use)) continue;
        if (extra.declared > 0 && use.node.output(extra.declared) != noTensor) continue;
        const TensorType* first = use.model.type(use.node.output(0));
        const ElementType element =
            extra.element == ElementType::undefined && first ? first->element : extra.element;
        const auto shape = extra.shape(use);
        if (shape) bytes += count(&*shape) * elementBits(element) / 8;
    }
    return bytes;
}

bool hasBackward(const OperatorUse& use) {
    return std::any_of(use.needsGradient.begin(), use.needsGradient.end(), [](bool needs) { return needs; });
}

double forwardTraffic(const OperatorUse& use, const OperatorRow* row, double flops) {
    double written = 0, read = 0;
    for (const TensorId t : use.node.outputs)
        written += bytesOf(use.model, t);
    for (const TensorId t : use.node.inputs) {
        // What only picks elements (Gather in a table of words) reads no more than it writes.
        const double bytes = bytesOf(use.model, t);
        read += flops > 0 ? bytes : std::min(bytes, written);
    }
    return read + written + (row && hasBackward(use) ? extraBytes(use, *row) : 0);
}

double backwardTraffic(const OperatorUse& use, const OperatorRow& row) {
    double bytes = extraBytes(use, row);
    for (const TensorId t : use.node.outputs) {
        const TensorType* type = use.model.type(t);
        if (type && isFloat(type->element)) bytes += bytesOf(use.model, t);
    }
    for (const Saved& saved : row.saves) {
        if (saved.when && !saved.when(use)) continue;
        const bool input = saved.what == Saved::What::input;
        bytes += bytesOf(use.model, input ? use.node.input(saved.slot) : use.node.output(saved.slot));
    }
    for (std::size_t slot = 0; slot < use.node.inputs.size(); ++slot) {
        if (use.gradient(slot)) bytes += bytesOf(use.model, use.node.inputs[slot]);
    }
    return bytes;
}

}  // namespace

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

CostModel::CostModel(std::string_view name, Precision precision) : tf32_(precision == Precision::tf32) {
    if (name.empty() || name == "paper") return;
    constexpr std::string_view flops = "flops";
    if (name == flops) {
        device_ = &devices().front();
    } else if (name.starts_with("flops:")) {
        device_ = findDevice(name.substr(flops.size() + 1));
    }
    if (device_) return;
    throw Error(ErrorKind::usage,
                Error::Context{{},
                               {},
                               "there is no cost model \"" + std::string(name) + "\" for a model file",
                               "use paper, flops, flops:DEVICE with one of " + deviceNames() +
                                   ", or a file of measured costs"});
}

double CostModel::rate(const OperatorUse& use) const {
    const OperatorRow* row = findOperator(use.node);
    const TensorType* type = use.model.type(use.node.output(0));
    if (!row || !type || !isProduct(row->work)) return device_->float32;
    switch (type->element) {
        case ElementType::float16:
            return device_->float16;
        case ElementType::bfloat16:
            return device_->bfloat16;
        default:
            return tf32_ ? device_->tf32 : device_->float32;
    }
}

double CostModel::seconds(double flops, double rate, double bytes) const {
    return std::max(flops / rate, bytes / device_->bytesPerSecond);
}

OperatorTime CostModel::time(const OperatorUse& use) const {
    if (!device_) {
        // ConvTranspose counts 1, as in the published graphs.
        const std::string_view op = use.node.op;
        const bool convolution = op == "Conv" || op.starts_with("Convolution");
        return convolution ? OperatorTime{10, 20} : OperatorTime{1, 2};
    }
    constexpr double micro = 1e6;
    const OperatorRow* row = findOperator(use.node);
    const double flops = forwardFlops(use);
    const double forward = micro * seconds(flops, rate(use), forwardTraffic(use, row, flops));
    if (!row || isProduct(row->work)) return {forward, 2 * forward};
    return {forward,
            micro * seconds(row->backwardFactor * flops, device_->float32, backwardTraffic(use, *row))};
}

}  // namespace reforward
