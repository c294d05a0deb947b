// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/legend_place.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <limits>

namespace reforward {

namespace {

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

void placeLegend(QCustomPlot& plot) {
    const QRectF area = plot.axisRect()->rect();
    const QSizeF size = plot.legend->minimumOuterSizeHint();
    constexpr double margin = 10;
    constexpr std::array corners{Qt::AlignTop | Qt::AlignRight, Qt::AlignTop | Qt::AlignHCenter,
                                 Qt::AlignBottom | Qt::AlignRight, Qt::AlignTop | Qt::AlignLeft,
                                 Qt::AlignBottom | Qt::AlignLeft};
    Qt::Alignment best = corners[0];
    double least = std::numeric_limits<double>::max();
    for (const Qt::Alignment corner : corners) {
        QRectF rect(QPointF(), size);
        rect.moveTop(corner & Qt::AlignTop ? area.top() + margin : area.bottom() - margin - size.height());
        rect.moveLeft(corner & Qt::AlignRight  ? area.right() - margin - size.width()
                      : corner & Qt::AlignLeft ? area.left() + margin
                                               : area.center().x() - size.width() / 2);
        double covered = 0;
        for (int i = 0; i < plot.graphCount(); ++i)
            covered += lengthInside(*plot.graph(i), rect);
        if (covered < least) {
            least = covered;
            best = corner;
        }
    }
    plot.axisRect()->insetLayout()->setInsetAlignment(0, best);
}

}  // namespace reforward
