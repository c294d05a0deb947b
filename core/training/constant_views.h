// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// Number of elements; nothing for a negative dimension or beyond `constantLimit`.
std::optional<std::size_t> smallCount(const Dimensions& dimensions);

/// For each element of shape `to` the element of shape `from` it comes from under broadcasting.
std::optional<std::vector<std::size_t>> broadcastIndices(const Dimensions& from, const Dimensions& to);

/// The elements at these places, as a constant of that shape.
ConstantData pickElements(const ConstantData& in, Dimensions dimensions,
                          const std::vector<std::size_t>& indices);

/// Operators that only move elements (Gather, Slice, Concat, Unsqueeze, Squeeze, Reshape, Flatten,
/// Transpose, Expand, Tile, Split), on constants. Empty where they do not apply.
std::vector<ConstantData> foldMovement(const ModelNode& node, const std::vector<const ConstantData*>& inputs);

}  // namespace reforward
