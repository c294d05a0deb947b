// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/mark_painter.h"

#include <QPainter>
#include <algorithm>
#include <array>

namespace reforward {

namespace {

constexpr double outlineWidth = 2, ringGap = 2, boxRadius = 3;

double markScale(double scale) {
    return std::clamp(scale, 0.7, 1.6);
}

void drawFrame(QPainter& painter, const QRectF& box, double distance, double width, const QColor& colour,
               double scale) {
    const double out = distance + width / 2;
    const double radius = boxRadius * scale + out;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(-out, -out, out, out), radius, radius);
    painter.restore();
}

}  // namespace

void drawDifferingOutline(QPainter& painter, const QRectF& box, const Theme& theme, double scale) {
    constexpr double smallBelow = 1.0 / 3;
    if (scale < smallBelow) {
        // Thousands of them may be in sight.
        painter.setPen(QPen(theme.differingOutline, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(-1, -1, 0, 0));
        return;
    }
    drawFrame(painter, box, 0.5, outlineWidth * markScale(scale), theme.differingOutline, scale);
}

void drawRing(QPainter& painter, const QRectF& box, Ring ring, bool outlined, const Theme& theme,
              double scale) {
    const double s = markScale(scale);
    const double gap = (outlined ? outlineWidth + 1 : ringGap) * s;
    const double extra = theme.kind == ThemeKind::highContrast ? 1 : 0;
    switch (ring) {
        case Ring::selected:
            return drawFrame(painter, box, gap, (2.2 + extra) * s, theme.selectedRing, scale);
        case Ring::hovered:
            return drawFrame(painter, box, gap, (1.5 + extra) * s, theme.hoveredRing, scale);
        case Ring::binding:
            return drawFrame(painter, box, gap, (3 + extra) * s, theme.bindingRing, scale);
    }
}

void drawPinBadge(QPainter& painter, QPointF centre, const Theme& theme, double scale) {
    const double s = markScale(scale);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.scale(s, s);
    painter.setPen(QPen(theme.text, 1.1));
    painter.setBrush(theme.base);
    painter.drawEllipse(QPointF(0, 0), 7.45, 7.45);
    painter.setBrush(theme.text);
    painter.drawEllipse(QPointF(0, -1.8), 2.1, 2.1);
    painter.setPen(QPen(theme.text, 1.4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(0, 0), QPointF(0, 4.4));
    painter.restore();
}

void drawRunningTriangle(QPainter& painter, QPointF tip, const Theme& theme, double scale) {
    const double s = markScale(scale);
    const std::array<QPointF, 3> corners{tip, tip + QPointF(-9 * s, -6 * s), tip + QPointF(-9 * s, 6 * s)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.running);
    painter.drawConvexPolygon(corners.data(), static_cast<int>(corners.size()));
    painter.restore();
}

}  // namespace reforward
