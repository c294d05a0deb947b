// SPDX-License-Identifier: Apache-2.0
#include "core/training/layout.h"

#include <algorithm>
#include <numeric>

namespace reforward {

namespace {

std::int64_t product(const Dimensions& dimensions) {
    return std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t{1}, std::multiplies<>());
}

// Lengths of at least 1, so that strides beside an empty dimension stay within the counted range.
std::int64_t length(std::int64_t dimension) {
    return std::max<std::int64_t>(dimension, 1);
}

}  // namespace

Layout Layout::contiguous(const Dimensions& dimensions) {
    Layout layout{dimensions, Dimensions(dimensions.size(), 1)};
    for (std::size_t d = dimensions.size(); d-- > 1;) {
        if (__builtin_mul_overflow(layout.strides[d], length(dimensions[d]), &layout.strides[d - 1])) {
            // Only beside a dimension of 0, where no stride is ever used.
            layout.strides[d - 1] = 1;
        }
    }
    return layout;
}

bool Layout::isContiguous() const {
    std::int64_t expected = 1;
    for (std::size_t d = dimensions.size(); d-- > 0;) {
        if (dimensions[d] == 0) return true;
        if (dimensions[d] == 1) continue;
        if (strides[d] != expected) return false;
        expected *= dimensions[d];
    }
    return true;
}

Layout Layout::transposed(const std::vector<std::int64_t>& order) const {
    Layout result;
    for (const std::int64_t axis : order) {
        result.dimensions.push_back(dimensions[static_cast<std::size_t>(axis)]);
        result.strides.push_back(strides[static_cast<std::size_t>(axis)]);
    }
    return result;
}

Layout Layout::sliced(std::size_t axis, std::int64_t step, std::int64_t count) const {
    Layout result = *this;
    result.dimensions[axis] = count;
    // Of a single element the step is never taken; left out, it cannot overflow.
    if (count > 1) result.strides[axis] *= step;
    return result;
}

Layout Layout::selected(std::size_t axis) const {
    Layout result = *this;
    result.dimensions.erase(result.dimensions.begin() + static_cast<std::ptrdiff_t>(axis));
    result.strides.erase(result.strides.begin() + static_cast<std::ptrdiff_t>(axis));
    return result;
}

Layout Layout::expanded(const Dimensions& target) const {
    Layout result{target, Dimensions(target.size(), 0)};
    const std::size_t shift = target.size() - dimensions.size();
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (dimensions[d] == target[d + shift]) result.strides[d + shift] = strides[d];
    }
    return result;
}

std::optional<Layout> Layout::reshaped(const Dimensions& target) const {
    if (isContiguous() || product(target) == 0) return contiguous(target);
    Layout result{target, Dimensions(target.size(), 1)};
    // From the innermost dimension outwards: groups of ours that lie evenly must be made up exactly by
    // groups of the target's.
    std::size_t open = target.size();
    std::int64_t groupStride = dimensions.empty() ? 1 : strides.back(), ours = 1, theirs = 1;
    for (std::size_t d = dimensions.size(); d-- > 0;) {
        ours *= dimensions[d];
        const bool groupEnds = d == 0 || (dimensions[d - 1] != 1 && strides[d - 1] != ours * groupStride);
        if (!groupEnds) continue;
        while (open > 0 && (theirs < ours || target[open - 1] == 1)) {
            --open;
            result.strides[open] = theirs * groupStride;
            theirs *= target[open];
        }
        if (theirs != ours) return std::nullopt;
        if (d > 0) {
            groupStride = strides[d - 1];
            ours = theirs = 1;
        }
    }
    if (open != 0) return std::nullopt;
    return result;
}

Layout Layout::denseLike() const {
    std::vector<std::size_t> order(dimensions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return strides[a] > strides[b]; });
    Layout result{dimensions, Dimensions(dimensions.size(), 1)};
    std::int64_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        result.strides[order[i]] = stride;
        if (__builtin_mul_overflow(stride, length(dimensions[order[i]]), &stride)) stride = 1;
    }
    return result;
}

}  // namespace reforward
