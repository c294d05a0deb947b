// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/training/model.h"

namespace reforward {

/// Reads a file of a fixed batch at another: numbers and constants that an exporter traced hold the old
/// batch. They are found by comparing with the same model inferred at the batch of its file.
class Rebatch {
  public:
    /// Both stay alive; `model` is in the making, at its new batch.
    Rebatch(Model& model, const Model& reference);

    /// Gives a node, whose inputs are inferred, constants that fit the new batch in the place of such that do
    /// not: the target of a Reshape or an Expand, a mask or first state that meets a value.
    void apply(ModelNode& node);

  private:
    void rescaleTarget(ModelNode& node);
    void refitConstants(ModelNode& node);
    bool meetsNewBatch(const ModelNode& node, std::size_t slot, bool expand, std::size_t fromEnd) const;
    std::optional<Dimensions> expandedTarget(const Dimensions& before, const Dimensions& result) const;
    void giveOwn(ModelNode& node, std::size_t slot, TensorType type, std::optional<ConstantData> data);
    /// A constant, or made of constants alone.
    bool isFixed(TensorId tensor) const;
    TensorId inReference(TensorId tensor) const;

    Model& model_;
    const Model& reference_;
    std::unordered_map<std::string_view, TensorId> referenceIds_;  // by name
    std::unordered_set<TensorId> fixed_;                           // computed, of constants alone
};

}  // namespace reforward
