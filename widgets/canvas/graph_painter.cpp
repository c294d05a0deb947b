// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "widgets/canvas/layout_bounds.h"
#include "widgets/canvas/mark_painter.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

constexpr double dotPitch = 16;
constexpr double flatBelow = 8;  ///< px a vertex

/// A theme whose states and edges are mixed into the ground: opaque, so that nothing shines through a dimmed
/// box.
Theme mixed(const Theme& theme, double share) {
    Theme t = theme;
    const auto mix = [&](QColor& colour) { colour = blended(colour, theme.canvas, share); };
    for (StateColours* state : {&t.kept, &t.recomputed, &t.dropped, &t.fixed}) {
        for (QColor* colour : {&state->fill, &state->border, &state->text, &state->flat})
            mix(*colour);
        if (state->hatch.isValid()) mix(state->hatch);
    }
    mix(t.edge);
    mix(t.longSkip);
    return t;
}

const CanvasMarks& marksOf(const PaintRequest& request) {
    static const CanvasMarks none;
    return request.marks != nullptr ? *request.marks : none;
}

bool has(const std::vector<bool>& flags, VertexId v) {
    return v < flags.size() && flags[v];
}

}  // namespace

GraphPainter::GraphPainter(CanvasContentPtr content, GraphLayoutPtr layout, const QFont& base)
    : content_(std::move(content)),
      layout_(std::move(layout)),
      index_(*layout_),
      edges_(*layout_),
      labels_(*content_, base),
      labelScale_(labels_.smallestScale(metrics::vertexHeight)),
      bounds_(layoutBounds(*layout_)) {
    setTheme(theme(ThemeKind::light));
}

void GraphPainter::setTheme(const Theme& theme) {
    themes_ = {theme, mixed(theme, fadedShare), mixed(theme, dimmedShare)};
    boxes_.forget();
    dots_ = {};
}

Detail GraphPainter::detailAt(double scale) const {
    if (metrics::vertexHeight * scale < flatBelow) return Detail::flat;
    return scale < labelScale_ ? Detail::plain : Detail::labels;
}

void GraphPainter::paint(QPainter& painter, const PaintRequest& request) {
    const CanvasMarks& marks = marksOf(request);
    const Detail detail = request.vector ? Detail::labels : detailAt(request.projection.scale);

    paintGround(painter, request);
    collectNeighbours(marks);
    collectBoxes(request);
    collectEdgeLooks(marks);
    edges_.paint(painter, request, detail, edgeLooks_, themes_);
    boxes_.paint(painter, looks_, request, detail, themes_);
    if (detail == Detail::labels) labels_.paint(painter, looks_, request, themes_);
    paintMarks(painter, request);
}

void GraphPainter::paintGround(QPainter& painter, const PaintRequest& request) {
    const Theme& theme = themes_.front();
    painter.fillRect(request.clip, theme.canvas);
    if (request.vector || theme.gridDot == theme.canvas) return;
    const double ratio = request.projection.devicePixelRatio;
    if (dots_.isNull() || dots_.devicePixelRatio() != ratio) {
        const int side = qRound(dotPitch * ratio), dot = std::max(1, qRound(ratio));
        dots_ = QPixmap(side, side);
        dots_.setDevicePixelRatio(ratio);
        dots_.fill(theme.canvas);
        QPainter dotPainter(&dots_);
        dotPainter.fillRect(QRectF(0, 0, dot / ratio, dot / ratio), theme.gridDot);
    }
    // The dots move with the graph but keep their pitch at every zoom.
    const QPointF& origin = request.projection.origin;
    const QPointF offset(std::fmod(request.clip.left() - origin.x(), dotPitch),
                         std::fmod(request.clip.top() - origin.y(), dotPitch));
    painter.drawTiledPixmap(request.clip, dots_,
                            {offset.x() < 0 ? offset.x() + dotPitch : offset.x(),
                             offset.y() < 0 ? offset.y() + dotPitch : offset.y()});
}

std::uint32_t GraphPainter::boxOf(const std::optional<VertexId>& v) const {
    return v && *v < content_->boxOfVertex.size() ? content_->boxOfVertex[*v] : noIndex;
}

