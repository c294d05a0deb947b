// SPDX-License-Identifier: Apache-2.0
#include "core/training/program_constants.h"

#include <string>
#include <unordered_map>

#include "core/training/operator_table.h"

namespace reforward {

namespace {

// Type, shape and elements as one string of bytes.
std::string keyOf(const ConstantData& data) {
    std::string key;
    const auto append = [&key](const auto& list) {
        key.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
    };
    append(std::vector<std::int64_t>{static_cast<std::int64_t>(data.element),
                                     static_cast<std::int64_t>(data.dimensions.size())});
    append(data.dimensions);
    std::visit(append, data.elements);
    return key;
}

}  // namespace

ProgramConstants::ProgramConstants(const Model& model)
    : model_(model), producer_(model.tensors.size(), UINT32_MAX) {
    std::unordered_map<std::string, std::uint32_t> equal;
    for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
        for (const TensorId t : model.nodes[n].outputs) {
            if (t != noTensor) producer_[t] = n;
        }
        first_.push_back(n);
        const ModelNode& node = model.nodes[n];
        const ConstantData* data = node.op == "Constant" ? model.data(node.output(0)) : nullptr;
        if (data && data->size() > 1) first_[n] = equal.try_emplace(keyOf(*data), n).first->second;
    }
}

std::optional<std::uint32_t> ProgramConstants::maker(TensorId tensor) const {
    while (tensor != noTensor && producer_[tensor] != UINT32_MAX) {
        const std::uint32_t n = producer_[tensor];
        const ModelNode& node = model_.nodes[n];
        const OperatorRow* row = findOperator(node);
        const OperatorUse use{model_, node, {}, std::vector<bool>(node.inputs.size(), true), false};
        const bool view = row && row->view != ViewRule::none && (!row->viewWhen || row->viewWhen(use));
        if (!view) {
            // A Constant outside all modules is a tensor that the program held before the step.
            if (node.op == "Constant" && (model_.producer != "pytorch" || !node.name.starts_with('/')))
                return std::nullopt;
            const auto bytes = tensorBytes(model_.tensors[tensor].type);
            const Dimensions* shape = model_.dimensions(tensor);
            if (!bytes || elementCount(*shape) <= 1) return std::nullopt;
            return first_[n];
        }
        tensor = node.input(0);
    }
    return std::nullopt;
}

}  // namespace reforward
