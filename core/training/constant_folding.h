// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/model.h"

namespace reforward {

/// The outputs of a node whose inputs are all known constants (or, for Shape and Size, whose input has a
/// known shape). Empty where the operator is not one of shape arithmetic, an input is unknown or does not
/// fit the operator, a float initializer is read (it may be trained), or a result has more than
/// `constantLimit` elements; never throws for odd inputs. Time and memory: O(constantLimit x rank).
std::vector<ConstantData> foldConstants(const ModelNode& node, const Model& model);

/// The shape that numpy broadcasting gives; nothing where the shapes do not fit.
std::optional<Dimensions> broadcast(const Dimensions& a, const Dimensions& b);

/// Elements that Slice takes of one dimension: first index, step and count, by the rules of the operator
/// (negative positions count from the end, everything is clamped). Nothing for a step of 0.
struct SliceRange {
    std::int64_t first = 0, step = 1, count = 0;
};
std::optional<SliceRange> sliceRange(std::int64_t dimension, std::int64_t start, std::int64_t end,
                                     std::int64_t step);

}  // namespace reforward
