// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/layout/layout.h"
#include "core/plan/simulator.h"
#include "widgets/canvas/canvas_marks.h"

namespace reforward {

/// From px of the layout to px of the painter.
struct Projection {
    double scale = 1;
    QPointF origin;               ///< where the layout's (0, 0) is painted
    double devicePixelRatio = 1;  ///< of the painter's device
    bool snap = true;             ///< onto device pixels; off for vector formats

    double snapped(double value) const {
        return snap ? std::floor(value * devicePixelRatio + 0.5) / devicePixelRatio : value;
    }
    /// The middle of a device pixel, where a hairline is sharp.
    double snappedLine(double value) const {
        return snap ? (std::floor(value * devicePixelRatio) + 0.5) / devicePixelRatio : value;
    }
    QPointF line(const LayoutPoint& p) const {
        return {snappedLine(p.x * scale + origin.x()), snappedLine(p.y * scale + origin.y())};
    }
    /// Boxes of one size stay of one size wherever they lie.
    QRectF box(const QRectF& layout) const {
        return {snapped(layout.x() * scale + origin.x()), snapped(layout.y() * scale + origin.y()),
                snapped(layout.width() * scale), snapped(layout.height() * scale)};
    }
    QRectF toLayout(const QRectF& painted) const {
        return {(painted.topLeft() - origin) / scale, painted.size() / scale};
    }
};

/// One picture of a graph: which part, how large, with what states and marks.
struct PaintRequest {
    Projection projection;
    QRectF clip;                          ///< what must be painted, in px of the painter
    std::span<const VertexState> states;  ///< by vertex; empty: all kept
    const CanvasMarks* marks = nullptr;   ///< null: none
    bool vector = false;                  ///< for SVG and PDF: full detail, no textures, no ground dots
};

/// The three levels of detail.
enum class Detail {
    flat,   ///< below 8 px a vertex: flat fills, straight hairlines
    plain,  ///< below 11 px of text: patterns, no labels
    labels,
};

/// How strongly something is drawn, as a share over the ground.
enum class Emphasis : std::uint8_t { full, faded, dimmed };
inline constexpr double fadedShare = 0.60, dimmedShare = 0.42;

}  // namespace reforward
