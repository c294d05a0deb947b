// SPDX-License-Identifier: Apache-2.0
#include "core/training/operator_table.h"

#include <algorithm>
#include <unordered_map>

#include "core/training/operator_shapes.h"

namespace reforward {

namespace {

constexpr Saved x(std::uint8_t slot, Condition when = nullptr) {
    return {Saved::What::input, slot, when};
}
constexpr Saved y(std::uint8_t slot = 0, Condition when = nullptr) {
    return {Saved::What::output, slot, when};
}

// A product's input is read for the gradient of its partner.
bool gradient0(const OperatorUse& use) {
    return use.gradient(0);
}
bool gradient1(const OperatorUse& use) {
    return use.gradient(1);
}
bool gradient2(const OperatorUse& use) {
    return use.gradient(2);
}

bool scalarConstant(const OperatorUse& use, std::size_t slot) {
    const Dimensions* shape = use.model.dimensions(use.node.input(slot));
    return slot < use.constant.size() && use.constant[slot] && shape && shape->empty();
}
// A scalar of the program is kept as one float64.
bool scaledByScalar(const OperatorUse& use) {
    return (use.gradient(0) && scalarConstant(use, 1)) || (use.gradient(1) && scalarConstant(use, 0));
}

bool keepsAnAxis(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    const Dimensions* out = use.model.dimensions(use.node.output(0));
    return !(in && out && out->empty());
}
bool copiesBorders(const OperatorUse& use) {
    return use.node.text("mode", "constant") != "constant";
}
bool exponentIsTwoOrMore(const OperatorUse& use) {
    const ConstantData* exponent = use.model.data(use.node.input(1));
    return !(exponent && exponent->size() == 1 && exponent->real(0) == 1);
}
bool keepsType(const OperatorUse& use) {
    const TensorType* in = use.model.type(use.node.input(0));
    const TensorType* out = use.model.type(use.node.output(0));
    return in && out && in->element == out->element;
}
bool dropoutIsOff(const OperatorUse& use) {
    return !dropoutIsOn(use);
}
bool padsNothing(const OperatorUse& use) {
    const ConstantData* data = use.model.data(use.node.input(1));
    const auto pads = data ? std::optional(data->integers()) : use.node.integers("pads");
    return pads && std::all_of(pads->begin(), pads->end(), [](std::int64_t p) { return p == 0; });
}
bool scattersByFactorOrOrder(const OperatorUse& use) {
    const std::string reduction = use.node.text("reduction", "none");
    return reduction != "none" && reduction != "add";
}
bool picksFromAll(const OperatorUse& use) {
    return !use.node.find("axis");
}
bool indexIsScalar(const OperatorUse& use) {
    return scalarConstant(use, 1);
}
bool isTraced(const OperatorUse& use) {
    return use.model.producer == "pytorch";
}
bool keepsIndices(const OperatorUse& use) {
    const ConstantData* data = use.model.data(use.node.input(1));
    const auto axes = data ? std::optional(data->integers()) : use.node.integers("axes");
    return isTraced(use) && axes && axes->size() == 1;
}
bool keepsExtremes(const OperatorUse& use) {
    return !keepsIndices(use);
}
bool readsPrevious(const OperatorUse& use) {
    return use.gradient(1);
}

constexpr ElementType same = ElementType::undefined;
constexpr ElementType f32 = ElementType::float32, f64 = ElementType::float64, i64 = ElementType::int64,
                      i32 = ElementType::int32;

std::vector<OperatorRow> makeRows() {
    std::vector<OperatorRow> rows;
    const auto add = [&](OperatorRow row) { rows.push_back(std::move(row)); };
    const auto each = [&](std::initializer_list<std::string_view> ops, const OperatorRow& row) {
        for (const std::string_view op : ops) {
            rows.push_back(row);
            rows.back().op = op;
        }
    };

    // Linear in each input: the backward needs nothing.
    each({"Add", "Sum"}, {.elementwise = true, .gradient = GradientRule::handed});
    each({"Sub"}, {.elementwise = true, .gradient = GradientRule::handedFirst});
    each({"Mean"}, {.elementwise = true});
    each({"Neg"}, {.elementwise = true});
    add({.op = "Concat", .gradient = GradientRule::handed, .flops = 0});
    each({"Tile", "DepthToSpace", "SpaceToDepth", "Trilu", "Upsample"}, {.flops = 0});
    each({"Col2Im", "AffineGrid"}, {});
    add({.op = "CenterCropPad", .plainInputs = {1}, .flops = 0});
    add({.op = "ReverseSequence", .plainInputs = {1}, .flops = 0});
    add({.op = "DFT", .plainInputs = {1, 2}, .work = Work::perInput, .flops = 40});
    add({.op = "STFT", .saves = {x(0, gradient2), x(2)}, .plainInputs = {1, 3}, .flops = 40});
    add({.op = "ReduceSum", .gradient = GradientRule::handed, .work = Work::perInput});
    add({.op = "CumSum", .work = Work::perInput});
    add({.op = "Resize", .plainInputs = {1, 2, 3}, .flops = 4});
    add({.op = "Cast", .view = ViewRule::alias, .viewWhen = keepsType, .elementwise = true});
    add({.op = "CastLike",
         .view = ViewRule::alias,
         .viewWhen = keepsType,
         .elementwise = true,
         .plainInputs = {1}});
    // The remainder of a float: its slope is 1 for the first input.
    add({.op = "Mod", .saves = {x(0, gradient1), x(1, gradient1)}, .elementwise = true});
    each({"Ceil", "Floor", "Round", "Sign"}, {.elementwise = true});

    // Products.
    add({.op = "Mul",
         .saves = {x(0, gradient1), x(1, gradient0)},
         .extras = {{"scalar", f64, shapes::scalar, 0, scaledByScalar}},
         .elementwise = true,
         .backwardFactor = 2});
    add({.op = "Div",
         .saves = {x(0, gradient1), x(1)},
         .extras = {{"scalar", f64, shapes::scalar, 0,
                     [](const OperatorUse& use) { return scalarConstant(use, 1); }}},
         .elementwise = true,
         .backwardFactor = 2});
    add({.op = "Pow",
         .saves = {x(0, exponentIsTwoOrMore), x(1), y(0, gradient1)},
         .elementwise = true,
         .flops = 10,
         .backwardFactor = 2});
    add({.op = "MatMul",
         .saves = {x(0, gradient1), x(1, gradient0)},
         .work = Work::product,
         .backwardFactor = 2});
    add({.op = "Gemm",
         .saves = {x(0, gradient1), x(1, gradient0)},
         .work = Work::product,
         .backwardFactor = 2});
    add({.op = "Einsum",
         .saves = {x(0, gradient1), x(1, gradient0)},
         .work = Work::product,
         .backwardFactor = 2});
    add({.op = "Conv", .saves = {x(0), x(1)}, .work = Work::convolution, .backwardFactor = 2});
    add({.op = "DeformConv",
         .saves = {x(0), x(1), x(2), x(4)},
         .work = Work::convolution,
         .backwardFactor = 2});
    // The framework scales the queries, multiplies, takes the softmax and multiplies again.
    add({.op = "Attention",
         .saves = {x(1), x(2)},
         .extras = {{"scaled_queries", same, shapes::input}, {"probabilities", same, shapes::scores}},
         .dropsUnreadOutputs = true,
         .work = Work::attention,
         .backwardFactor = 2});
    add({.op = "RotaryEmbedding", .saves = {x(1), x(2)}, .plainInputs = {3}, .flops = 3});
    add({.op = "ConvTranspose",
         .saves = {x(0), x(1)},
         .work = Work::transposedConvolution,
         .backwardFactor = 2});

    // Activations that keep their input.
    each({"LeakyRelu", "Elu", "Selu", "Celu"},
         {.saves = {x(0)}, .elementwise = true, .inPlace = true, .flops = 8, .backwardFactor = 1.5});
    each({"ThresholdedRelu",
          "HardSigmoid",
          "HardSwish",
          "Softplus",
          "Gelu",
          "Silu",
          "Swish",
          "Mish",
          "Shrink",
          "Erf",
          "Log",
          "Abs",
          "Sin",
          "Cos",
          "Asin",
          "Acos",
          "Atan",
          "Sinh",
          "Cosh",
          "Asinh",
          "Acosh",
          "Atanh"},
         {.saves = {x(0)}, .elementwise = true, .flops = 8, .backwardFactor = 1.5});
    add({.op = "Clip", .saves = {x(0)}, .elementwise = true, .plainInputs = {1, 2}, .backwardFactor = 1.5});
    add({.op = "PRelu", .saves = {x(0), x(1)}, .elementwise = true, .backwardFactor = 2});
    add({.op = "Softsign",
         .saves = {x(0)},
         .extras = {{"denominator", same, shapes::output}},
         .elementwise = true,
         .flops = 3,
         .backwardFactor = 1.5});
    add({.op = "LogSigmoid",
         .saves = {x(0)},
         .extras = {{"buffer", same, shapes::output}},
         .elementwise = true,
         .flops = 8,
         .backwardFactor = 1.5});
    add({.op = "Glu", .saves = {x(0)}, .flops = 8, .backwardFactor = 1.5});
    // Activations that keep their output.
    add({.op = "Relu", .saves = {y()}, .elementwise = true, .inPlace = true, .backwardFactor = 1.5});
    each({"Sigmoid", "Tanh"},
         {.saves = {y()}, .elementwise = true, .inPlace = true, .flops = 8, .backwardFactor = 1.5});
    each({"Exp", "Sqrt", "Rsqrt", "Tan"},
         {.saves = {y()}, .elementwise = true, .flops = 8, .backwardFactor = 1.5});
    // A program's 1 / x is a reciprocal, then a product with 1.
    add({.op = "Reciprocal",
         .saves = {y(0, [](const OperatorUse& use) { return !isTraced(use); })},
         .extras = {{"reciprocal", same, shapes::output, 0, isTraced},
                    {"scalar", f64, shapes::scalar, 0, isTraced}},
         .elementwise = true,
         .flops = 8,
         .backwardFactor = 1.5});
    each({"Softmax", "LogSoftmax"}, {.saves = {y()}, .flops = 10, .backwardFactor = 1.5});

    // Normalization.
    add({.op = "BatchNormalization",
         .saves = {x(0), x(1)},
         .extras = {{"mean", f32, shapes::channels, 0, normalizesByBatch},
                    {"inverse_deviation", f32, shapes::channels, 0, normalizesByBatch}},
         .plainInputs = {3, 4},
         .dropsUnreadOutputs = true,
         .flops = 8,
         .backwardFactor = 2});
    each({"LayerNormalization", "RMSNormalization", "SimplifiedLayerNormalization"},
         {.saves = {x(0), x(1)},
          .extras = {{"mean", f32, shapes::rows, 1, shapes::centersRows},
                     {"inverse_deviation", f32, shapes::rows, 2}},
          .flops = 8,
          .backwardFactor = 2});
    add({.op = "GroupNormalization",
         .saves = {x(0), x(1)},
         .extras = {{"mean", f32, shapes::groups}, {"inverse_deviation", f32, shapes::groups}},
         .flops = 8,
         .backwardFactor = 2});
    add({.op = "InstanceNormalization",
         .saves = {x(0), x(1)},
         .extras = {{"mean", f32, shapes::instances},
                    {"inverse_deviation", f32, shapes::instances},
                    {"scale", f32, shapes::instances, 0, gradient1}},
         .flops = 8,
         .backwardFactor = 2});
    add({.op = "WeightNormalization",
         .saves = {x(0), x(1)},
         .extras = {{"norms", f32, shapes::lengths}},
         .flops = 4,
         .backwardFactor = 2});
    add({.op = "LRN",
         .saves = {x(0)},
         .extras = {{"padded_square", same, shapes::lrnPadded},
                    {"mean_square", same, shapes::output},
                    {"power", same, shapes::output},
                    {"scalar", f64, shapes::scalar}},
         .flops = 16,
         .backwardFactor = 2});

    // Pooling and reductions.
    add({.op = "MaxPool",
         .saves = {x(0)},
         .extras = {{"indices", i64, shapes::output, 1}},
         .dropsUnreadOutputs = true,
         .work = Work::perInput});
    add({.op = "GlobalMaxPool",
         .saves = {x(0)},
         .extras = {{"indices", i64, shapes::output}},
         .work = Work::perInput});
    each({"AveragePool", "GlobalAveragePool"}, {.saves = {x(0)}, .work = Work::perInput});
    add({.op = "ReduceMean", .saves = {x(0, keepsAnAxis)}, .work = Work::perInput});
    // PyTorch has two of these: amax keeps its input and output, max (along one axis) the indices.
    each({"ReduceMax", "ReduceMin"}, {.saves = {x(0, keepsExtremes), y(0, keepsExtremes)},
                                      .extras = {{"indices", i64, shapes::output, 0, keepsIndices}},
                                      .work = Work::perInput,
                                      .backwardFactor = 2});
    each({"ReduceProd", "ReduceL1", "ReduceL2", "ReduceLogSumExp"},
         {.saves = {x(0), y()}, .work = Work::perInput, .backwardFactor = 2});
    add({.op = "ReduceSumSquare", .saves = {x(0)}, .work = Work::perInput, .backwardFactor = 2});
    add({.op = "ReduceLogSum", .extras = {{"sum", same, shapes::output}}, .work = Work::perInput});
    add({.op = "CumProd", .saves = {x(0), y()}, .backwardFactor = 2});
    add({.op = "Det",
         .saves = {x(0), y()},
         .extras = {{"factors", same, shapes::input}, {"pivots", i32, shapes::matrixRows}},
         .work = Work::perInput,
         .flops = 8,
         .backwardFactor = 2});
    each({"LpPool", "GlobalLpPool"}, {.saves = {x(0)},
                                      .extras = {{"powers", same, shapes::input},
                                                 {"pooled", same, shapes::output},
                                                 {"scalar", i64, shapes::scalar}},
                                      .work = Work::perInput,
                                      .flops = 10,
                                      .backwardFactor = 2});
    add({.op = "LpNormalization",
         .saves = {x(0)},
         .extras = {{"norm", same, shapes::norms}, {"bounded_norm", same, shapes::norms}},
         .flops = 4,
         .backwardFactor = 2});
    add({.op = "MaxUnpool", .saves = {x(1)}, .plainInputs = {2}, .flops = 0});
    add({.op = "MaxRoiPool",
         .saves = {x(1)},
         .extras = {{"indices", i32, shapes::output}},
         .work = Work::perInput});
    add({.op = "RoiAlign", .saves = {x(1)}, .flops = 32});
    add({.op = "Variance", .saves = {x(0)}, .work = Work::perInput, .flops = 4, .backwardFactor = 1.5});
    add({.op = "StandardDeviation",
         .saves = {x(0), y()},
         .work = Work::perInput,
         .flops = 4,
         .backwardFactor = 1.5});
    add({.op = "TopK", .saves = {y(1)}, .work = Work::perInput, .flops = 8});
    each({"Max", "Min"}, {.saves = {x(0), x(1), x(2), x(3)}, .elementwise = true, .backwardFactor = 2});

    // Dropout keeps its mask as a factor of the type of its input.
    add({.op = "Dropout",
         .extras = {{"mask", same, shapes::output, 0, dropoutIsOn}},
         .view = ViewRule::alias,
         .viewWhen = dropoutIsOff,
         .elementwise = true,
         .plainInputs = {1, 2},
         .dropsUnreadOutputs = true,
         .flops = 4});

    // Selection by index or condition.
    add({.op = "Gather", .saves = {x(1)}, .view = ViewRule::select, .viewWhen = indexIsScalar, .flops = 0});
    add({.op = "GatherElements", .saves = {x(0), x(1)}, .flops = 0});
    add({.op = "GatherND", .saves = {x(1)}, .flops = 0});
    each({"ScatterElements", "Scatter", "ScatterND"},
         {.saves = {x(0, scattersByFactorOrOrder), x(1), x(2, scattersByFactorOrOrder),
                    y(0, scattersByFactorOrOrder)},
          .flops = 0});
    add({.op = "TensorScatter", .saves = {x(2)}, .flops = 0});
    add({.op = "Compress", .saves = {x(0, picksFromAll), x(1)}, .flops = 0});
    add({.op = "Where", .saves = {x(0)}, .elementwise = true});
    add({.op = "Pad",
         .saves = {x(0, copiesBorders)},
         .view = ViewRule::alias,
         .viewWhen = padsNothing,
         .plainInputs = {1, 2, 3},
         .flops = 0});
    add({.op = "GridSample", .saves = {x(0), x(1)}, .flops = 8, .backwardFactor = 2});

    // Views.
    add({.op = "Identity", .view = ViewRule::alias, .flops = 0});
    each({"Reshape", "Flatten", "Squeeze", "Unsqueeze"}, {.view = ViewRule::reshape, .flops = 0});
    add({.op = "Transpose", .view = ViewRule::transpose, .flops = 0});
    add({.op = "Slice", .view = ViewRule::slice, .flops = 0});
    each({"Split", "Chunk"}, {.view = ViewRule::split, .flops = 0});
    add({.op = "Expand", .view = ViewRule::expand, .flops = 0});

    // Losses.
    add({.op = "SoftmaxCrossEntropyLoss",
         .saves = {x(1)},
         .extras = {{"log_probabilities", same, shapes::input, 1}, {"total_weight", same, shapes::scalar}},
         .plainInputs = {2},
         .work = Work::perInput,
         .flops = 10});
    add({.op = "NegativeLogLikelihoodLoss",
         .saves = {x(0), x(1)},
         .extras = {{"total_weight", same, shapes::scalar}},
         .plainInputs = {2},
         .work = Work::perInput});

    add({.op = "KlDivergence", .saves = {x(0), x(1)}, .elementwise = true, .flops = 10});
    add({.op = "BinaryCrossEntropyWithLogits", .saves = {x(0), x(1)}, .elementwise = true, .flops = 20});

    // Recurrent layers keep one block a time step: gates, states and hidden inputs.
    each({"LSTM", "GRU", "RNN"}, {.saves = {x(0), x(1), x(2)},
                                  .extras = {{"reserve", same, shapes::reserve, 0, readsPrevious}},
                                  .transient = shapes::recurrentWeightSum,
                                  .plainInputs = {4},
                                  .work = Work::recurrent,
                                  .backwardFactor = 2});

    // No gradient passes.
    each({"ArgMax",
          "ArgMin",
          "Equal",
          "Less",
          "LessOrEqual",
          "Greater",
          "GreaterOrEqual",
          "And",
          "Or",
          "Xor",
          "Not",
          "IsNaN",
          "IsInf",
          "NonZero",
          "OneHot",
          "Shape",
          "Size",
          "Range",
          "ConstantOfShape",
          "EyeLike",
          "BitShift",
          "BitwiseAnd",
          "BitwiseOr",
          "BitwiseXor",
          "BitwiseNot",
          "Unique",
          "NonMaxSuppression",
          "HannWindow",
          "HammingWindow",
          "BlackmanWindow",
          "MelWeightMatrix",
          "Hardmax",
          "BitCast",
          "ImageDecoder",
          "StringConcat",
          "StringSplit",
          "StringNormalizer",
          "RegexFullMatch",
          "TfIdfVectorizer",
          "SequenceLength",
          "OptionalHasElement"},
         {.differentiable = false});
    each({"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Bernoulli",
          "Multinomial"},
         {.differentiable = false, .repeatable = false});
    return rows;
}

}  // namespace

bool dropoutIsOn(const OperatorUse& use) {
    const ModelNode& node = use.node;
    double ratio = node.real("ratio", 0.5);
    if (const ConstantData* data = use.model.data(node.input(1)); data && data->size() == 1)
        ratio = data->real(0);
    if (ratio == 0) return false;
    // Operator sets before 12 have no switch: who trains writes the node, who does not leaves it out.
    if (use.asTrained || node.version < 12) return true;
    const ConstantData* training = use.model.data(node.input(2));
    if (training && training->size() == 1) return training->integer(0) != 0;
    return node.input(2) != noTensor;
}

bool normalizesByBatch(const OperatorUse& use) {
    if (use.asTrained || use.node.integer("training_mode", 0) != 0) return true;
    return use.node.version < 14 && use.node.outputs.size() > 1;
}

bool OperatorRow::plain(std::size_t slot) const {
    return std::find(plainInputs.begin(), plainInputs.end(), slot) != plainInputs.end();
}

const std::vector<OperatorRow>& operatorRows() {
    static const std::vector<OperatorRow> rows = makeRows();
    return rows;
}

const OperatorRow* findOperator(std::string_view op) {
    static const std::unordered_map<std::string_view, const OperatorRow*> index = [] {
        std::unordered_map<std::string_view, const OperatorRow*> map;
        for (const OperatorRow& row : operatorRows())
            map.emplace(row.op, &row);
        return map;
    }();
    const auto found = index.find(op);
    return found == index.end() ? nullptr : found->second;
}

const OperatorRow* findOperator(const ModelNode& node) {
    if (!node.standard() || node.subgraphs) return nullptr;
    return findOperator(node.op);
}

}  // namespace reforward
