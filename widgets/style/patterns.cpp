// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/patterns.h"

#include <QPaintEngine>
#include <QPixmap>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace reforward {

namespace {

/// A tile of stripes that repeats without a seam: stripes one `period` apart across meet an axis every
/// period x sqrt(2), so a tile is four of those, rounded to device pixels, and the stripes are spaced to fit.
QPixmap hatchTile(const QColor& ground, const QColor& stripe, Hatch hatch, double devicePixelRatio) {
    constexpr int stripes = 4;
    const double along = hatch.period * std::numbers::sqrt2 * devicePixelRatio;
    const int side = std::max(stripes, static_cast<int>(std::lround(along * stripes)));
    const double pitch = double(side) / stripes;

    QPixmap tile(side, side);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(stripe, hatch.width * devicePixelRatio, Qt::SolidLine, Qt::FlatCap));
    for (int i = -1; i <= 2 * stripes + 1; ++i) {
        const double x = (i + 0.5) * pitch;
        painter.drawLine(QPointF(x + pitch, -pitch), QPointF(x - side - pitch, side + pitch));
    }
    return tile;
}

/// Stripes as lines, for vector formats, of which some know neither textures nor clipping.
void drawStripes(QPainter& painter, const QRectF& box, const QColor& colour, Hatch hatch, double scale) {
    painter.setPen(QPen(colour, hatch.width * scale, Qt::SolidLine, Qt::FlatCap));
    const double half = hatch.width * scale / 2 / std::numbers::sqrt2;  // of the cap, along an axis
    const QRectF inner = box.adjusted(half, half, -half, -half);
    const double pitch = hatch.period * std::numbers::sqrt2 * scale;
    for (double x = inner.left() + pitch / 2; x < inner.right() + inner.height(); x += pitch) {
        // From (x, top) down to the left, cut at the right and the left side.
        const double over = std::max(0.0, x - inner.right());
        const double length = std::min(inner.height(), x - inner.left());
        if (length > over) {
            painter.drawLine(QPointF(x - over, inner.top() + over),
                             QPointF(x - length, inner.top() + length));
        }
    }
}

}  // namespace

QBrush hatchBrush(const QColor& ground, const QColor& stripe, Hatch hatch, double devicePixelRatio) {
    QBrush brush(hatchTile(ground, stripe, hatch, devicePixelRatio));
    // A brush ignores its pixmap's device pixel ratio; the transform puts the tile on device pixels.
    brush.setTransform(QTransform::fromScale(1 / devicePixelRatio, 1 / devicePixelRatio));
    return brush;
}

QPen statePen(VertexState state, const Theme& theme, double scale) {
    const double width = (theme.kind == ThemeKind::highContrast ? theme.hairline : 1.3) * scale;
    QPen pen(theme.state(state).border, width, Qt::SolidLine, Qt::FlatCap);
    // Dashes are given in multiples of the width.
    if (state == VertexState::recomputed) pen.setDashPattern({4 * scale / width, 2.5 * scale / width});
    if (state == VertexState::dropped) pen.setDashPattern({1.2 * scale / width, 2.6 * scale / width});
    return pen;
}

void drawStateBox(QPainter& painter, const QRectF& rect, VertexState state, const Theme& theme, Hatch hatch,
                  double scale, double radius) {
    const StateColours& colours = theme.state(state);
    const QPen pen = statePen(state, theme, scale);
    const double inset = pen.widthF() / 2;
    const QRectF box = rect.adjusted(inset, inset, -inset, -inset);
    radius *= scale;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const bool hatched = state == VertexState::recomputed;
    const bool raster = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (hatched && raster) {
        const double zoom = std::sqrt(std::abs(painter.transform().determinant()));
        painter.setBrush(hatchBrush(colours.fill, colours.hatch, {hatch.width * scale, hatch.period * scale},
                                    painter.device()->devicePixelRatioF() * zoom));
        painter.setBrushOrigin(box.topLeft());
    } else {
        painter.setBrush(colours.fill);
    }
    painter.drawRoundedRect(box, radius, radius);
    if (hatched && !raster) drawStripes(painter, box, colours.hatch, hatch, scale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawRoundedRect(box, radius, radius);
    painter.restore();
}

void drawStateBar(QPainter& painter, const QRectF& rect, const StateShares& shares, const Theme& theme,
                  bool flat, double scale) {
    const double sum = shares.sum();
    double left = rect.left(), before = 0;
    const std::array parts{std::pair(VertexState::kept, sum > 0 ? shares.kept : 1),
                           std::pair(VertexState::recomputed, shares.recomputed),
                           std::pair(VertexState::dropped, shares.dropped)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, !flat);
    for (const auto& [state, share] : parts) {
        before += share;
        const double right = rect.left() + rect.width() * (sum > 0 ? before / sum : before);
        const QRectF part(QPointF(left, rect.top()), QPointF(right, rect.bottom()));
        left = right;
        if (part.width() <= 0) continue;
        // Where a share is narrower than its border, the border is what is seen of it.
        if (flat || part.width() < 3) {
            painter.fillRect(part, flat ? theme.state(state).flat : theme.state(state).border);
        } else {
            drawStateBox(painter, part, state, theme, narrowHatch, scale, 1);
        }
    }
    painter.restore();
}

void drawStateSwatch(QPainter& painter, const QRectF& rect, VertexState state, const Theme& theme) {
    drawStateBox(painter, rect, state, theme, narrowHatch);
}

QPixmap stateSwatch(VertexState state, const Theme& theme, double devicePixelRatio) {
    constexpr double width = 16, height = 12;
    QPixmap pixmap(qRound(width * devicePixelRatio), qRound(height * devicePixelRatio));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawStateSwatch(painter, QRectF(0, 0, width, height), state, theme);
    return pixmap;
}

}  // namespace reforward