void GraphPainter::collectNeighbours(const CanvasMarks& marks) {
    near_.clear();
    const std::uint32_t hovered = boxOf(marks.hovered);
    if (hovered == noIndex) return;
    near_.assign(content_->boxCount(), 0);
    near_[hovered] = 1;
    const auto& edges = content_->layoutInput.edges;
    for (const std::uint32_t e : content_->edgesOut(hovered))
        near_[edges[e].second] = 1;
    for (const std::uint32_t e : content_->edgesIn(hovered))
        near_[edges[e].first] = 1;
}

Emphasis GraphPainter::emphasis(std::uint32_t box, const CanvasMarks& marks) const {
    const VertexId v = content_->vertexOfBox[box];
    if ((marks.binding && *marks.binding != v) || has(marks.dimmed, v)) return Emphasis::dimmed;
    return near_.empty() || near_[box] != 0 ? Emphasis::full : Emphasis::faded;
}

void GraphPainter::collectBoxes(const PaintRequest& request) {
    const CanvasMarks& marks = marksOf(request);
    visible_.clear();
    looks_.clear();
    // Rings, badge and triangle reach beyond their box.
    constexpr double reach = 24;
    const QRectF area = request.clip.adjusted(-reach, -reach, reach, reach);
    index_.find(request.projection.toLayout(area), visible_);
    for (const std::uint32_t box : visible_) {
        const VertexId v = content_->vertexOfBox[box];
        const VertexState state = v < request.states.size() ? request.states[v] : VertexState::kept;
        QRectF rect = request.projection.box(boxRect(*layout_, box));
        // However small the graph is drawn, a vertex is a pixel.
        const double least = 1 / request.projection.devicePixelRatio;
        rect.setSize(rect.size().expandedTo({least, least}));
        looks_.push_back({box, state, emphasis(box, marks), rect});
    }
}

void GraphPainter::collectEdgeLooks(const CanvasMarks& marks) {
    edgeLooks_.clear();
    const std::uint32_t hovered = boxOf(marks.hovered), selected = boxOf(marks.selected);
    const bool plain = hovered == noIndex && selected == noIndex && !marks.binding && marks.dimmed.empty() &&
                       !marks.selectedEdge;
    if (plain) return;
    const auto& edges = content_->layoutInput.edges;
    edgeLooks_.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const auto [from, to] = edges[e];
        EdgePainter::Look& look = edgeLooks_[e];
        look.emphasis = std::max(emphasis(from, marks), emphasis(to, marks));
        // Between two neighbours of the hovered vertex an edge is none of its own.
        if (hovered != noIndex && from != hovered && to != hovered) {
            look.emphasis = std::max(look.emphasis, Emphasis::faded);
        }
        if (selected != noIndex && (from == selected || to == selected)) {
            look.highlight = EdgePainter::Look::selected;
        } else if (hovered != noIndex && (from == hovered || to == hovered)) {
            look.highlight = EdgePainter::Look::hovered;
        }
    }
    if (marks.selectedEdge && *marks.selectedEdge < edges.size()) {
        edgeLooks_[*marks.selectedEdge].highlight = EdgePainter::Look::selected;
    }
}

void GraphPainter::paintMarks(QPainter& painter, const PaintRequest& request) {
    const CanvasMarks& marks = marksOf(request);
    const Theme& theme = themes_.front();
    const double scale = request.projection.scale;

    std::uint32_t from = noIndex, to = noIndex;
    const auto& edges = content_->layoutInput.edges;
    if (marks.selectedEdge && *marks.selectedEdge < edges.size()) {
        std::tie(from, to) = edges[*marks.selectedEdge];
    }
    for (const BoxLook& look : looks_) {
        const VertexId v = content_->vertexOfBox[look.box];
        const bool outlined = has(marks.differing, v);
        if (outlined) drawDifferingOutline(painter, look.rect, theme, scale);
        const auto ring = [&](Ring kind) { drawRing(painter, look.rect, kind, outlined, theme, scale); };
        if (marks.binding == v) {
            ring(Ring::binding);
        } else if (marks.selected == v || look.box == from || look.box == to) {
            ring(Ring::selected);
        } else if (!near_.empty() && near_[look.box] != 0) {
            ring(Ring::hovered);
        }
        if (has(marks.pinned, v)) {
            drawPinBadge(painter, look.rect.topLeft() + QPointF(1, -1) * scale, theme, scale);
        }
        if (marks.running == v) {
            drawRunningTriangle(painter, {look.rect.left() - 6, look.rect.center().y()}, theme, scale);
        }
    }
}

}  // namespace reforward
