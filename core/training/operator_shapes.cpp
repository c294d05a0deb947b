// SPDX-License-Identifier: Apache-2.0
#include "core/training/operator_shapes.h"

namespace reforward::shapes {

namespace {

std::optional<Dimensions> copyOf(const Dimensions* dimensions) {
    return dimensions ? std::optional(*dimensions) : std::nullopt;
}

}  // namespace

std::optional<Dimensions> scalar(const OperatorUse&) {
    return Dimensions{};
}

std::optional<Dimensions> input(const OperatorUse& use) {
    return copyOf(use.model.dimensions(use.node.input(0)));
}

std::optional<Dimensions> output(const OperatorUse& use) {
    return copyOf(use.model.dimensions(use.node.output(0)));
}

std::optional<Dimensions> channels(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    if (!in || in->empty()) return std::nullopt;
    return Dimensions{in->size() > 1 ? (*in)[1] : 1};
}

std::optional<Dimensions> rows(const OperatorUse& use) {
    auto in = input(use);
    if (!in) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(in->size());
    std::int64_t axis = use.node.integer("axis", -1);
    if (axis < 0) axis += rank;
    for (std::int64_t d = std::max<std::int64_t>(axis, 0); d < rank; ++d)
        (*in)[static_cast<std::size_t>(d)] = 1;
    return in;
}

std::optional<Dimensions> groups(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    if (!in || in->empty()) return std::nullopt;
    return Dimensions{(*in)[0], use.node.integer("num_groups", 1)};
}

std::optional<Dimensions> instances(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    if (!in || in->size() < 2) return std::nullopt;
    return Dimensions{(*in)[0], (*in)[1]};
}

std::optional<Dimensions> matrixRows(const OperatorUse& use) {
    auto in = input(use);
    if (!in || in->empty()) return std::nullopt;
    in->pop_back();
    return in;
}

std::optional<Dimensions> norms(const OperatorUse& use) {
    auto in = input(use);
    if (!in) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(in->size());
    const std::int64_t axis = use.node.integer("axis", -1);
    if (axis < -rank || axis >= rank) return std::nullopt;
    (*in)[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = 1;
    return in;
}

std::optional<Dimensions> scores(const OperatorUse& use) {
    const Dimensions* q = use.model.dimensions(use.node.input(0));
    const Dimensions* k = use.model.dimensions(use.node.input(1));
    const Dimensions* past = use.model.dimensions(use.node.input(4));
    if (!q || !k || q->size() < 3 || k->size() != q->size()) return std::nullopt;
    const bool heads = q->size() == 4;
    std::int64_t keys = (*k)[heads ? 2 : 1];
    if (past && past->size() == 4 && __builtin_add_overflow(keys, (*past)[2], &keys)) return std::nullopt;
    return Dimensions{(*q)[0], heads ? (*q)[1] : use.node.integer("q_num_heads", 1), (*q)[heads ? 2 : 1],
                      keys};
}

std::optional<Dimensions> lengths(const OperatorUse& use) {
    return copyOf(use.model.dimensions(use.node.input(1)));
}

std::optional<Dimensions> lrnPadded(const OperatorUse& use) {
    auto in = input(use);
    if (!in || in->size() < 2) return std::nullopt;
    const std::int64_t size = use.node.integer("size", 1);
    if (size < 1 || __builtin_add_overflow((*in)[1], size - 1, &(*in)[1])) return std::nullopt;
    return in;
}

std::optional<Dimensions> reserve(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    const Dimensions* weights =
        use.model.dimensions(use.node.input(2));  // [directions, gates x hidden, hidden]
    if (!in || in->size() != 3 || !weights || weights->size() != 3) return std::nullopt;
    const bool batchFirst = use.node.integer("layout", 0) != 0;
    const std::int64_t blocks = use.node.op == "RNN" ? 1 : 7;
    std::int64_t steps = 0;
    if (__builtin_mul_overflow((*in)[batchFirst ? 1 : 0], blocks, &steps)) return std::nullopt;
    if (use.node.op == "RNN" && __builtin_add_overflow(steps, 1, &steps)) return std::nullopt;
    return Dimensions{steps, (*weights)[0], (*in)[batchFirst ? 0 : 1], (*weights)[2]};
}

bool centersRows(const OperatorUse& use) {
    return use.node.op == "LayerNormalization";
}

std::optional<Dimensions> recurrentWeightSum(const OperatorUse& use) {
    const Dimensions* in = use.model.dimensions(use.node.input(0));
    const Dimensions* weights = use.model.dimensions(use.node.input(2));
    if (!in || in->empty() || !weights || weights->size() != 3) return std::nullopt;
    const std::int64_t steps = use.node.integer("layout", 0) != 0 && in->size() > 1 ? (*in)[1] : in->front();
    return Dimensions{steps > 1 ? 3 : 0, (*weights)[1], (*weights)[2]};
}

}  // namespace reforward::shapes
