// SPDX-License-Identifier: Apache-2.0
#include "core/layout/rows.h"

#include <algorithm>
#include <tuple>

namespace reforward {

namespace {

using Line = std::pair<std::uint32_t, std::uint32_t>;

void group(std::uint32_t slots, std::vector<Line>& lines, std::vector<std::uint32_t>& first,
           std::vector<std::uint32_t>& targets) {
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    first.assign(slots + 1, 0);
    targets.clear();
    for (const auto& [from, to] : lines) {
        ++first[from + 1];
        targets.push_back(to);
    }
    for (std::uint32_t s = 0; s < slots; ++s)
        first[s + 1] += first[s];
}

// Boxes on the longest path down from each slot, itself included. Lanes do not count: what goes through
// boxes is the main path, what passes them by is not.
std::vector<std::uint32_t> depths(const Rows& rows) {
    std::vector<std::uint32_t> depth(rows.slots());
    for (std::size_t r = rows.rows.size(); r-- > 0;) {
        for (const std::uint32_t s : rows.rows[r]) {
            for (const std::uint32_t t : rows.below(s))
                depth[s] = std::max(depth[s], depth[t]);
            if (!rows.isLane(s)) ++depth[s];
        }
    }
    return depth;
}

std::vector<std::uint32_t> heights(const Rows& rows) {
    std::vector<std::uint32_t> height(rows.slots());
    for (const auto& row : rows.rows) {
        for (const std::uint32_t s : row) {
            for (const std::uint32_t u : rows.above(s))
                height[s] = std::max(height[s], height[u]);
            if (!rows.isLane(s)) ++height[s];
        }
    }
    return height;
}

}  // namespace

void Rows::updatePositions(std::uint32_t row) {
    for (std::uint32_t i = 0; i < rows[row].size(); ++i)
        position[rows[row][i]] = i;
}

namespace {

// Fills rows with boxes and lanes and collects the lines between them.
class Filler {
  public:
    Filler(const LayoutInput& input, const Adjacency& adjacency, const std::vector<std::uint32_t>& ranks,
           const Columns& columns)
        : adjacency_(adjacency), ranks_(ranks), columns_(columns) {
        rows_.boxes = adjacency.size();
        rows_.rows.resize(columns.rows());
        for (std::uint32_t v = 0; v < rows_.boxes; ++v)
            addBox(ranks[v], input.boxes[v]);
    }

    std::pair<Rows, std::vector<Line>> run() {
        findGathering();
        makeChains();
        for (std::uint32_t v = 0; v < rows_.boxes; ++v) {
            for (const std::uint32_t w : adjacency_.successors(v)) {
                if (isLocal(columns_, ranks_[v], ranks_[w])) addLines(v, w);
            }
        }
        return {std::move(rows_), std::move(lines_)};
    }

  private:
    void addBox(std::uint32_t row, const LayoutInput::Box& box) {
        const double left = box.ports ? box.ports->top : box.width / 2;
        rows_.ported.push_back(box.ports ? 1 : 0);
        rows_.bottomPort.push_back(box.ports ? box.ports->bottom - left : 0);
        addSlot(row, row, left, box.width - left);
    }

    void addSlot(std::uint32_t row, std::uint32_t last, double left = 0, double right = 0) {
        rows_.rowOf.push_back(row);
        rows_.lastRow.push_back(last);
        rows_.left.push_back(left);
        rows_.right.push_back(right);
        rows_.rows[row].push_back(rows_.slots() - 1);
    }

    bool isLong(std::uint32_t v, std::uint32_t w) const {
        return ranks_[w] > ranks_[v] + 1 && isLocal(columns_, ranks_[v], ranks_[w]);
    }

    void findGathering() {
        constexpr int many = 5;
        rows_.gathers.assign(rows_.boxes, 0);
        for (std::uint32_t w = 0; w < rows_.boxes; ++w) {
            int incoming = 0;
            for (const std::uint32_t v : adjacency_.predecessors(w))
                incoming += ranks_[w] > ranks_[v] + 1 ? 1 : 0;
            if (incoming < many) continue;
            // Where most of them come from vertices that feed many others, sharing those lanes is better.
            int shared = 0;
            for (const std::uint32_t v : adjacency_.predecessors(w))
                shared += ranks_[w] > ranks_[v] + 1 && adjacency_.successors(v).size() >= many ? 1 : 0;
            rows_.gathers[w] = 2 * shared < incoming ? 1 : 0;
        }
    }

    // Lanes in all rows between `first` and `last`, both excluded.
    Rows::Chain addChain(std::uint32_t first, std::uint32_t last) {
        if (last <= first + 1) return {};
        const Rows::Chain chain{rows_.slots(), first + 1};
        for (std::uint32_t r = first + 1; r < last; ++r) {
            if (r > first + 1) lines_.emplace_back(rows_.slots() - 1, rows_.slots());
            addSlot(r, last);
        }
        return chain;
    }

    void makeChains() {
        for (std::uint32_t v = 0; v < rows_.boxes; ++v) {
            std::uint32_t last = ranks_[v], first = ranks_[v];
            for (const std::uint32_t w : adjacency_.successors(v)) {
                if (isLong(v, w) && rows_.gathers[w] == 0) last = std::max(last, ranks_[w]);
            }
            for (const std::uint32_t u : adjacency_.predecessors(v)) {
                if (isLong(u, v) && rows_.gathers[v] != 0) first = std::min(first, ranks_[u]);
            }
            rows_.leaving.push_back(addChain(ranks_[v], last));
            rows_.arriving.push_back(addChain(first, ranks_[v]));
        }
    }

    void addLines(std::uint32_t v, std::uint32_t w) {
        if (!isLong(v, w)) {
            lines_.emplace_back(v, w);
            return;
        }
        const Rows::Chain& chain = rows_.chainOf(v, w);
        lines_.emplace_back(v, chain.slotIn(ranks_[v] + 1));
        lines_.emplace_back(chain.slotIn(ranks_[w] - 1), w);
    }

    const Adjacency& adjacency_;
    const std::vector<std::uint32_t>& ranks_;
    const Columns& columns_;
    Rows rows_;
    std::vector<Line> lines_;
};

}  // namespace

Rows makeRows(const LayoutInput& input, const Adjacency& adjacency, const std::vector<std::uint32_t>& ranks,
              const Columns& columns) {
    auto [rows, lines] = Filler(input, adjacency, ranks, columns).run();
    group(rows.slots(), lines, rows.firstDown, rows.down);
    for (auto& [from, to] : lines)
        std::swap(from, to);
    group(rows.slots(), lines, rows.firstUp, rows.up);

    const auto depth = depths(rows);
    const auto key = [&rows = rows, &depth](std::uint32_t s) {
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
