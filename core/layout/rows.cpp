// SPDX-License-Identifier: Apache-2.0
#include "core/layout/rows.h"

#include <algorithm>
#include <tuple>

#include "core/layout/spacing.h"

namespace reforward {

namespace {

using Line = std::pair<std::uint32_t, std::uint32_t>;

void group(std::uint32_t slots, std::vector<Line>& lines, std::vector<std::uint32_t>& first,
           std::vector<std::uint32_t>& targets) {
    std::sort(lines.begin(), lines.end());
    first.assign(slots + 1, 0);
    targets.clear();
    for (const auto& [from, to] : lines) {
        ++first[from + 1];
        targets.push_back(to);
    }
    for (std::uint32_t s = 0; s < slots; ++s)
        first[s + 1] += first[s];
}

// Rows below each slot that the longest path from it through lines reaches.
std::vector<std::uint32_t> depths(const Rows& rows) {
    std::vector<std::uint32_t> depth(rows.slots());
    for (std::size_t r = rows.rows.size(); r-- > 0;) {
        for (const std::uint32_t s : rows.rows[r]) {
            for (const std::uint32_t t : rows.below(s))
                depth[s] = std::max(depth[s], depth[t] + 1);
        }
    }
    return depth;
}

std::vector<std::uint32_t> heights(const Rows& rows) {
    std::vector<std::uint32_t> height(rows.slots());
    for (const auto& row : rows.rows) {
        for (const std::uint32_t s : row) {
            for (const std::uint32_t u : rows.above(s))
                height[s] = std::max(height[s], height[u] + 1);
        }
    }
    return height;
}

}  // namespace

void Rows::updatePositions(std::uint32_t row) {
    for (std::uint32_t i = 0; i < rows[row].size(); ++i)
        position[rows[row][i]] = i;
}

Rows makeRows(const LayoutInput& input, const Adjacency& adjacency, const std::vector<std::uint32_t>& ranks,
              const Columns& columns) {
    Rows rows;
    rows.boxes = adjacency.size();
    rows.rows.resize(columns.rows());
    rows.firstLane.assign(rows.boxes, Rows::none);
    const auto addSlot = [&](std::uint32_t owner, std::uint32_t row, std::uint32_t last, double width) {
        rows.owner.push_back(owner);
        rows.rowOf.push_back(row);
        rows.lastRow.push_back(last);
        rows.width.push_back(width);
        rows.rows[row].push_back(rows.slots() - 1);
    };
    for (std::uint32_t v = 0; v < rows.boxes; ++v)
        addSlot(v, ranks[v], ranks[v], input.boxes[v].width);

    std::vector<Line> lines;
    for (std::uint32_t v = 0; v < rows.boxes; ++v) {
        std::uint32_t last = ranks[v];
        for (const std::uint32_t w : adjacency.successors(v)) {
            if (isLocal(columns, ranks[v], ranks[w])) last = std::max(last, ranks[w]);
        }
        if (last > ranks[v] + 1) rows.firstLane[v] = rows.slots();
        std::uint32_t before = v;
        for (std::uint32_t r = ranks[v] + 1; r < last; ++r) {
            lines.emplace_back(before, rows.slots());
            before = rows.slots();
            addSlot(v, r, last, 0);
        }
        for (const std::uint32_t w : adjacency.successors(v)) {
            if (!isLocal(columns, ranks[v], ranks[w])) continue;
            const std::uint32_t span = ranks[w] - ranks[v];
            lines.emplace_back(span == 1 ? v : rows.firstLane[v] + span - 2, w);
        }
    }
    group(rows.slots(), lines, rows.firstDown, rows.down);
    for (auto& [from, to] : lines)
        std::swap(from, to);
    group(rows.slots(), lines, rows.firstUp, rows.up);

    const auto depth = depths(rows);
    const auto key = [&](std::uint32_t s) {
        const bool lane = rows.isLane(s);
        return std::tuple(lane, lane ? rows.lastRow[s] : UINT32_MAX - depth[s], s);
    };
    rows.position.resize(rows.slots());
    for (std::uint32_t r = 0; r < rows.rows.size(); ++r) {
        std::sort(rows.rows[r].begin(), rows.rows[r].end(),
                  [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        rows.updatePositions(r);
    }
    return rows;
}

MainPaths mainPaths(const Rows& rows) {
    MainPaths paths{std::vector(rows.boxes, Rows::none), std::vector(rows.boxes, Rows::none)};
    const auto depth = depths(rows), height = heights(rows);
    std::vector<std::uint32_t> wish(rows.boxes, Rows::none);
    for (std::uint32_t v = 0; v < rows.boxes; ++v) {
        for (const std::uint32_t w : rows.below(v)) {
            if (rows.isLane(w)) continue;
            const std::uint32_t best = wish[v];
            if (best == Rows::none ||
                std::pair(depth[w], rows.position[best]) > std::pair(depth[best], rows.position[w])) {
                wish[v] = w;
            }
        }
    }
    for (std::uint32_t w = 0; w < rows.boxes; ++w) {
        std::uint32_t best = Rows::none;
        for (const std::uint32_t v : rows.above(w)) {
            if (rows.isLane(v) || wish[v] != w) continue;
            if (best == Rows::none ||
                std::pair(height[v], rows.position[best]) > std::pair(height[best], rows.position[v])) {
                best = v;
            }
        }
        if (best == Rows::none) continue;
        paths.above[w] = best;
        paths.below[best] = w;
    }
    return paths;
}

}  // namespace reforward
