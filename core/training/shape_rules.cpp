// SPDX-License-Identifier: Apache-2.0
#include "core/training/shape_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "core/base/error.h"
#include "core/training/constant_folding.h"

namespace reforward {

namespace {

using Types = std::optional<std::vector<TensorType>>;

[[noreturn]] void refuse(const ModelNode& node, const std::string& reason) {
    throwInput(shownName(node), reason);
}

std::size_t axisOf(const ModelNode& node, std::int64_t axis, std::size_t rank) {
    const auto r = static_cast<std::int64_t>(rank);
    if (axis < -r || axis >= r) {
        refuse(node, node.op + " has axis " + std::to_string(axis) + " for an input of rank " +
                         std::to_string(rank));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + r : axis);
}

// A list given as an input or as an attribute; nothing where it is absent, `known` false where it cannot be
// known.
std::optional<std::vector<std::int64_t>> setting(const ModelNode& node, const Model& model, std::size_t slot,
                                                 const char* attribute, bool& known) {
    if (node.input(slot) == noTensor) return node.integers(attribute);
    const ConstantData* data = model.data(node.input(slot));
    if (!data) known = false;
    return data ? std::optional(data->integers()) : std::nullopt;
}

Types like(const ModelNode& node, const Model& model) {
    const TensorType* type = model.type(node.input(0));
    if (!type) return std::nullopt;
    return std::vector<TensorType>{*type};
}

Types reduced(const ModelNode& node, const Model& model) {
    const TensorType* in = model.type(node.input(0));
    if (!in || !in->dimensions) return std::nullopt;
    bool known = true;
    const auto axes = setting(node, model, 1, "axes", known);
    if (!known) return std::nullopt;
    const std::size_t rank = in->dimensions->size();
    if ((!axes || axes->empty()) && node.integer("noop_with_empty_axes", 0) != 0) return like(node, model);
    std::vector<bool> gone(rank, !axes || axes->empty());
    for (const std::int64_t axis : axes.value_or(Dimensions{}))
        gone[axisOf(node, axis, rank)] = true;
    const bool keep = node.integer("keepdims", 1) != 0;
    TensorType out{in->element, Dimensions{}};
    for (std::size_t d = 0; d < rank; ++d) {
        if (!gone[d]) out.dimensions->push_back((*in->dimensions)[d]);
        if (gone[d] && keep) out.dimensions->push_back(1);
    }
    return std::vector<TensorType>{out};
}

Types split(const ModelNode& node, const Model& model) {
    const TensorType* in = model.type(node.input(0));
    if (!in || !in->dimensions) return std::nullopt;
    const std::size_t axis = axisOf(node, node.integer("axis", 0), in->dimensions->size());
    const std::int64_t length = (*in->dimensions)[axis];
    bool known = true;
    auto sizes = setting(node, model, 1, "split", known);
    if (!known) return std::nullopt;
    const auto parts = static_cast<std::int64_t>(node.outputs.size());
    if (!sizes) {
        // All of one size, the last one smaller where it does not come out evenly.
        const std::int64_t each = length / parts + (length % parts != 0 ? 1 : 0);
        sizes.emplace();
        for (std::int64_t i = 0; i < parts; ++i)
            sizes->push_back(std::clamp<std::int64_t>(length - i * each, 0, each));
    }
    std::int64_t sum = 0;
    for (const std::int64_t size : *sizes) {
        if (size < 0 || size > length - sum) refuse(node, "Split into parts that do not add up to its input");
        sum += size;
    }
    if (sum != length || sizes->size() != node.outputs.size()) {
        refuse(node, "Split into parts that do not add up to its input");
    }
    std::vector<TensorType> out(node.outputs.size(), *in);
    for (std::size_t i = 0; i < out.size(); ++i)
        (*out[i].dimensions)[axis] = (*sizes)[i];
    return out;
}

Types padded(const ModelNode& node, const Model& model) {
    const TensorType* in = model.type(node.input(0));
    bool known = true;
    const auto pads = setting(node, model, 1, "pads", known);
    const auto axes = setting(node, model, 3, "axes", known);
    if (!in || !in->dimensions || !pads || !known) return std::nullopt;
    const std::size_t count = axes ? axes->size() : in->dimensions->size();
    if (pads->size() != 2 * count) refuse(node, "Pad has " + std::to_string(pads->size()) + " pads");
    TensorType out = *in;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t& d = (*out.dimensions)[axes ? axisOf(node, (*axes)[i], in->dimensions->size()) : i];
        if (__builtin_add_overflow(d, (*pads)[i], &d) || __builtin_add_overflow(d, (*pads)[i + count], &d) ||
            d < 0) {
            refuse(node, "Pad leaves a negative dimension");
        }
    }
    return std::vector<TensorType>{out};
}

Types resized(const ModelNode& node, const Model& model) {
    const TensorType* in = model.type(node.input(0));
    if (node.version < 11 || !in || !in->dimensions) return std::nullopt;
    const ConstantData* sizes = model.data(node.input(3));
    const ConstantData* scales = model.data(node.input(2));
    const auto axes = node.integers("axes");
    const std::size_t rank = in->dimensions->size(), count = axes ? axes->size() : rank;
    const bool bySizes = sizes && sizes->size() == count;
    if (!bySizes && !(scales && scales->size() == count)) return std::nullopt;
    if (node.text("keep_aspect_ratio_policy", "stretch") != "stretch") return std::nullopt;
    TensorType out = *in;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t& d = (*out.dimensions)[axes ? axisOf(node, (*axes)[i], rank) : i];
        const double size = bySizes ? sizes->real(i) : std::floor(static_cast<double>(d) * scales->real(i));
        if (!(size >= 0 && size < 1e15)) refuse(node, "Resize to a size that is none");
        d = static_cast<std::int64_t>(size);
    }
    return std::vector<TensorType>{out};
}

