// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <queue>

#include "core/layout/rows.h"
#include "core/layout/spacing.h"

// After Brandes and Koepf (Fast and simple horizontal coordinate assignment, 2001), in one direction.
// Terms: a block is a set of slots, one a row, that get one x. 1. Lines are chosen that are to be straight:
// lane to lane first, then along the main paths, then any others; none crosses another one chosen. 2. Slots
// on chosen lines become blocks. 3. Blocks go as far left as their left neighbours allow (longest path over
// blocks), so that main paths stand left and what branches off stands right of them. 4. A block that its
// lines pull right moves there where there is room.

namespace reforward {

namespace {

double separation(const Rows& rows, std::uint32_t left, std::uint32_t right) {
    const double widths = rows.right[left] + rows.left[right];
    if (rows.isLane(left) && rows.isLane(right)) return widths + spacing::laneGap;
    if (rows.isLane(left) || rows.isLane(right)) return widths + spacing::boxToLane;
    return widths + spacing::boxGap;
}

// Lines of one pair of rows that are to be straight, by the position of their upper end.
class StraightLines {
  public:
    void clear() { chosen_.clear(); }
    bool choose(std::uint32_t upper, std::uint32_t lower) {
        const auto after = chosen_.lower_bound(upper);
        if (after != chosen_.end() && (after->first == upper || after->second <= lower)) return false;
        if (after != chosen_.begin() && std::prev(after)->second >= lower) return false;
        chosen_.emplace_hint(after, upper, lower);
        return true;
    }
    const std::map<std::uint32_t, std::uint32_t>& chosen() const { return chosen_; }

