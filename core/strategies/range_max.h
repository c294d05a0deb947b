// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reforward {

/// Numbers at positions 0 .. n-1 under "add to a range" and "largest of all": a segment tree without
/// recursion, O(log n) and O(1).
class RangeMax {
  public:
    void assign(const std::vector<std::int64_t>& values) {
        leaves_ = values.size();
        largest_.assign(2 * leaves_, INT64_MIN / 2);
        added_.assign(leaves_, 0);
        std::copy(values.begin(), values.end(), largest_.begin() + static_cast<std::ptrdiff_t>(leaves_));
        for (std::size_t p = leaves_; p-- > 1;)
            largest_[p] = std::max(largest_[2 * p], largest_[2 * p + 1]);
    }

    /// Adds to positions first .. last; nothing where first > last.
    void add(std::int64_t first, std::int64_t last, std::int64_t amount) {
        if (first > last || amount == 0) return;
        const std::size_t left = static_cast<std::size_t>(first) + leaves_;
        const std::size_t right = static_cast<std::size_t>(last) + leaves_;
        std::size_t l = left, r = right + 1;
        for (; l < r; l >>= 1, r >>= 1) {
            if (l & 1) apply(l++, amount);
            if (r & 1) apply(--r, amount);
        }
        pull(left);
        if (right != left) pull(right);
    }

    std::int64_t max() const { return leaves_ == 0 ? 0 : largest_[1]; }

  private:
    void apply(std::size_t p, std::int64_t amount) {
        largest_[p] += amount;
        if (p < leaves_) added_[p] += amount;
    }
    void pull(std::size_t p) {
        for (p >>= 1; p >= 1; p >>= 1)
            largest_[p] = std::max(largest_[2 * p], largest_[2 * p + 1]) + added_[p];
    }

    std::size_t leaves_ = 0;
    std::vector<std::int64_t> largest_, added_;
};

}  // namespace reforward