Types bitwise(const ModelNode& node, const Model& model) {
    const TensorType *a = model.type(node.input(0)), *b = model.type(node.input(1));
    if (!a || !b || !a->dimensions || !b->dimensions) return std::nullopt;
    auto dimensions = broadcast(*a->dimensions, *b->dimensions);
    if (!dimensions) refuse(node, "its inputs " + toText(*a) + " and " + toText(*b) + " do not fit");
    return std::vector<TensorType>{{a->element, std::move(dimensions)}};
}

// Scaled dot-product attention with 4-dimensional inputs [batch, heads, length, width].
Types attention(const ModelNode& node, const Model& model) {
    const TensorType* q = model.type(node.input(0));
    const Dimensions* v = model.dimensions(node.input(2));
    if (!q || !q->dimensions || !v || q->dimensions->size() != v->size() || v->size() < 3)
        return std::nullopt;
    TensorType out = *q;
    if (v->size() == 4) {
        out.dimensions->back() = v->back();
    } else {
        const std::int64_t heads = node.integer("q_num_heads", 1),
                           kvHeads = node.integer("kv_num_heads", heads);
        if (heads < 1 || kvHeads < 1) refuse(node, "Attention has fewer than one head");
        if (__builtin_mul_overflow(v->back() / kvHeads, heads, &out.dimensions->back())) return std::nullopt;
    }
    if (node.outputs.size() > 1) return std::nullopt;
    return std::vector<TensorType>{out};
}

using Rule = Types (*)(const ModelNode&, const Model&);

const std::unordered_map<std::string_view, Rule>& rules() {
    static const std::unordered_map<std::string_view, Rule> all = [] {
        std::unordered_map<std::string_view, Rule> map{
            {"Split", split},         {"Pad", padded},         {"Resize", resized},
            {"Attention", attention}, {"BitwiseAnd", bitwise}, {"BitwiseOr", bitwise},
            {"BitwiseXor", bitwise},
        };
        for (const std::string_view op :
             {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
              "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"}) {
            map.emplace(op, reduced);
        }
        for (const std::string_view op : {"Gelu", "Swish", "Mish", "GroupNormalization", "RMSNormalization",
                                          "BitwiseNot", "RotaryEmbedding", "CumProd"}) {
            map.emplace(op, like);
        }
        return map;
    }();
    return all;
}

}  // namespace

std::optional<std::vector<TensorType>> inferTypes(const ModelNode& node, const Model& model) {
    if (!node.standard() || node.subgraphs || node.outputs.empty()) return std::nullopt;
    const auto rule = rules().find(node.op);
    return rule == rules().end() ? std::nullopt : rule->second(node, model);
}

