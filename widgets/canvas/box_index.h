// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "core/layout/layout.h"

namespace reforward {

/// Finds the boxes of a layout by place: a grid of cells, each box in the one that holds its centre. All in
/// px of the layout. Built in O(boxes).
class BoxIndex {
  public:
    explicit BoxIndex(const GraphLayout& layout);

    /// Appends the boxes that meet the rectangle, each once, cell by cell.
    void find(const QRectF& rect, std::vector<std::uint32_t>& boxes) const;
    std::optional<std::uint32_t> at(QPointF point) const;

  private:
    std::size_t column(double x) const;
    std::size_t row(double y) const;

    const GraphLayout& layout_;
    double cell_ = 1, halfWidth_ = 0, halfHeight_ = 0;
    std::size_t columns_ = 1, rows_ = 1;
    std::vector<std::uint32_t> first_, boxes_;
};

/// The rectangle of a box.
QRectF boxRect(const GraphLayout& layout, std::uint32_t box);

}  // namespace reforward
