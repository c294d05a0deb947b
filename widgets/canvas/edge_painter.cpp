// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/edge_painter.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/canvas/layout_bounds.h"

namespace reforward {

namespace {

constexpr double cornerRadius = 6, arrowLength = 7, arrowHalfWidth = 3.2;
constexpr double flatShare = 0.7;

double distanceToSegment(QPointF p, QPointF a, QPointF b) {
    const QPointF along = b - a, from = p - a;
    const double length = QPointF::dotProduct(along, along);
    const double t = length > 0 ? std::clamp(QPointF::dotProduct(from, along) / length, 0.0, 1.0) : 0.0;
    const QPointF d = from - along * t;
    return std::hypot(d.x(), d.y());
}

/// The point `distance` from `from` towards `to`.
QPointF towards(QPointF from, QPointF to, double distance) {
    const QPointF d = to - from;
    const double length = std::hypot(d.x(), d.y());
    return length > 0 ? from + d * (distance / length) : from;
}

}  // namespace

/// One pass of edges that share a pen.
struct EdgePainter::Style {
    bool skip;
    Look look;
    QColor colour;
    double width;  ///< px at 100%
};

EdgePainter::EdgePainter(const GraphLayout& layout) : layout_(layout) {
    bounds_.reserve(layout.edges.size());
    for (const LayoutEdge& edge : layout.edges)
        bounds_.push_back(edgeBounds(edge));
}

void EdgePainter::paint(QPainter& painter, const PaintRequest& request, Detail detail,
                        std::span<const Look> looks, std::span<const Theme> themes) {
    const double margin = arrowLength;
    const QRectF area = request.projection.toLayout(request.clip).adjusted(-margin, -margin, margin, margin);
    visible_.clear();
    for (std::size_t e = 0; e < bounds_.size(); ++e) {
        const QRectF& b = bounds_[e];
        // Not QRectF::intersects, to which a straight edge is empty.
        if (b.left() <= area.right() && b.right() >= area.left() && b.top() <= area.bottom() &&
            b.bottom() >= area.top()) {
            visible_.push_back(static_cast<std::uint32_t>(e));
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, detail != Detail::flat || request.vector);
    // Faint ones first, so that what matters lies on top.
    for (const Emphasis emphasis : {Emphasis::dimmed, Emphasis::faded, Emphasis::full}) {
        if (looks.empty() && emphasis != Emphasis::full) continue;
        const Theme& theme = themes[static_cast<std::size_t>(emphasis)];
        const double extra = theme.kind == ThemeKind::highContrast ? 0.6 : 0;
        // Hundreds of hairlines side by side must not outshine the vertices.
        const double share = detail == Detail::flat && !request.vector ? flatShare : 1;
        const auto colour = [&](const QColor& c) { return blended(c, theme.canvas, share); };
        paintPass(painter, request, detail, looks, {false, {emphasis}, colour(theme.edge), 1.2 + extra});
        paintPass(painter, request, detail, looks, {true, {emphasis}, colour(theme.longSkip), 1.7 + extra});
    }
    if (!looks.empty()) {
        const Theme& theme = themes.front();
        for (const bool skip : {false, true}) {
            paintPass(painter, request, detail, looks,
                      {skip, {Emphasis::full, Look::hovered}, theme.hoveredRing, 1.7});
            paintPass(painter, request, detail, looks,
                      {skip, {Emphasis::full, Look::selected}, theme.selectedRing, 2.2});
        }
    }
    painter.restore();
}

void EdgePainter::paintPass(QPainter& painter, const PaintRequest& request, Detail detail,
                            std::span<const Look> looks, const Style& style) {
    const Projection& projection = request.projection;
    const bool flat = detail == Detail::flat && !request.vector;
    // Thinner as the graph gets smaller, never below a device pixel.
    const double width = style.width * std::clamp(projection.scale, 0.75, 2.0);
    QPen pen(style.colour, flat ? 1 / projection.devicePixelRatio : width, Qt::SolidLine, Qt::FlatCap);
    if (flat && style.look.highlight != Look::none) pen.setWidthF(2);
    // Many edges run along each other. Smoothed, they would get the wider the more there are; whole device
    // pixels drawn twice are what they were.
    const bool whole = !flat && !request.vector;
    if (whole) {
        const double ratio = projection.devicePixelRatio;
        pen.setWidthF(std::max(1.0, std::round(width * ratio)) / ratio);
    }
    painter.setPen(pen);
    painter.setBrush(style.colour);
    const double arrow =
        flat ? 0 : arrowLength * std::clamp(projection.scale, 0.6, 2.0) * (style.width > 1.5 ? 1.2 : 1);

    lines_.clear();
    corners_.clear();
    for (const std::uint32_t e : visible_) {
        const LayoutEdge& edge = layout_.edges[e];
        const Look look = looks.empty() ? Look{} : looks[e];
        if (edge.skip != style.skip || look.highlight != style.look.highlight) continue;
        if (look.highlight == Look::none && look.emphasis != style.look.emphasis) continue;
        if (flat) {
            collectLines(projection, edge);
        } else {
            drawEdge(painter, projection, edge, arrow, whole);
        }
    }
    if (!corners_.isEmpty()) painter.strokePath(corners_, pen);
    if (whole) painter.setRenderHint(QPainter::Antialiasing, false);
    if (!lines_.empty()) painter.drawLines(lines_.data(), static_cast<int>(lines_.size()));
    if (whole) painter.setRenderHint(QPainter::Antialiasing);
}

void EdgePainter::collectLines(const Projection& projection, const LayoutEdge& edge) {
    for (std::size_t i = 1; i < edge.points.size(); ++i) {
        const QLineF line(projection.line(edge.points[i - 1]), projection.line(edge.points[i]));
        // Within one pixel there is nothing to see, and a graph of 20,000 vertices has many such.
        if (std::abs(line.dx()) + std::abs(line.dy()) >= 1) lines_.push_back(line);
    }
}

void EdgePainter::drawEdge(QPainter& painter, const Projection& projection, const LayoutEdge& edge,
                           double arrow, bool whole) {
    const std::size_t count = edge.points.size();
    if (count < 2) return;
    const double radius = cornerRadius * projection.scale;
    const auto point = [&](std::size_t i) { return projection.line(edge.points[i]); };

    const QPointF tip = point(count - 1), before = point(count - 2);
    const double last = std::hypot(tip.x() - before.x(), tip.y() - before.y());
    const double head = std::min(arrow, last * 0.8);
    const QPointF base = towards(tip, before, head);

    QPointF at = point(0);
    path_.clear();
    path_.moveTo(at);
    const auto lineTo = [&](QPointF to) {
        whole ? lines_.push_back(QLineF(at, to)) : path_.lineTo(to);
        at = to;
    };
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const QPointF corner = point(i), from = point(i - 1), to = point(i + 1);
        const double room = std::min(std::hypot(corner.x() - from.x(), corner.y() - from.y()),
                                     std::hypot(to.x() - corner.x(), to.y() - corner.y())) /
                            2;
        const double r = std::min(radius, room);
        lineTo(towards(corner, from, r));
        at = towards(corner, to, r);
        QPainterPath& curve = whole ? corners_ : path_;
        if (whole) curve.moveTo(towards(corner, from, r));
        curve.quadTo(corner, at);
    }
    lineTo(base);
    const QBrush brush = painter.brush();
    painter.setBrush(Qt::NoBrush);
    if (!whole) painter.drawPath(path_);
    if (head <= 1) {
        painter.setBrush(brush);
        return;
    }
    const QPointF along = (tip - base) / head, across(-along.y(), along.x());
    const double half = head * arrowHalfWidth / arrowLength;
    const std::array<QPointF, 3> triangle{tip, base + across * half, base - across * half};
    const QPen pen = painter.pen();
    painter.setPen(Qt::NoPen);
    painter.setBrush(brush);
    painter.drawConvexPolygon(triangle.data(), static_cast<int>(triangle.size()));
    painter.setPen(pen);
}

std::optional<std::uint32_t> EdgePainter::at(QPointF point, double tolerance) const {
    std::optional<std::uint32_t> nearest;
    double nearestDistance = tolerance;
    for (std::size_t e = 0; e < bounds_.size(); ++e) {
        if (!bounds_[e].adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(point)) continue;
        const auto& points = layout_.edges[e].points;
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double distance =
                distanceToSegment(point, {points[i - 1].x, points[i - 1].y}, {points[i].x, points[i].y});
            if (distance <= nearestDistance) {
                nearestDistance = distance, nearest = static_cast<std::uint32_t>(e);
            }
        }
    }
    return nearest;
}

}  // namespace reforward