void checkWindow(const ModelNode& node, const Model& model) {
    constexpr std::array<std::string_view, 8> windowed{"Conv",        "ConvTranspose", "ConvInteger",
                                                       "QLinearConv", "AveragePool",   "MaxPool",
                                                       "LpPool",      "MaxUnpool"};
    if (!node.standard() || std::find(windowed.begin(), windowed.end(), node.op) == windowed.end()) return;
    constexpr std::int64_t limit = INT32_MAX;
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
    const Dimensions* data = model.dimensions(node.input(0));
    const Dimensions* filter = node.op.starts_with("Conv") ? model.dimensions(node.input(1)) : nullptr;
    if (filter && data && (filter->size() != data->size() || data->size() < 3)) {
        refuse(node, node.op + " of an input " + toText(*data) + " with weights " + toText(*filter));
    }
    if (data && data->size() < 2) refuse(node, node.op + " of an input " + toText(*data));
    if (node.op == "ConvTranspose" || node.op == "MaxUnpool" || node.text("auto_pad", "NOTSET") != "NOTSET")
        return;

    const Dimensions* in = model.dimensions(node.input(0));
    auto kernel = node.integers("kernel_shape");
    if (const Dimensions* weights = model.dimensions(node.input(1));
        !kernel && weights && weights->size() > 2) {
        kernel = Dimensions(weights->begin() + 2, weights->end());
    }
    if (!in || !kernel || in->size() != kernel->size() + 2) return;
    const auto pads = node.integers("pads"), dilations = node.integers("dilations");
    for (std::size_t d = 0; d < kernel->size(); ++d) {
        std::int64_t size = (*in)[d + 2];
        if (size > INT64_MAX / 4) refuse(node, "its input " + toText(*in) + " is too large");
        if (pads && pads->size() == 2 * kernel->size()) size += (*pads)[d] + (*pads)[d + kernel->size()];
        const std::int64_t dilation = dilations && dilations->size() == kernel->size() ? (*dilations)[d] : 1;
        const std::int64_t window = dilation * std::clamp<std::int64_t>((*kernel)[d] - 1, 0, limit) + 1;
        if (size < window) {
            refuse(node, node.op + " has a window of " + std::to_string(window) + " on a padded input of " +
                             std::to_string(size));
        }
    }
}

std::optional<Dimensions> rescaledTarget(const Dimensions& oldInput, const Dimensions& newInput,
                                         const Dimensions& oldTarget, std::int64_t oldBatch) {
    if (oldInput.size() != newInput.size()) return std::nullopt;
    Dimensions target = oldTarget;
    std::size_t i = 0, j = 0;
    // Shortest groups of neighbouring dimensions with equal products on both sides.
    while (i < oldInput.size() && j < oldTarget.size()) {
        const std::size_t firstTarget = j;
        std::int64_t ours = oldInput[i], fresh = newInput[i], theirs = oldTarget[j];
        ++i;
        ++j;
        while (ours != theirs) {
            if (ours <= 0 || theirs <= 0) return std::nullopt;
            if (ours < theirs) {
                if (i == oldInput.size() || __builtin_mul_overflow(ours, oldInput[i], &ours) ||
                    __builtin_mul_overflow(fresh, newInput[i], &fresh)) {
                    return std::nullopt;
                }
                ++i;
            } else {
                if (j == oldTarget.size() || __builtin_mul_overflow(theirs, oldTarget[j], &theirs))
                    return std::nullopt;
                ++j;
            }
        }
        if (fresh == ours) continue;
        // The dimension that is the batch itself, else the first that comes out evenly (batch x heads).
        std::optional<std::size_t> scaled;
        for (std::size_t k = firstTarget; k < j; ++k) {
            std::int64_t product = 0;
            if (__builtin_mul_overflow(target[k], fresh, &product) || product % ours != 0) continue;
            if (!scaled || (target[k] == oldBatch && target[*scaled] != oldBatch)) scaled = k;
        }
        if (!scaled) return std::nullopt;
        target[*scaled] = target[*scaled] * fresh / ours;
    }
    return target;
}

}  // namespace reforward
