// SPDX-License-Identifier: Apache-2.0
// Shapes of operators that move a window over their input. A window of k elements with dilation d spans
// d (k - 1) + 1 of them; with pads a and b and stride s it has floor((n + a + b - span) / s) + 1 places.
#include <algorithm>
#include <array>

#include "core/training/shape_rule_tools.h"
#include "core/training/shape_rules.h"

namespace reforward {

using namespace rules;

namespace {

constexpr std::int64_t limit = INT32_MAX;

// The settings of a window over `rank` spatial dimensions, each a list of that length.
struct Window {
    std::vector<std::int64_t> kernel, strides, dilations, pads;

    std::int64_t span(std::size_t d) const { return dilations[d] * (kernel[d] - 1) + 1; }
};

std::vector<std::int64_t> listOf(const ModelNode& node, const char* name, std::size_t length,
                                 std::int64_t fallback) {
    auto list = node.integers(name);
    if (!list) return std::vector<std::int64_t>(length, fallback);
    if (list->size() != length) {
        refuse(node, node.op + " has " + std::to_string(list->size()) + " " + name + " for " +
                         std::to_string(length));
    }
    return *list;
}

Window windowOf(const ModelNode& node, std::vector<std::int64_t> kernel) {
    const std::size_t rank = kernel.size();
    return {std::move(kernel), listOf(node, "strides", rank, 1), listOf(node, "dilations", rank, 1),
            listOf(node, "pads", 2 * rank, 0)};
}

// The number of places of a window along one dimension. With `ceil` a last place may reach over the end, but
// it must begin inside the input or its front padding.
std::int64_t places(const ModelNode& node, const Window& window, std::size_t d, std::int64_t length,
                    bool ceil) {
    const std::int64_t stride = window.strides[d], span = window.span(d);
    const std::string same = node.text("auto_pad", "NOTSET");
    if (same == "SAME_UPPER" || same == "SAME_LOWER") return length / stride + (length % stride != 0 ? 1 : 0);
    const std::size_t rank = window.kernel.size();
    const std::int64_t before = same == "VALID" ? 0 : window.pads[d];
    const std::int64_t after = same == "VALID" ? 0 : window.pads[d + rank];
    std::int64_t room = 0;
    if (__builtin_add_overflow(length, before + after - span, &room)) refuse(node, "its input is too large");
    if (room < 0) {
        refuse(node, node.op + " has a window of " + std::to_string(span) + " on a padded input of " +
                         std::to_string(room + span));
    }
    std::int64_t count = room / stride + 1;
    if (ceil && room % stride != 0 && count * stride < length + before) ++count;
    return count;
}

}  // namespace

namespace rules {

Types pooled(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const auto kernel = node.integers("kernel_shape");
    if (!in || !kernel || in->dimensions->size() != kernel->size() + 2) return std::nullopt;
    const Window window = windowOf(node, *kernel);
    Dimensions out = *in->dimensions;
    for (std::size_t d = 0; d < kernel->size(); ++d) {
        std::int64_t& length = out[d + 2];
        length = places(node, window, d, length, node.integer("ceil_mode", 0) != 0);
    }
    if (node.op != "MaxPool") return one(in->element, std::move(out));
    return std::vector<TensorType>{{in->element, out}, {ElementType::int64, out}};
}

Types deformConv(const ModelNode& node, const Model& model) {
    const TensorType *in = shaped(node, model, 0), *weights = shaped(node, model, 1);
    if (!in || !weights) return std::nullopt;
    const std::size_t rank = in->dimensions->size();
    if (rank < 3 || weights->dimensions->size() != rank)
        refuse(node, "DeformConv of an input " + toText(*in) + " with weights " + toText(*weights));
    const Window window = windowOf(
        node, node.integers("kernel_shape")
                  .value_or(Dimensions(weights->dimensions->begin() + 2, weights->dimensions->end())));
    if (window.kernel.size() != rank - 2)
        refuse(node, "DeformConv has a kernel of another rank than its input");
    Dimensions out = *in->dimensions;
    out[1] = (*weights->dimensions)[0];
    for (std::size_t d = 0; d < rank - 2; ++d)
        out[d + 2] = places(node, window, d, out[d + 2], false);
    return one(in->element, std::move(out));
}

// [samples, channels x block, places] to [samples, channels, image...].
Types columnsToImage(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const ConstantData *image = model.data(node.input(1)), *block = model.data(node.input(2));
    if (!in || in->dimensions->size() != 3 || !image || !block) return std::nullopt;
    std::int64_t size = 1;
    for (const std::int64_t d : block->integers())
        size = product(node, size, d);
    if (size < 1 || (*in->dimensions)[1] % size != 0)
        refuse(node, "Col2Im has channels that its block does not divide");
    Dimensions dimensions{(*in->dimensions)[0], (*in->dimensions)[1] / size};
    for (const std::int64_t d : image->integers())
        dimensions.push_back(d);
    return one(in->element, std::move(dimensions));
}

}  // namespace rules

void checkWindow(const ModelNode& node, const Model& model) {
    constexpr std::array<std::string_view, 9> windowed{"Conv",        "ConvTranspose", "ConvInteger",
                                                       "QLinearConv", "AveragePool",   "MaxPool",
                                                       "LpPool",      "MaxUnpool",     "DeformConv"};
    if (!node.standard() || std::find(windowed.begin(), windowed.end(), node.op) == windowed.end()) return;
    for (const char* name : {"strides", "dilations", "kernel_shape"}) {
        for (const std::int64_t x : node.integers(name).value_or(Dimensions{})) {
            if (x < 1 || x > limit) refuse(node, node.op + " has " + name + " " + std::to_string(x));
        }
    }
    for (const char* name : {"pads", "output_padding"}) {
        for (const std::int64_t x : node.integers(name).value_or(Dimensions{})) {
            if (x < -limit || x > limit) refuse(node, node.op + " has " + name + " " + std::to_string(x));
        }
    }
    if (node.integer("group", 1) < 1)
        refuse(node, node.op + " has group " + std::to_string(node.integer("group", 1)));
    const Dimensions* in = model.dimensions(node.input(0));
    const Dimensions* filter = node.op.starts_with("Conv") ? model.dimensions(node.input(1)) : nullptr;
    if (filter && in && (filter->size() != in->size() || in->size() < 3))
        refuse(node, node.op + " of an input " + toText(*in) + " with weights " + toText(*filter));
    if (in && in->size() < 2) refuse(node, node.op + " of an input " + toText(*in));
    for (const std::int64_t d : in ? *in : Dimensions{}) {
        if (d > INT64_MAX / 4) refuse(node, "its input " + toText(*in) + " is too large");
    }
    if (!in || node.op == "ConvTranspose" || node.op == "MaxUnpool" || node.op == "DeformConv") return;

    auto kernel = node.integers("kernel_shape");
    if (!kernel && filter) kernel = Dimensions(filter->begin() + 2, filter->end());
    if (!kernel || in->size() != kernel->size() + 2) return;
    for (const std::int64_t k : *kernel) {
        if (k < 1 || k > limit) refuse(node, node.op + " has a kernel of " + std::to_string(k));
    }
    const Window window = windowOf(node, *kernel);
    for (std::size_t d = 0; d < kernel->size(); ++d)
        places(node, window, d, (*in)[d + 2], false);
}

}  // namespace reforward
