// SPDX-License-Identifier: Apache-2.0
#include "core/training/shape_rules.h"

#include <algorithm>
#include <unordered_map>

#include "core/training/constant_folding.h"
#include "core/training/shape_rule_tools.h"

namespace reforward {

using namespace rules;

namespace {

Types reduced(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    if (!in) return std::nullopt;
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
    const TensorType* in = shaped(node, model, 0);
    if (!in) return std::nullopt;
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
    if (sum != length || sizes->size() != node.outputs.size())
        refuse(node, "Split into parts that do not add up to its input");
    std::vector<TensorType> out(node.outputs.size(), *in);
    for (std::size_t i = 0; i < out.size(); ++i)
        (*out[i].dimensions)[axis] = (*sizes)[i];
    return out;
}

// Element by element, of one type or, for comparisons, to truth values.
Types paired(const ModelNode& node, const Model& model, std::optional<ElementType> result) {
    const TensorType *a = model.type(node.input(0)), *b = model.type(node.input(1));
    if (!a || !b) return std::nullopt;
    const ElementType element = result.value_or(a->element);
    if (!a->dimensions || !b->dimensions) return one(element, std::nullopt);
    auto dimensions = broadcast(*a->dimensions, *b->dimensions);
    if (!dimensions) refuse(node, "its inputs " + toText(*a) + " and " + toText(*b) + " do not fit");
    return one(element, std::move(dimensions));
}
Types pairedAlike(const ModelNode& node, const Model& model) {
    return paired(node, model, std::nullopt);
}
// Sets before 7 broadcast by attributes; the schema library knows those.
Types compared(const ModelNode& node, const Model& model) {
    return node.version < 7 ? std::nullopt : paired(node, model, ElementType::boolean);
}

Types withShapeOfInput(const ModelNode& node, const Model& model, ElementType element) {
    const TensorType* in = model.type(node.input(0));
    if (!in || element == ElementType::undefined) return std::nullopt;
    return one(element, in->dimensions);
}
Types cast(const ModelNode& node, const Model& model) {
    return withShapeOfInput(node, model, elementOfNumber(node.integer("to", 0)));
}
Types castLike(const ModelNode& node, const Model& model) {
    const TensorType* target = model.type(node.input(1));
    return withShapeOfInput(node, model, target ? target->element : ElementType::undefined);
}
Types oneHot(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const TensorType* values = model.type(node.input(2));
    const ConstantData* depth = model.data(node.input(1));
    if (!in || !values || !depth || depth->size() != 1) return std::nullopt;
    if (depth->integer(0) < 0) refuse(node, "OneHot has a negative depth");
    Dimensions shape = *in->dimensions;
    const std::size_t axis = axisOf(node, node.integer("axis", -1), shape.size() + 1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth->integer(0));
    return one(values->element, std::move(shape));
}
Types tested(const ModelNode& node, const Model& model) {
    return withShapeOfInput(node, model, ElementType::boolean);
}
Types hasElement(const ModelNode&, const Model&) {
    return one(ElementType::boolean, Dimensions{});
}
Types counted(const ModelNode&, const Model&) {
    return one(ElementType::int64, Dimensions{});
}
Types quantized(const ModelNode& node, const Model& model) {
    const TensorType* zero = model.type(node.input(2));
    const ElementType stated = elementOfNumber(node.integer("output_dtype", 0));
    const ElementType fallback = stated != ElementType::undefined ? stated : ElementType::uint8;
    return withShapeOfInput(node, model, zero ? zero->element : fallback);
}
Types dequantized(const ModelNode& node, const Model& model) {
    const TensorType* scale = model.type(node.input(1));
    return withShapeOfInput(node, model, scale ? scale->element : ElementType::float32);
}
Types stringsSplit(const ModelNode& node, const Model& model) {
    const TensorType* in = model.type(node.input(0));
    if (!in) return std::nullopt;
    return std::vector<TensorType>{{ElementType::string, {}}, {ElementType::int64, in->dimensions}};
}
Types decodedImage(const ModelNode&, const Model&) {
    return one(ElementType::uint8, std::nullopt);
}

Types tiled(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const ConstantData* repeats = model.data(node.input(1));
    if (node.version < 6 || !in || !repeats || repeats->size() != in->dimensions->size()) return std::nullopt;
    Dimensions out = *in->dimensions;
    for (std::size_t d = 0; d < repeats->size(); ++d) {
        if (repeats->integer(d) < 0) refuse(node, "Tile repeats a negative number of times");
        out[d] = product(node, out[d], repeats->integer(d));
    }
    return one(in->element, std::move(out));
}

Types expanded(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const ConstantData* target = model.data(node.input(1));
    const TensorType* type = model.type(node.input(0));
    if (!in || !target) return type ? Types(one(type->element, std::nullopt)) : std::nullopt;
    auto dimensions = broadcast(*in->dimensions, target->integers());
    if (!dimensions) refuse(node, "Expand of " + toText(*in) + " to " + toText(target->integers()));
    return one(in->element, std::move(dimensions));
}

Types gemm(const ModelNode& node, const Model& model) {
    const TensorType *a = shaped(node, model, 0), *b = shaped(node, model, 1);
    if (!a || !b) return std::nullopt;
    if (a->dimensions->size() != 2 || b->dimensions->size() != 2)
        refuse(node, "Gemm of " + toText(*a) + " and " + toText(*b));
    const bool turnedA = node.integer("transA", 0) != 0, turnedB = node.integer("transB", 0) != 0;
    if ((*a->dimensions)[turnedA ? 0 : 1] != (*b->dimensions)[turnedB ? 1 : 0])
        refuse(node, "its inputs " + toText(*a) + " and " + toText(*b) + " do not fit");
    return one(a->element, Dimensions{(*a->dimensions)[turnedA ? 1 : 0], (*b->dimensions)[turnedB ? 0 : 1]});
}

// Each row of positions picks what lies behind it, sample by sample for the first `batch_dims` dimensions.
Types gatherNd(const ModelNode& node, const Model& model) {
    const TensorType *in = shaped(node, model, 0), *positions = shaped(node, model, 1);
    if (!in || !positions) {
        const TensorType* type = model.type(node.input(0));
        return type ? Types(one(type->element, std::nullopt)) : std::nullopt;
    }
    const std::int64_t batch = node.integer("batch_dims", 0);
    const auto rank = static_cast<std::int64_t>(in->dimensions->size());
    const std::int64_t depth = positions->dimensions->empty() ? 0 : positions->dimensions->back();
    if (batch < 0 || batch >= rank || depth < 1 || depth > rank - batch)
        refuse(node, "GatherND of " + toText(*in) + " at positions " + toText(*positions));
    Dimensions dimensions(positions->dimensions->begin(), positions->dimensions->end() - 1);
    dimensions.insert(dimensions.end(), in->dimensions->begin() + batch + depth, in->dimensions->end());
    return one(in->element, std::move(dimensions));
}

Types filled(const ModelNode& node, const Model& model) {
    const AttributeValue* attribute = node.find("value");
    const auto* value = attribute ? std::get_if<ConstantData>(attribute) : nullptr;
    const ConstantData* shape = model.data(node.input(0));
    return one(value ? value->element : ElementType::float32,
               shape ? std::optional(shape->integers()) : std::nullopt);
}

// Beside the result one mean and one inverse deviation a row.
Types normalizedRows(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    if (!in) return std::nullopt;
    Dimensions rows = *in->dimensions;
    for (std::size_t d = axisOf(node, node.integer("axis", -1), rows.size()); d < rows.size(); ++d)
        rows[d] = 1;
    const ElementType stash = elementOfNumber(node.integer("stash_type", 1));
    return std::vector<TensorType>{*in, {stash, rows}, {stash, rows}};
}

const std::unordered_map<std::string_view, Rule>& allRules() {
    static const std::unordered_map<std::string_view, Rule> all = [] {
        std::unordered_map<std::string_view, Rule> map{
            {"Split", split},
            {"Pad", padded},
            {"Resize", resized},
            {"Tile", tiled},
            {"Gemm", gemm},
            {"GatherND", gatherNd},
            {"Expand", expanded},
            {"ConstantOfShape", filled},
            {"LayerNormalization", normalizedRows},
            {"CenterCropPad", croppedOrPadded},
            {"AffineGrid", affineGrid},
            {"GridSample", gridSample},
            {"Col2Im", columnsToImage},
            {"DeformConv", deformConv},
            {"Attention", attention},
            {"DFT", fourier},
            {"STFT", shortFourier},
            {"Einsum", einsum},
            {"Cast", cast},
            {"BitCast", cast},
            {"CastLike", castLike},
            {"OneHot", oneHot},
            {"QuantizeLinear", quantized},
            {"DequantizeLinear", dequantized},
            {"IsNaN", tested},
            {"IsInf", tested},
            {"Not", tested},
            {"RegexFullMatch", tested},
            {"OptionalHasElement", hasElement},
            {"SequenceLength", counted},
            {"StringSplit", stringsSplit},
            {"StringConcat", pairedAlike},
            {"ImageDecoder", decodedImage},
        };
        for (const std::string_view op : {"AveragePool", "MaxPool", "LpPool"})
            map.emplace(op, pooled);
        for (const std::string_view op : {"BitwiseAnd", "BitwiseOr", "BitwiseXor"})
            map.emplace(op, pairedAlike);
        for (const std::string_view op :
             {"Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "And", "Or", "Xor"})
            map.emplace(op, compared);
        for (const std::string_view op :
             {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
              "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"})
            map.emplace(op, reduced);
        for (const std::string_view op :
             {"Gelu", "Swish", "Mish", "GroupNormalization", "RMSNormalization", "BitwiseNot",
              "RotaryEmbedding", "CumProd", "TensorScatter", "OptionalGetElement"})
            map.emplace(op, like);
        return map;
    }();
    return all;
}

}  // namespace

std::optional<std::vector<TensorType>> inferTypes(const ModelNode& node, const Model& model) {
    if (!node.standard() || node.subgraphs || node.outputs.empty()) return std::nullopt;
    const auto rule = allRules().find(node.op);
    return rule == allRules().end() ? std::nullopt : rule->second(node, model);
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
