// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_rebatch.h"

#include <algorithm>

#include "core/training/operator_table.h"
#include "core/training/shape_rules.h"

namespace reforward {

Rebatch::Rebatch(Model& model, const Model& reference) : model_(model), reference_(reference) {
    for (TensorId t = 0; t < reference.tensors.size(); ++t)
        referenceIds_.emplace(reference.tensors[t].name, t);
}

void Rebatch::apply(ModelNode& node) {
    refitConstants(node);
    rescaleTarget(node);
    if (node.inputs.empty()) return;
    const bool fixed = std::all_of(node.inputs.begin(), node.inputs.end(),
                                   [this](TensorId t) { return t == noTensor || isFixed(t); });
    if (fixed) fixed_.insert(node.outputs.begin(), node.outputs.end());
}

bool Rebatch::isFixed(TensorId tensor) const {
    return model_.tensors[tensor].kind == ModelTensor::Kind::constant || fixed_.contains(tensor);
}

// Traced numbers that hold the file's own batch, in the target of a Reshape or an Expand.
void Rebatch::rescaleTarget(ModelNode& node) {
    if (!node.standard() || (node.op != "Reshape" && node.op != "Expand")) return;
    const TensorId input = node.input(0), target = node.input(1);
    const ConstantData* wanted = model_.data(target);
    if (!wanted || input == noTensor || node.output(0) == noTensor) return;
    const TensorId oldInput = inReference(input), oldTarget = inReference(target);
    const Dimensions *before = reference_.dimensions(oldInput), *now = model_.dimensions(input);
    const Dimensions* result = reference_.dimensions(inReference(node.output(0)));
    const ConstantData* old = reference_.data(oldTarget);
    if (!before || !now || !result || !old || old->integers() != wanted->integers()) return;
    std::optional<Dimensions> scaled;
    if (node.op == "Reshape" && *before != *now)
        scaled = rescaledTarget(*before, *now, *result, reference_.batch.value_or(0));
    if (node.op == "Expand") scaled = expandedTarget(*before, *result);
    if (!scaled || *scaled == *result) return;
    const Dimensions shape{static_cast<std::int64_t>(scaled->size())};
    ConstantData data{ElementType::int64, shape, std::move(*scaled)};
    const TensorType type = data.type();
    giveOwn(node, 1, type, std::move(data));
}

// The node gets a constant of its own: others may read the same one for something else.
void Rebatch::giveOwn(ModelNode& node, std::size_t slot, TensorType type, std::optional<ConstantData> data) {
    ModelTensor own{model_.tensors[node.inputs[slot]].name, ModelTensor::Kind::constant, std::move(type),
                    std::move(data)};
    node.inputs[slot] = static_cast<TensorId>(model_.tensors.size());
    model_.tensors.push_back(std::move(own));
}

// Constants traced at the file's own batch (a mask, a first state) that meet a value of another one: the
// constant of another batch would have its shape, whatever its elements.
void Rebatch::refitConstants(ModelNode& node) {
    const OperatorRow* row = findOperator(node);
    const bool expand = node.standard() && node.op == "Expand";
    if (!reference_.batch || !model_.batch || (!expand && !(row && row->elementwise))) return;
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
        const TensorId t = node.inputs[slot];
        if (t == noTensor || !isFixed(t)) continue;
        if (!model_.tensors[t].type.dimensions || (expand && slot > 0)) continue;
        TensorType type = model_.tensors[t].type;
        Dimensions& shape = *type.dimensions;
        for (std::size_t d = 0; d < shape.size(); ++d) {
            if (shape[d] == *reference_.batch && meetsNewBatch(node, slot, expand, shape.size() - d))
                shape[d] = *model_.batch;
        }
        if (type.dimensions != model_.tensors[t].type.dimensions) giveOwn(node, slot, type, std::nullopt);
    }
}

// Whether another input (of Expand: its target) has the new batch that far from the end, where it had the
// file's own.
bool Rebatch::meetsNewBatch(const ModelNode& node, std::size_t slot, bool expand, std::size_t fromEnd) const {
    const auto at = [&](const Dimensions& d) { return fromEnd <= d.size() ? d[d.size() - fromEnd] : 0; };
    if (expand) {
        const ConstantData* target = model_.data(node.input(1));
        return target && at(target->integers()) == *model_.batch;
    }
    for (std::size_t other = 0; other < node.inputs.size(); ++other) {
        const TensorId t = node.inputs[other];
        if (other == slot || t == noTensor) continue;
        const Dimensions *now = model_.dimensions(t), *before = reference_.dimensions(inReference(t));
        if (now && before && at(*now) == *model_.batch && at(*before) == *reference_.batch) return true;
    }
    return false;
}

TensorId Rebatch::inReference(TensorId tensor) const {
    const auto found = referenceIds_.find(model_.tensors[tensor].name);
    return found == referenceIds_.end() ? noTensor : found->second;
}

// A single row repeated for each sample: the first dimension that was repeated to the file's own batch.
std::optional<Dimensions> Rebatch::expandedTarget(const Dimensions& before, const Dimensions& result) const {
    if (!reference_.batch || !model_.batch || before.size() > result.size()) return std::nullopt;
    const std::size_t shift = result.size() - before.size();
    for (std::size_t d = 0; d < result.size(); ++d) {
        if (result[d] != *reference_.batch || (d >= shift && before[d - shift] != 1)) continue;
        Dimensions scaled = result;
        scaled[d] = *model_.batch;
        return scaled;
    }
    return std::nullopt;
}

}  // namespace reforward
