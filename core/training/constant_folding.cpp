// SPDX-License-Identifier: Apache-2.0
#include "core/training/constant_folding.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/training/constant_picks.h"
#include "core/training/constant_views.h"

namespace reforward {

std::optional<Dimensions> broadcast(const Dimensions& a, const Dimensions& b) {
    Dimensions result(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) return std::nullopt;
        result[result.size() - 1 - i] = x == 1 ? y : x;
    }
    return result;
}

std::optional<SliceRange> sliceRange(std::int64_t dimension, std::int64_t start, std::int64_t end,
                                     std::int64_t step) {
    if (step == 0 || step == INT64_MIN || dimension < 0) return std::nullopt;
    // Positions are below 2^63, so adding a dimension to a negative one cannot overflow.
    if (start < 0) start += dimension;
    if (end < 0) end += dimension;
    if (step > 0) {
        start = std::clamp<std::int64_t>(start, 0, dimension);
        end = std::clamp<std::int64_t>(end, 0, dimension);
        const std::int64_t length = std::max<std::int64_t>(0, end - start);
        return SliceRange{start, step, length / step + (length % step != 0 ? 1 : 0)};
    }
    start = std::clamp<std::int64_t>(start, -1, dimension - 1);
    end = std::clamp<std::int64_t>(end, -1, dimension - 1);
    const std::int64_t length = std::max<std::int64_t>(0, start - end);
    return SliceRange{start, step, length / -step + (length % -step != 0 ? 1 : 0)};
}

namespace {

using Result = std::vector<ConstantData>;
using IntegerFunction = std::function<std::optional<std::int64_t>(std::int64_t, std::int64_t)>;
using RealFunction = std::function<double(double, double)>;

// Wrapping arithmetic, as the operators have it, without undefined behaviour.
std::int64_t wrap(std::uint64_t bits) {
    return static_cast<std::int64_t>(bits);
}
std::uint64_t bits(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

struct BinaryRow {
    IntegerFunction integers;
    RealFunction reals;
    bool comparison = false;  ///< the result is boolean
};

std::optional<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
    if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
    return a / b;
}

std::optional<std::int64_t> remainder(std::int64_t a, std::int64_t b) {
    if (b == 0 || b == -1) return b == 0 ? std::nullopt : std::optional<std::int64_t>(0);
    const std::int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) {
    if (exponent < 0 || exponent > 63) return std::nullopt;
    std::uint64_t result = 1;
    for (std::int64_t i = 0; i < exponent; ++i)
        result *= bits(base);
    return wrap(result);
}

const std::unordered_map<std::string, BinaryRow>& binaryRows() {
    static const std::unordered_map<std::string, BinaryRow> rows{
        {"Add", {[](auto a, auto b) { return wrap(bits(a) + bits(b)); }, std::plus<>()}},
        {"Sub", {[](auto a, auto b) { return wrap(bits(a) - bits(b)); }, std::minus<>()}},
        {"Mul", {[](auto a, auto b) { return wrap(bits(a) * bits(b)); }, std::multiplies<>()}},
        {"Div", {quotient, std::divides<>()}},
        {"Mod", {remainder, [](double a, double b) { return a - b * std::floor(a / b); }}},
        {"Pow", {power, [](double a, double b) { return std::pow(a, b); }}},
        {"Min",
         {[](auto a, auto b) { return std::min(a, b); }, [](double a, double b) { return std::min(a, b); }}},
        {"Max",
         {[](auto a, auto b) { return std::max(a, b); }, [](double a, double b) { return std::max(a, b); }}},
        {"Equal", {std::equal_to<>(), std::equal_to<>(), true}},
        {"Less", {std::less<>(), std::less<>(), true}},
        {"LessOrEqual", {std::less_equal<>(), std::less_equal<>(), true}},
        {"Greater", {std::greater<>(), std::greater<>(), true}},
        {"GreaterOrEqual", {std::greater_equal<>(), std::greater_equal<>(), true}},
        {"And", {[](auto a, auto b) { return std::int64_t{a != 0 && b != 0}; }, {}, true}},
        {"Or", {[](auto a, auto b) { return std::int64_t{a != 0 || b != 0}; }, {}, true}},
        {"Xor", {[](auto a, auto b) { return std::int64_t{(a != 0) != (b != 0)}; }, {}, true}},
    };
    return rows;
}

Result foldBinary(const BinaryRow& row, const ConstantData& a, const ConstantData& b) {
    const auto dimensions = broadcast(a.dimensions, b.dimensions);
    if (!dimensions) return {};
    const auto ia = broadcastIndices(a.dimensions, *dimensions),
               ib = broadcastIndices(b.dimensions, *dimensions);
    if (!ia || !ib) return {};
    ConstantData out{row.comparison ? ElementType::boolean : a.element, *dimensions, {}};
    if (a.integral() && b.integral()) {
        std::vector<std::int64_t> list(ia->size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto value = row.integers(a.integer((*ia)[i]), b.integer((*ib)[i]));
            if (!value) return {};
            list[i] = *value;
        }
        out.elements = std::move(list);
        return {std::move(out)};
    }
    if (!row.reals) return {};
    std::vector<double> list(ia->size());
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i] = row.reals(a.real((*ia)[i]), b.real((*ib)[i]));
    out.elements = std::move(list);
    if (row.comparison) out.elements = out.integers();
    return {std::move(out)};
}

