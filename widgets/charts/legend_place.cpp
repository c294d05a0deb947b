// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/legend_place.h"

#include <qcustomplot.h>

#include <algorithm>
#include <limits>

namespace reforward {

namespace {

constexpr double margin = 8, topMargin = 20;  // the budget's label is above
constexpr int columns = 8, rows = 6;          // places that are tried
constexpr double nearer = 2;                  // px of curve that a place nearer to the top right is worth

/// Pixels of stairs inside the rectangle: horizontal and vertical pieces are clipped one by one.
double lengthInside(const QCPGraph& graph, const QRectF& rect) {
    double sum = 0;
    const QCPAxis& x = *graph.keyAxis();
    const QCPAxis& y = *graph.valueAxis();
    const auto piece = [&](QPointF from, QPointF to) {
        const QRectF box = QRectF(from, to).normalized().adjusted(-4, -4, 4, 4).intersected(rect);
        if (!box.isEmpty()) sum += std::max(box.width(), box.height());
    };
    QPointF last;
    bool first = true;
    for (auto it = graph.data()->constBegin(); it != graph.data()->constEnd(); ++it) {
        const QPointF point(x.coordToPixel(it->key), y.coordToPixel(it->value));
        if (first) {
            piece(point, point);
        } else {
            const QPointF corner(point.x(), last.y());
            piece(last, corner);
            piece(corner, point);
        }
        last = point;
        first = false;
    }
    return sum;
}

}  // namespace

void placeLegend(QCustomPlot& plot, double leftEdge) {
    const QRectF area = plot.axisRect()->rect();
    const QSizeF size = plot.legend->minimumOuterSizeHint();
    const double right = area.right() - margin - size.width(), top = area.top() + topMargin;
    const double left = std::min(right, std::max(area.left(), leftEdge) + margin);
    const double bottom = std::max(top, area.bottom() - margin - size.height());
    QRectF best(QPointF(right, top), size);
    double least = std::numeric_limits<double>::max();
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            const QRectF rect(
                QPointF(right + (left - right) * column / columns, top + (bottom - top) * row / rows), size);
            double covered = nearer * (row + column);
            for (int i = 0; i < plot.graphCount(); ++i)
                covered += lengthInside(*plot.graph(i), rect);
            if (covered < least) {
                least = covered;
                best = rect;
            }
        }
    }
    QCPLayoutInset& inset = *plot.axisRect()->insetLayout();
    inset.setInsetPlacement(0, QCPLayoutInset::ipFree);
    inset.setInsetRect(
        0, QRectF((best.left() - area.left()) / area.width(), (best.top() - area.top()) / area.height(),
                  best.width() / area.width(), best.height() / area.height()));
}

}  // namespace reforward
