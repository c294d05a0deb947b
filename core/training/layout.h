// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/training/tensor_type.h"

namespace reforward {

/// How the elements of a tensor lie in its storage: what decides whether a reshape is a view or a copy.
/// Strides are in elements; a stride of 0 repeats one element (an expanded dimension).
struct Layout {
    Dimensions dimensions, strides;

    static Layout contiguous(const Dimensions& dimensions);
    bool isContiguous() const;

    Layout transposed(const std::vector<std::int64_t>& order) const;
    /// Every `step`-th element of a dimension, `count` of them.
    Layout sliced(std::size_t axis, std::int64_t step, std::int64_t count) const;
    /// Without that dimension.
    Layout selected(std::size_t axis) const;
    /// Broadcast to `target`, which must fit (trailing dimensions equal or ours 1).
    Layout expanded(const Dimensions& target) const;
    /// The same elements under other dimensions where no copy is needed: neighbouring dimensions merge
    /// only where the outer stride is the inner stride times the inner length. Counts must be equal.
    std::optional<Layout> reshaped(const Dimensions& target) const;
    /// The layout of a new tensor made element by element from one of this layout: dense, with the
    /// dimensions nested in the same order.
    Layout denseLike() const;
};

}  // namespace reforward
