// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineF>
#include <QPainterPath>
#include <QRectF>
#include <vector>

#include "widgets/canvas/paint_request.h"
#include "widgets/style/theme.h"

class QPainter;

namespace reforward {

/// Paints edges as rounded right angles with an arrow head; long skips stronger.
class EdgePainter {
  public:
    explicit EdgePainter(const GraphLayout& layout);

    /// How one edge is to be drawn.
    struct Look {
        Emphasis emphasis = Emphasis::full;
        enum Highlight : std::uint8_t { none, hovered, selected } highlight = none;
    };
    /// `looks` by edge, empty for plain ones; `themes` by emphasis.
    void paint(QPainter& painter, const PaintRequest& request, Detail detail, std::span<const Look> looks,
               std::span<const Theme> themes);

    /// The edge within `tolerance` (px of the layout) of a point, the nearest one.
    std::optional<std::uint32_t> at(QPointF point, double tolerance) const;

  private:
    struct Style;
    void paintPass(QPainter& painter, const PaintRequest& request, Detail detail, std::span<const Look> looks,
                   const Style& style);
    void drawEdge(QPainter& painter, const Projection& projection, const LayoutEdge& edge, double arrow,
                  bool whole);
    void collectLines(const Projection& projection, const LayoutEdge& edge);

    const GraphLayout& layout_;
    std::vector<QRectF> bounds_;  ///< of the edges
    std::vector<std::uint32_t> visible_;
    std::vector<QLineF> lines_;  ///< kept between frames for its memory, as is path_
    QPainterPath path_, corners_;
};

}  // namespace reforward
