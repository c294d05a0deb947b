// SPDX-License-Identifier: Apache-2.0
#include "core/layout/columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Terms: a cut is a place between two rows; its price is the number of vertices above whose (not too long)
// edges cross it. For a greatest height, a dynamic programme over the rows finds the cuts that make columns
// nearly that high at small prices. Of several greatest heights the one whose picture comes nearest to the
// aspect wins.

namespace reforward {

namespace {

struct RowSizes {
    std::vector<double> bottom;  ///< of row r, with the gap below it; bottom[-1] = 0 is left out
    std::vector<double> width;
    std::vector<double> price;  ///< of the cut above row r

    double height(std::size_t first, std::size_t end) const {
        return bottom[end - 1] - (first == 0 ? 0 : bottom[first - 1]);
    }
};

RowSizes measure(const LayoutInput& input, const Adjacency& adjacency,
                 const std::vector<std::uint32_t>& ranks) {
    const std::size_t rows = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end()) + 1;
    RowSizes sizes{std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(rows + 1)};
    for (std::uint32_t v = 0; v < ranks.size(); ++v) {
        const auto& box = input.boxes[v];
        sizes.bottom[ranks[v]] = std::max(sizes.bottom[ranks[v]], box.height);
        sizes.width[ranks[v]] += box.width + spacing::boxGap;
        std::uint32_t last = ranks[v];
        for (const std::uint32_t w : adjacency.successors(v)) {
            if (ranks[w] - ranks[v] <= spacing::longestLocal) last = std::max(last, ranks[w]);
        }
        // Crosses the cuts above rows rank + 1 .. last; differences are summed below.
        sizes.price[ranks[v] + 1] += 1;
        if (last + 1 <= rows) sizes.price[last + 1] -= 1;
    }
    double bottom = 0, price = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        price += sizes.price[r];
        sizes.price[r] = price;
        sizes.width[r] += spacing::laneGap * std::max(0.0, price - 1);
        bottom +=
            sizes.bottom[r] + (sizes.bottom[r] > spacing::tallBox ? spacing::tallRowGap : spacing::rowGap);
        sizes.bottom[r] = bottom;
    }
    return sizes;
}

// First rows of the best columns that are at most `highest` px high (a single row may be higher).
std::vector<std::uint32_t> cut(const RowSizes& sizes, double highest) {
    constexpr double priceWeight = 0.12, shortLast = 0.25, shortest = 0.6;
    const std::size_t rows = sizes.bottom.size();
    std::vector<double> best(rows + 1, std::numeric_limits<double>::infinity());
    std::vector<std::uint32_t> from(rows + 1);
    best.at(0) = 0;
    std::size_t earliest = 0;  // of the rows that a column may begin with to end here
    for (std::size_t end = 1; end <= rows; ++end) {
        while (earliest + 1 < end && sizes.height(earliest, end) > highest)
            ++earliest;
        const bool last = end == rows;
        const double price = last ? 0 : priceWeight * std::max(0.0, sizes.price[end] - 1);
        for (std::size_t first = earliest; first < end; ++first) {
            const double missing = std::max(0.0, 1 - sizes.height(first, end) / highest);
            // Columns much lower than the others only where nothing else is possible.
            if (missing > 1 - shortest && !last && std::isfinite(best[end])) break;
            const double cost = best[first] + missing * missing * (last ? shortLast : 1.0) + price;
            if (cost < best[end]) {
                best[end] = cost;
                from[end] = static_cast<std::uint32_t>(first);
            }
        }
    }
    std::vector<std::uint32_t> firsts{static_cast<std::uint32_t>(rows)};
    while (firsts.back() > 0)
        firsts.push_back(from[firsts.back()]);
    std::reverse(firsts.begin(), firsts.end());
    return firsts;
}

double aspectOf(const RowSizes& sizes, const std::vector<std::uint32_t>& firsts) {
    double width = -spacing::channel, height = 1;
    for (std::size_t c = 0; c + 1 < firsts.size(); ++c) {
        width += *std::max_element(sizes.width.begin() + firsts[c], sizes.width.begin() + firsts[c + 1]) -
                 spacing::boxGap + spacing::channel;
        height = std::max(height, sizes.height(firsts[c], firsts[c + 1]));
    }
    return width / height;
}

}  // namespace

Columns chooseColumns(const LayoutInput& input, const Adjacency& adjacency,
                      const std::vector<std::uint32_t>& ranks, double aspect) {
    constexpr double slack = 1.08;  // so that cuts have some choice
    constexpr double manyColumns = 16;
    const RowSizes sizes = measure(input, adjacency, ranks);
    const std::size_t rows = sizes.bottom.size();
    Columns columns;
    columns.firstRow = {0, static_cast<std::uint32_t>(rows)};
    if (rows > 0) {
        const double height = sizes.bottom.back();
        double width = 0;
        for (const double w : sizes.width)
            width += w;
        const double typical = width / static_cast<double>(rows) + spacing::channel;
        const double estimate = std::sqrt(aspect * height / typical);
        double bestError = std::abs(std::log(aspectOf(sizes, columns.firstRow) / aspect));
        const auto attempt = [&](int count) {
            const double highest = height / count * slack;
            if (highest < spacing::shortestColumn) return aspect;
            auto firsts = cut(sizes, highest);
            const double reached = aspectOf(sizes, firsts);
            const double error = std::abs(std::log(reached / aspect));
            if (error < bestError) {
                bestError = error;
                columns.firstRow = std::move(firsts);
            }
            return reached;
        };
        if (estimate <= manyColumns) {
            for (int count = 2; count <= static_cast<int>(estimate * 1.2) + 1; ++count)
                attempt(count);
        } else {
            // Width grows and height falls with the number of columns.
            double count = estimate;
            for (int round = 0; round < 3; ++round)
                count *= std::sqrt(aspect / attempt(std::max(2, static_cast<int>(std::lround(count)))));
        }
    }
    columns.ofRow.resize(rows);
    for (std::uint32_t c = 0; c < columns.count(); ++c) {
        for (std::uint32_t r = columns.firstRow[c]; r < columns.firstRow[c + 1]; ++r)
            columns.ofRow[r] = c;
    }
    return columns;
}

}  // namespace reforward
