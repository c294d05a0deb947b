// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace reforward {

/// Where a canvas looks: `centre` (in px of the layout at 100%) is in the middle of the widget. Independent
/// of the widget's size, so that panes of different sizes can show the same place.
struct CanvasView {
    QPointF centre;
    double scale = 1;  ///< px of the widget for one px of the layout, minimumScale..maximumScale

    static constexpr double minimumScale = 0.01, maximumScale = 8;

    QPointF toWidget(QPointF layout, QSizeF size) const;
    QPointF toLayout(QPointF widget, QSizeF size) const;
    QRectF visible(QSizeF size) const;  ///< in px of the layout
    /// Zoomed by a factor such that what is at `widget` stays there.
    CanvasView zoomed(double factor, QPointF widget, QSizeF size) const;

    friend bool operator==(const CanvasView&, const CanvasView&) = default;
};

}  // namespace reforward