  private:
    std::map<std::uint32_t, std::uint32_t> chosen_;
};

// The slot below that a slot without a main path wants to stand above: the middle one of those that are
// free to choose themselves.
std::uint32_t freeNeighbour(const Rows& rows, const MainPaths& paths, std::uint32_t slot) {
    std::vector<std::uint32_t> free;
    for (const std::uint32_t t : rows.below(slot)) {
        if (rows.isLane(t) || paths.above[t] == Rows::none) free.push_back(t);
    }
    if (free.empty()) return Rows::none;
    std::sort(free.begin(), free.end(),
              [&](std::uint32_t a, std::uint32_t b) { return rows.position[a] < rows.position[b]; });
    return free[(free.size() - 1) / 2];
}

// Blocks as the slot at their top.
std::vector<std::uint32_t> findBlocks(const Rows& rows) {
    const MainPaths paths = mainPaths(rows);
    std::vector<std::uint32_t> top(rows.slots());
    for (std::uint32_t s = 0; s < rows.slots(); ++s)
        top[s] = s;
    StraightLines lines;
    for (std::size_t r = 0; r + 1 < rows.rows.size(); ++r) {
        lines.clear();
        const auto choose = [&](std::uint32_t s, std::uint32_t t) {
            lines.choose(rows.position[s], rows.position[t]);
        };
        for (const std::uint32_t s : rows.rows[r]) {
            if (!rows.isLane(s)) continue;
            for (const std::uint32_t t : rows.below(s)) {
                if (rows.isLane(t)) choose(s, t);
            }
        }
        for (const std::uint32_t s : rows.rows[r]) {
            if (!rows.isLane(s) && paths.below[s] != Rows::none) choose(s, paths.below[s]);
        }
        for (const std::uint32_t s : rows.rows[r]) {
            const bool bound = rows.isLane(s) ? rows.lastRow[s] > r + 1 : paths.below[s] != Rows::none;
            if (bound) continue;
            const std::uint32_t t = freeNeighbour(rows, paths, s);
            if (t != Rows::none) choose(s, t);
        }
        for (const auto& [upper, lower] : lines.chosen())
            top[rows.rows[r + 1][lower]] = top[rows.rows[r][upper]];
    }
    return top;
}

// For each block the blocks just right of it with the least distance, as ranges; and an order in which
// left comes before right.
struct BlockGraph {
    struct Gap {
        std::uint32_t left, right;
        double least;
    };
    std::vector<Gap> gaps;
    std::vector<std::uint32_t> first, order;
};

BlockGraph neighbours(const Rows& rows, const std::vector<std::uint32_t>& top) {
    BlockGraph graph;
    for (const auto& row : rows.rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            graph.gaps.push_back({top[row[i]], top[row[i + 1]], separation(rows, row[i], row[i + 1])});
    }
    std::sort(graph.gaps.begin(), graph.gaps.end(), [](const auto& a, const auto& b) {
        return std::pair(a.left, a.right) < std::pair(b.left, b.right);
    });
    graph.first.assign(rows.slots() + 1, 0);
    std::vector<std::uint32_t> open(rows.slots());
    for (const auto& gap : graph.gaps) {
        ++graph.first[gap.left + 1];
        ++open[gap.right];
    }
    for (std::uint32_t b = 0; b < rows.slots(); ++b)
        graph.first[b + 1] += graph.first[b];
    for (std::uint32_t b = 0; b < rows.slots(); ++b) {
        if (top[b] == b && open[b] == 0) graph.order.push_back(b);
    }
    for (std::size_t i = 0; i < graph.order.size(); ++i) {
        const std::uint32_t b = graph.order[i];
        for (std::uint32_t g = graph.first[b]; g < graph.first[b + 1]; ++g) {
            if (--open[graph.gaps[g].right] == 0) graph.order.push_back(graph.gaps[g].right);
        }
    }
    return graph;
}

// Sum of the distances by which lines of a block would like it further right, and their number.
struct Pull {
    double sum = 0;
    int lines = 0;
};

std::vector<Pull> pulls(const Rows& rows, const std::vector<std::uint32_t>& top,
                        const std::vector<double>& x) {
    std::vector<Pull> pull(rows.slots());
    for (std::uint32_t s = 0; s < rows.slots(); ++s) {
        for (const std::uint32_t t : rows.below(s)) {
            if (top[s] == top[t]) continue;
            pull[top[s]].sum += x[top[t]] - x[top[s]];
            pull[top[t]].sum += x[top[s]] - x[top[t]];
            ++pull[top[s]].lines;
            ++pull[top[t]].lines;
        }
    }
    return pull;
}

}  // namespace

std::vector<double> placeSlots(const Rows& rows, const Columns& columns) {
    const std::vector<std::uint32_t> top = findBlocks(rows);
    const BlockGraph graph = neighbours(rows, top);
    std::vector<double> x(rows.slots());
    // A block that is leftmost in every row of its own still needs room for its widest slot.
    for (std::uint32_t s = 0; s < rows.slots(); ++s)
        x[top[s]] = std::max(x[top[s]], rows.left[s]);
    for (const std::uint32_t b : graph.order) {
        for (std::uint32_t g = graph.first[b]; g < graph.first[b + 1]; ++g)
            x[graph.gaps[g].right] = std::max(x[graph.gaps[g].right], x[b] + graph.gaps[g].least);
    }
    const std::vector<Pull> pull = pulls(rows, top, x);
    for (std::size_t i = graph.order.size(); i-- > 0;) {
        const std::uint32_t b = graph.order[i];
        if (pull[b].lines == 0 || pull[b].sum <= 0) continue;
        double target = x[b] + pull[b].sum / pull[b].lines;
        for (std::uint32_t g = graph.first[b]; g < graph.first[b + 1]; ++g)
            target = std::min(target, x[graph.gaps[g].right] - graph.gaps[g].least);
        x[b] = std::max(x[b], target);
    }

    std::vector<double> leftmost(columns.count(), std::numeric_limits<double>::infinity());
    std::vector<double> centre(rows.slots());
    for (std::uint32_t s = 0; s < rows.slots(); ++s) {
        centre[s] = x[top[s]];
        double& left = leftmost[columns.ofRow[rows.rowOf[s]]];
        left = std::min(left, centre[s] - rows.left[s]);
    }
    for (std::uint32_t s = 0; s < rows.slots(); ++s)
        centre[s] -= leftmost[columns.ofRow[rows.rowOf[s]]];
    return centre;
}

}  // namespace reforward
