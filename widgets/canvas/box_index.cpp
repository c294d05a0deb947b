// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/box_index.h"

#include <algorithm>
#include <cmath>

namespace reforward {

QRectF boxRect(const GraphLayout& layout, std::uint32_t box) {
    const double width = layout.boxes[box].width, height = layout.boxes[box].height;
    return {layout.centres[box].x - width / 2, layout.centres[box].y - height / 2, width, height};
}

BoxIndex::BoxIndex(const GraphLayout& layout) : layout_(layout) {
    const std::size_t count = layout.centres.size();
    const double area = std::max(1.0, layout.width) * std::max(1.0, layout.height);
    // About eight boxes a cell; never many more cells than boxes, however sparse the layout is.
    cell_ = std::max(64.0, std::sqrt(area * 8 / double(std::max<std::size_t>(count, 1))));
    columns_ = static_cast<std::size_t>(std::max(0.0, layout.width) / cell_) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0, layout.height) / cell_) + 1;

    first_.assign(columns_ * rows_ + 1, 0);
    boxes_.resize(count);
    std::vector<std::uint32_t> cellOf(count);
    for (std::size_t b = 0; b < count; ++b) {
        halfWidth_ = std::max(halfWidth_, layout.boxes[b].width / 2);
        halfHeight_ = std::max(halfHeight_, layout.boxes[b].height / 2);
        cellOf[b] =
            static_cast<std::uint32_t>(row(layout.centres[b].y) * columns_ + column(layout.centres[b].x));
        ++first_[cellOf[b] + 1];
    }
    for (std::size_t c = 0; c + 1 < first_.size(); ++c)
        first_[c + 1] += first_[c];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t b = 0; b < count; ++b)
        boxes_[next[cellOf[b]]++] = static_cast<std::uint32_t>(b);
}

std::size_t BoxIndex::column(double x) const {
    return static_cast<std::size_t>(std::clamp(x / cell_, 0.0, double(columns_ - 1)));
}

std::size_t BoxIndex::row(double y) const {
    return static_cast<std::size_t>(std::clamp(y / cell_, 0.0, double(rows_ - 1)));
}

void BoxIndex::find(const QRectF& rect, std::vector<std::uint32_t>& boxes) const {
    const std::size_t left = column(rect.left() - halfWidth_), right = column(rect.right() + halfWidth_);
    const std::size_t top = row(rect.top() - halfHeight_), bottom = row(rect.bottom() + halfHeight_);
    for (std::size_t r = top; r <= bottom; ++r) {
        for (std::size_t i = first_[r * columns_ + left]; i < first_[r * columns_ + right + 1]; ++i) {
            if (boxRect(layout_, boxes_[i]).intersects(rect)) boxes.push_back(boxes_[i]);
        }
    }
}

std::optional<std::uint32_t> BoxIndex::at(QPointF point) const {
    const std::size_t left = column(point.x() - halfWidth_), right = column(point.x() + halfWidth_);
    const std::size_t top = row(point.y() - halfHeight_), bottom = row(point.y() + halfHeight_);
    for (std::size_t r = top; r <= bottom; ++r) {
        for (std::size_t i = first_[r * columns_ + left]; i < first_[r * columns_ + right + 1]; ++i) {
            if (boxRect(layout_, boxes_[i]).contains(point)) return boxes_[i];
        }
    }
    return std::nullopt;
}

}  // namespace reforward
