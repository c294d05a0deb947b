// SPDX-License-Identifier: Apache-2.0
// Attention (operator set 23): queries, keys and values as [samples, heads, length, width] or, with the heads
// inside the last dimension, [samples, length, heads x width]; several query heads may share one key head.
#include "core/training/shape_rule_tools.h"

namespace reforward::rules {

namespace {

struct Heads {
    std::int64_t samples = 0, heads = 0, length = 0, width = 0;
};

Heads headsOf(const ModelNode& node, const TensorType& type, const char* attribute) {
    const Dimensions& d = *type.dimensions;
    if (d.size() == 4) return {d[0], d[1], d[2], d[3]};
    const std::int64_t heads = node.integer(attribute, 0);
    if (d.size() != 3 || heads < 1 || d[2] % heads != 0) {
        refuse(node, "Attention of " + toText(type) + " with " + attribute + " " + std::to_string(heads));
    }
    return {d[0], heads, d[1], d[2] / heads};
}

}  // namespace

Types attention(const ModelNode& node, const Model& model) {
    const TensorType *q = shaped(node, model, 0), *k = shaped(node, model, 1), *v = shaped(node, model, 2);
    if (!q || !k || !v) return std::nullopt;
    const Heads queries = headsOf(node, *q, "q_num_heads"), keys = headsOf(node, *k, "kv_num_heads"),
                values = headsOf(node, *v, "kv_num_heads");
    const Dimensions* past = model.dimensions(node.input(4));
    const bool pastUnknown = node.input(4) != noTensor && (!past || past->size() != 4);
    std::int64_t length = keys.length;
    if (past && past->size() == 4 && __builtin_add_overflow(length, (*past)[2], &length))
        refuse(node, "its keys are longer than 63 bits count");
    std::vector<TensorType> types{{q->element, {}}, {k->element, {}}, {v->element, {}}, {q->element, {}}};
    if (q->dimensions->size() == 4) {
        types[0].dimensions = {queries.samples, queries.heads, queries.length, values.width};
    } else {
        types[0].dimensions = {queries.samples, queries.length, product(node, queries.heads, values.width)};
    }
    if (!pastUnknown) {
        types[1].dimensions = {keys.samples, keys.heads, length, keys.width};
        types[2].dimensions = {values.samples, values.heads, length, values.width};
        types[3].dimensions = {queries.samples, queries.heads, queries.length, length};
    }
    types.resize(std::min(types.size(), node.outputs.size()));
    return types;
}

}  // namespace reforward::rules
