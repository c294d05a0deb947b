// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/layout/rows.h"

// Terms: a crossing is a pair of lines between two neighbouring rows whose ends stand in opposite order.
// A sweep goes down (or up) and sorts each row by the medians of its slots' neighbours in the row before;
// slots without neighbours there keep their places. The order with the fewest crossings wins.

namespace reforward {

namespace {

// Crossings of the lines between a row and the next: inversions of the lower ends, by a Fenwick tree.
std::uint64_t crossings(const Rows& rows, std::uint32_t row, std::vector<std::uint32_t>& ends,
                        std::vector<std::uint32_t>& tree) {
    if (rows.rows[row].size() < 2 || rows.rows[row + 1].size() < 2) return 0;
    const std::size_t lower = rows.rows[row + 1].size();
    tree.assign(lower + 1, 0);
    std::uint64_t count = 0, seen = 0;
    for (const std::uint32_t s : rows.rows[row]) {
        ends.clear();
        for (const std::uint32_t t : rows.below(s))
            ends.push_back(rows.position[t]);
        std::sort(ends.begin(), ends.end());
        for (const std::uint32_t e : ends) {
            std::uint64_t notAfter = 0;
            for (std::size_t i = e + 1; i > 0; i -= i & (~i + 1))
                notAfter += tree[i];
            count += seen - notAfter;
        }
        for (const std::uint32_t e : ends) {
            for (std::size_t i = e + 1; i <= lower; i += i & (~i + 1))
                ++tree[i];
        }
        seen += ends.size();
    }
    return count;
}

// The median position of a slot's neighbours, or none. Of an even number the mean of the middle two.
double median(const Rows& rows, std::span<const std::uint32_t> neighbours,
              std::vector<std::uint32_t>& buffer) {
    if (neighbours.empty()) return -1;
    buffer.clear();
    for (const std::uint32_t t : neighbours)
        buffer.push_back(rows.position[t]);
    std::sort(buffer.begin(), buffer.end());
    const std::size_t middle = buffer.size() / 2;
    if (buffer.size() % 2 == 1) return buffer[middle];
    return (buffer[middle - 1] + buffer[middle]) / 2.0;
}

struct Placed {
    double median;
    std::uint32_t slot;
};

void sortRow(Rows& rows, std::uint32_t row, bool downwards, std::vector<std::uint32_t>& buffer,
             std::vector<Placed>& moving) {
    auto& slots = rows.rows[row];
    if (slots.size() < 2) return;
    moving.clear();
    std::vector<bool> fixed(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const double m = median(rows, downwards ? rows.above(slots[i]) : rows.below(slots[i]), buffer);
        fixed[i] = m < 0;
        if (m >= 0) moving.push_back({m, slots[i]});
    }
    std::stable_sort(moving.begin(), moving.end(),
                     [](const Placed& a, const Placed& b) { return a.median < b.median; });
    std::size_t next = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!fixed[i]) slots[i] = moving[next++].slot;
    }
    rows.updatePositions(row);
}

}  // namespace

std::uint64_t countCrossings(const Rows& rows) {
    std::vector<std::uint32_t> ends, tree;
    std::uint64_t count = 0;
    for (std::uint32_t r = 0; r + 1 < rows.rows.size(); ++r)
        count += crossings(rows, r, ends, tree);
    return count;
}

void orderRows(Rows& rows, const Control& control) {
    constexpr int sweeps = 12, patience = 4;
    std::uint64_t fewest = countCrossings(rows);
    auto best = rows.rows;
    std::vector<std::uint32_t> buffer;
    std::vector<Placed> moving;
    const auto count = static_cast<std::uint32_t>(rows.rows.size());
    int withoutGain = 0;
    for (int sweep = 0; sweep < sweeps && fewest > 0 && withoutGain < patience; ++sweep) {
        control.throwIfCancelled();
        const bool downwards = sweep % 2 == 0;
        for (std::uint32_t i = 1; i < count; ++i)
            sortRow(rows, downwards ? i : count - 1 - i, downwards, buffer, moving);
        const std::uint64_t now = countCrossings(rows);
        ++withoutGain;
        if (now < fewest) {
            fewest = now;
            best = rows.rows;
            withoutGain = 0;
        }
    }
    rows.rows = std::move(best);
    for (std::uint32_t r = 0; r < count; ++r)
        rows.updatePositions(r);
}

}  // namespace reforward
