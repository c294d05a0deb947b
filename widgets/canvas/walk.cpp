// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/walk.h"

#include <cmath>
#include <limits>

namespace reforward {

namespace {

/// How far `to` lies in the direction (along) and beside it (aside), from `from`.
struct Offset {
    double along, aside;
};

Offset offset(const LayoutPoint& from, const LayoutPoint& to, WalkDirection direction) {
    const double x = to.x - from.x, y = to.y - from.y;
    switch (direction) {
        case WalkDirection::up:
            return {-y, x};
        case WalkDirection::down:
            return {y, x};
        case WalkDirection::left:
            return {-x, y};
        case WalkDirection::right:
            break;
    }
    return {x, y};
}

}  // namespace

std::optional<std::uint32_t> walk(const CanvasContent& content, const GraphLayout& layout, std::uint32_t box,
                                  WalkDirection direction) {
    std::optional<std::uint32_t> best;
    double bestCost = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::uint32_t other) {
        const auto [along, aside] = offset(layout.centres[box], layout.centres[other], direction);
        if (along <= 0 || std::abs(aside) > 2 * along) return;
        // Straight on before aside: a skip to the far end loses against the next box.
        const double cost = along + 2 * std::abs(aside);
        if (cost < bestCost) bestCost = cost, best = other;
    };
    const auto& edges = content.layoutInput.edges;
    for (const std::uint32_t e : content.edgesOut(box))
        consider(edges[e].second);
    for (const std::uint32_t e : content.edgesIn(box))
        consider(edges[e].first);
    if (best) return best;

    const bool down = direction == WalkDirection::down;
    if (!down && direction != WalkDirection::up) return std::nullopt;
    const auto onwards = down ? content.edgesOut(box) : content.edgesIn(box);
    for (const std::uint32_t e : onwards) {
        const std::uint32_t other = down ? edges[e].second : edges[e].first;
        const auto [along, aside] = offset(layout.centres[box], layout.centres[other], direction);
        const double distance = std::hypot(along, aside);
        if (distance < bestCost) bestCost = distance, best = other;
    }
    return best;
}

}  // namespace reforward
