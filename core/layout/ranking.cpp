// SPDX-License-Identifier: Apache-2.0
#include "core/layout/ranking.h"

#include <algorithm>
#include <cmath>

#include "core/layout/spacing.h"

namespace reforward {

namespace {

// Width in px that a row may have: somewhat more than the whole would need in one column of that aspect.
double widestRow(const LayoutInput& input, double aspect) {
    constexpr double slack = 1.6, least = 700;
    double area = 0;
    for (const auto& box : input.boxes)
        area += (box.width + spacing::boxGap) * (box.height + spacing::rowGap);
    return std::max(least, slack * std::sqrt(aspect * area));
}

class RowWidths {
  public:
    explicit RowWidths(double limit) : limit_(limit) {}
    bool fits(std::uint32_t row, double width) const {
        return row >= used_.size() || used_[row] == 0 || used_[row] + width <= limit_;
    }
    void add(std::uint32_t row, double width) {
        if (row >= used_.size()) used_.resize(row + 1);
        used_[row] += width;
    }

  private:
    double limit_;
    std::vector<double> used_;
};

}  // namespace

void closeHoles(std::vector<std::uint32_t>& ranks) {
    if (ranks.empty()) return;
    std::vector<std::uint32_t> number(*std::max_element(ranks.begin(), ranks.end()) + 1);
    for (const std::uint32_t r : ranks)
        number[r] = 1;
    std::uint32_t next = 0;
    for (std::uint32_t& n : number)
        n = n != 0 ? next++ : 0;
    for (std::uint32_t& r : ranks)
        r = number[r];
}

std::vector<std::uint32_t> rankNodes(const LayoutInput& input, const Adjacency& adjacency, double aspect) {
    std::vector<std::uint32_t> ranks(adjacency.size());
    RowWidths widths(widestRow(input, aspect));
    const auto width = [&](std::uint32_t v) { return input.boxes[v].width + spacing::boxGap; };
    for (const std::uint32_t v : adjacency.order()) {
        std::uint32_t row = 0;
        for (const std::uint32_t u : adjacency.predecessors(v))
            row = std::max(row, ranks[u] + 1);
        while (!widths.fits(row, width(v)))
            ++row;
        widths.add(row, width(v));
        ranks[v] = row;
    }
    for (std::uint32_t v = 0; v < adjacency.size(); ++v) {
        if (!adjacency.predecessors(v).empty() || adjacency.successors(v).empty()) continue;
        std::uint32_t first = UINT32_MAX;
        for (const std::uint32_t w : adjacency.successors(v))
            first = std::min(first, ranks[w]);
        if (first - 1 == ranks[v] || !widths.fits(first - 1, width(v))) continue;
        widths.add(ranks[v], -width(v));
        ranks[v] = first - 1;
        widths.add(ranks[v], width(v));
    }
    closeHoles(ranks);
    return ranks;
}

}  // namespace reforward