const std::unordered_map<std::string, double (*)(double)>& unaryRows() {
    static const std::unordered_map<std::string, double (*)(double)> rows{
        {"Neg", [](double x) { return -x; }},
        {"Abs", [](double x) { return std::abs(x); }},
        {"Sqrt", [](double x) { return std::sqrt(x); }},
        {"Floor", [](double x) { return std::floor(x); }},
        {"Ceil", [](double x) { return std::ceil(x); }},
        {"Round", [](double x) { return std::nearbyint(x); }},
        {"Reciprocal", [](double x) { return 1 / x; }},
        {"Exp", [](double x) { return std::exp(x); }},
        {"Log", [](double x) { return std::log(x); }},
        {"Sign", [](double x) { return x > 0   ? 1.0
                                       : x < 0 ? -1.0
                                               : 0.0; }},
    };
    return rows;
}

Result foldUnary(double (*function)(double), const ConstantData& in) {
    ConstantData out{in.element, in.dimensions, {}};
    std::vector<double> list(in.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i] = function(in.real(i));
    out.elements = std::move(list);
    if (in.integral()) out.elements = out.integers();
    return {std::move(out)};
}

Result foldNot(const ConstantData& in) {
    auto list = in.integers();
    for (auto& x : list)
        x = x == 0;
    return {ConstantData{ElementType::boolean, in.dimensions, std::move(list)}};
}

