// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/layout_bounds.h"

#include <algorithm>

#include "widgets/canvas/box_index.h"

namespace reforward {

QRectF edgeBounds(const LayoutEdge& edge) {
    if (edge.points.empty()) return {};
    const auto [left, right] = std::ranges::minmax(edge.points, {}, &LayoutPoint::x);
    const auto [top, bottom] = std::ranges::minmax(edge.points, {}, &LayoutPoint::y);
    return {QPointF(left.x, top.y), QPointF(right.x, bottom.y)};
}

QRectF layoutBounds(const GraphLayout& layout) {
    if (layout.boxes.empty()) return {};
    QRectF all = boxRect(layout, 0);
    const auto include = [&all](const QRectF& r) {
        all = {QPointF(std::min(all.left(), r.left()), std::min(all.top(), r.top())),
               QPointF(std::max(all.right(), r.right()), std::max(all.bottom(), r.bottom()))};
    };
    for (std::uint32_t box = 1; box < layout.boxes.size(); ++box)
        include(boxRect(layout, box));
    for (const LayoutFrame& frame : layout.frames)
        include({frame.left, frame.top, frame.width, frame.height});
    for (const LayoutEdge& edge : layout.edges) {
        if (!edge.points.empty()) include(edgeBounds(edge));
    }
    return all;
}

}  // namespace reforward