Result foldCast(ElementType element, const ConstantData& in) {
    if (element == ElementType::undefined || element == ElementType::string) return {};
    ConstantData out{element, in.dimensions, {}};
    if (isFloat(out.element)) {
        std::vector<double> list(in.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = in.real(i);
        out.elements = std::move(list);
    } else if (out.element == ElementType::boolean) {
        std::vector<std::int64_t> list(in.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = in.real(i) != 0;
        out.elements = std::move(list);
    } else {
        out.elements = in.integers();
    }
    return {std::move(out)};
}

Result foldShape(const ModelNode& node, const Dimensions& dimensions) {
    const auto rank = static_cast<std::int64_t>(dimensions.size());
    if (node.op == "Size") {
        std::int64_t count = 1;
        for (const std::int64_t d : dimensions) {
            if (__builtin_mul_overflow(count, d, &count)) return {};
        }
        return {ConstantData{ElementType::int64, {}, std::vector<std::int64_t>{count}}};
    }
    const auto range = sliceRange(rank, node.integer("start", 0), node.integer("end", rank), 1);
    std::vector<std::int64_t> list;
    for (std::int64_t i = 0; range && i < range->count; ++i)
        list.push_back(dimensions[static_cast<std::size_t>(range->first + i)]);
    const Dimensions shape{static_cast<std::int64_t>(list.size())};
    return {ConstantData{ElementType::int64, shape, std::move(list)}};
}

Result foldConstantOfShape(const ModelNode& node, const ConstantData& in) {
    const Dimensions dimensions = in.integers();
    const auto count = smallCount(dimensions);
    if (!count) return {};
    ConstantData out{ElementType::float32, dimensions, std::vector<double>(*count)};
    const AttributeValue* attribute = node.find("value");
    if (const auto* value = attribute ? std::get_if<ConstantData>(attribute) : nullptr) {
        if (value->size() != 1) return {};
        out.element = value->element;
        if (value->integral()) {
            out.elements = std::vector<std::int64_t>(*count, value->integer(0));
        } else {
            out.elements = std::vector<double>(*count, value->real(0));
        }
    }
    return {std::move(out)};
}

Result foldRange(const ConstantData& start, const ConstantData& limit, const ConstantData& delta) {
    if (start.size() != 1 || limit.size() != 1 || delta.size() != 1) return {};
    const double steps = std::ceil((limit.real(0) - start.real(0)) / delta.real(0));
    if (!(steps <= static_cast<double>(constantLimit))) return {};
    const auto count = static_cast<std::size_t>(std::max(0.0, steps));
    ConstantData out{start.element, {static_cast<std::int64_t>(count)}, {}};
    if (start.integral()) {
        std::vector<std::int64_t> list(count);
        for (std::size_t i = 0; i < count; ++i)
            list[i] = wrap(bits(start.integer(0)) + i * bits(delta.integer(0)));
        out.elements = std::move(list);
    } else {
        std::vector<double> list(count);
        for (std::size_t i = 0; i < count; ++i)
            list[i] = start.real(0) + static_cast<double>(i) * delta.real(0);
        out.elements = std::move(list);
    }
    return {std::move(out)};
}

Result foldWhere(const ConstantData& condition, const ConstantData& a, const ConstantData& b) {
    auto dimensions = broadcast(a.dimensions, b.dimensions);
    if (dimensions) dimensions = broadcast(condition.dimensions, *dimensions);
    if (!dimensions || a.integral() != b.integral()) return {};
    const auto ic = broadcastIndices(condition.dimensions, *dimensions);
    const auto ia = broadcastIndices(a.dimensions, *dimensions),
               ib = broadcastIndices(b.dimensions, *dimensions);
    if (!ic || !ia || !ib) return {};
    ConstantData out{a.element, *dimensions, {}};
    const auto choose = [&](auto get) {
        std::vector<decltype(get(a, 0))> list(ic->size());
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = condition.integer((*ic)[i]) != 0 ? get(a, (*ia)[i]) : get(b, (*ib)[i]);
        out.elements = std::move(list);
    };
    if (a.integral()) {
        choose([](const ConstantData& c, std::size_t i) { return c.integer(i); });
    } else {
        choose([](const ConstantData& c, std::size_t i) { return c.real(i); });
    }
    return {std::move(out)};
}

}  // namespace

std::vector<ConstantData> foldConstants(const ModelNode& node, const Model& model) {
    if (!node.standard() || node.subgraphs || node.inputs.empty() || node.outputs.empty()) return {};
    if (node.op == "Shape" || node.op == "Size") {
        const Dimensions* dimensions = model.dimensions(node.input(0));
        return dimensions ? foldShape(node, *dimensions) : Result{};
    }
    std::vector<const ConstantData*> in;
    for (const TensorId t : node.inputs) {
        in.push_back(model.data(t));
        if (t == noTensor) continue;
        // What a model computes of its parameters changes as it trains.
        const ModelTensor& tensor = model.tensors[t];
        const bool parameter = tensor.kind == ModelTensor::Kind::initializer && isFloat(tensor.type.element);
        if (!in.back() || parameter) return {};
    }
    if (!in[0]) return {};
    if (const auto row = binaryRows().find(node.op); row != binaryRows().end()) {
        return in.size() == 2 && in[1] ? foldBinary(row->second, *in[0], *in[1]) : Result{};
    }
    if (const auto row = unaryRows().find(node.op); row != unaryRows().end()) {
        return foldUnary(row->second, *in[0]);
    }
    if (node.op == "Identity") return {*in[0]};
    if (node.op == "Not") return foldNot(*in[0]);
    if (node.op == "Cast") return foldCast(elementOfNumber(node.integer("to", 0)), *in[0]);
    if (node.op == "CastLike") return in.size() > 1 && in[1] ? foldCast(in[1]->element, *in[0]) : Result{};
    if (node.op == "ConstantOfShape") return foldConstantOfShape(node, *in[0]);
    if (in.size() == 3 && in[1] && in[2]) {
        if (node.op == "Range") return foldRange(*in[0], *in[1], *in[2]);
        if (node.op == "Where") return foldWhere(*in[0], *in[1], *in[2]);
    }
    if (node.op == "ReduceProd" || node.op == "ReduceSum" || node.op == "ReduceMax" ||
        node.op == "ReduceMin") {
        return foldReduction(node, *in[0], in.size() > 1 ? in[1] : nullptr);
    }
    auto picked = foldPicks(node, in);
    return picked.empty() ? foldMovement(node, in) : picked;
}

}  // namespace reforward
