// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>

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
    for (QColor* colour : {&t.edge, &t.longSkip, &t.base, &t.window, &t.border, &t.text, &t.secondaryText})
        mix(*colour);
    return t;
}

const CanvasMarks& marksOf(const PaintRequest& request) {
    static const CanvasMarks none;
    return request.marks != nullptr ? *request.marks : none;
}

bool has(const std::vector<bool>& flags, VertexId v) {
    return v < flags.size() && flags[v];
}

bool any(const std::vector<bool>& flags, std::span<const VertexId> vertices) {
    return !flags.empty() && std::ranges::any_of(vertices, [&](VertexId v) { return has(flags, v); });
}

bool all(const std::vector<bool>& flags, std::span<const VertexId> vertices) {
    return !flags.empty() && std::ranges::all_of(vertices, [&](VertexId v) { return has(flags, v); });
}

bool among(const std::optional<VertexId>& v, std::span<const VertexId> vertices) {
    return v && std::ranges::find(vertices, *v) != vertices.end();
}

QRectF frameRect(const LayoutFrame& frame) {
    return {frame.left, frame.top, frame.width, frame.height};
}

}  // namespace

GraphPainter::GraphPainter(CanvasContentPtr content, GraphLayoutPtr layout, const QFont& base)
    : content_(std::move(content)),
      layout_(std::move(layout)),
      labels_(*content_, base),
      modules_(*content_, base),
      labelScale_(labels_.smallestScale(metrics::vertexHeight)) {
    setLayout(layout_);
    setTheme(theme(ThemeKind::light));
}

void GraphPainter::setLayout(GraphLayoutPtr layout) {
    layout_ = std::move(layout);
    index_.emplace(*layout_);
    edges_.emplace(*layout_);
    bounds_ = layoutBounds(*layout_);
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
    collectFrames(request);
    collectEdgeLooks(marks);
    modules_.paintFrames(painter, frameLooks_, request, themes_);
    edges_->paint(painter, request, detail, edgeLooks_, themes_);
    modules_.paintTitles(painter, frameLooks_, request, themes_);
    boxes_.paint(painter, looks_, request, detail, themes_);
    modules_.paintBoxes(painter, moduleLooks_, request, themes_);
    if (detail == Detail::labels) {
        // Boxes that grow or shrink have no text: it is laid out for their whole width.
        labelled_.clear();
        std::ranges::copy_if(looks_, std::back_inserter(labelled_), [this](const BoxLook& look) {
            return layout_->boxes[look.box].width >= content_->layoutInput.boxes[look.box].width;
        });
        labels_.paint(painter, labelled_, request, themes_);
    }
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

std::uint32_t GraphPainter::boxOf(const std::optional<VertexId>& v,
                                  const std::optional<std::uint32_t>& module) const {
    if (module) return content_->boxOfModule(*module);
    return v && *v < content_->boxOfVertex.size() ? content_->boxOfVertex[*v] : noIndex;
}

std::optional<std::uint32_t> GraphPainter::titleAt(QPointF point) const {
    for (std::size_t f = layout_->frames.size(); f-- > 0;) {
        QRectF title = frameRect(layout_->frames[f]);
        title.setHeight(LayoutFrame::title);
        if (title.contains(point)) return static_cast<std::uint32_t>(f);
    }
    return std::nullopt;
}

std::optional<std::uint32_t> GraphPainter::disclosureAt(QPointF point, const Projection& projection) const {
    constexpr double tolerance = 4;
    const QPointF inLayout = (point - projection.origin) / projection.scale;
    const auto near = [&](const QRectF& rect, bool frame) {
        const QRectF square = modules_.disclosure(projection.box(rect), frame, projection.scale);
        return !square.isNull() &&
               square.adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(point);
    };
    if (const auto box = boxAt(inLayout)) {
        const std::uint32_t module = content_->moduleOf(*box);
        return module != noIndex && near(boxRect(*layout_, *box), false) ? std::optional(module)
                                                                         : std::nullopt;
    }
    const auto frame = titleAt(inLayout);
    if (frame && near(frameRect(layout_->frames[*frame]), true)) return content_->moduleOfFrame[*frame];
    return std::nullopt;
}

void GraphPainter::collectNeighbours(const CanvasMarks& marks) {
    near_.clear();
    const std::uint32_t hovered = boxOf(marks.hovered, marks.hoveredModule);
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
    const auto vertices = content_->vertices(box);
    if ((marks.binding && !among(marks.binding, vertices)) || all(marks.dimmed, vertices))
        return Emphasis::dimmed;
    return near_.empty() || near_[box] != 0 ? Emphasis::full : Emphasis::faded;
}

void GraphPainter::collectBoxes(const PaintRequest& request) {
    const CanvasMarks& marks = marksOf(request);
    visible_.clear();
    looks_.clear();
    moduleLooks_.clear();
    // Rings, badge and triangle reach beyond their box.
    constexpr double reach = 24;
    const QRectF area = request.clip.adjusted(-reach, -reach, reach, reach);
    index_->find(request.projection.toLayout(area), visible_);
    for (const std::uint32_t box : visible_) {
        QRectF rect = request.projection.box(boxRect(*layout_, box));
        // However small the graph is drawn, a vertex is a pixel.
        const double least = 1 / request.projection.devicePixelRatio;
        rect.setSize(rect.size().expandedTo({least, least}));
        if (content_->moduleOf(box) != noIndex) {
            moduleLooks_.push_back({box, emphasis(box, marks), rect});
            continue;
        }
        const VertexId v = content_->vertexOfBox[box];
        const VertexState state = v < request.states.size() ? request.states[v] : VertexState::kept;
        looks_.push_back({box, state, emphasis(box, marks), rect});
    }
}

void GraphPainter::collectFrames(const PaintRequest& request) {
    frameLooks_.clear();
    const CanvasMarks& marks = marksOf(request);
    const Emphasis emphasis = marks.binding || !marks.dimmed.empty() ? Emphasis::dimmed : Emphasis::full;
    for (std::uint32_t f = 0; f < layout_->frames.size(); ++f) {
        const QRectF rect = request.projection.box(frameRect(layout_->frames[f]));
        if (rect.intersects(request.clip)) frameLooks_.push_back({f, emphasis, rect});
    }
}

void GraphPainter::collectEdgeLooks(const CanvasMarks& marks) {
    edgeLooks_.clear();
    const std::uint32_t hovered = boxOf(marks.hovered, marks.hoveredModule),
                        selected = boxOf(marks.selected, marks.selectedModule);
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
    for (const ModuleLook& look : frameLooks_) {
        const std::uint32_t module = content_->moduleOfFrame[look.index];
        const auto ring = [&](Ring kind) {
            drawRing(painter, look.rect, kind, false, themes_.front(), request.projection.scale);
        };
        if (marks.selectedModule == module) {
            ring(Ring::selected);
        } else if (marks.hoveredModule == module) {
            ring(Ring::hovered);
        }
    }
    for (const BoxLook& look : looks_)
        paintBoxMarks(painter, request, look.box, look.rect);
    for (const ModuleLook& look : moduleLooks_)
        paintBoxMarks(painter, request, look.index, look.rect);
}

void GraphPainter::paintBoxMarks(QPainter& painter, const PaintRequest& request, std::uint32_t box,
                                 const QRectF& rect) {
    const CanvasMarks& marks = marksOf(request);
    const Theme& theme = themes_.front();
    const double scale = request.projection.scale;
    const auto vertices = content_->vertices(box);
    const auto& edges = content_->layoutInput.edges;
    bool selected = box == boxOf(marks.selected, marks.selectedModule);
    if (marks.selectedEdge && *marks.selectedEdge < edges.size()) {
        const auto [from, to] = edges[*marks.selectedEdge];
        selected = selected || box == from || box == to;
    }
    const bool outlined = any(marks.differing, vertices);
    if (outlined) drawDifferingOutline(painter, rect, theme, scale);
    const auto ring = [&](Ring kind) { drawRing(painter, rect, kind, outlined, theme, scale); };
    if (among(marks.binding, vertices)) {
        ring(Ring::binding);
    } else if (selected) {
        ring(Ring::selected);
    } else if (!near_.empty() && near_[box] != 0) {
        ring(Ring::hovered);
    }
    if (any(marks.pinned, vertices)) {
        drawPinBadge(painter, rect.topLeft() + QPointF(1, -1) * scale, theme, scale);
    }
    if (among(marks.running, vertices)) {
        drawRunningTriangle(painter, {rect.left() - 6, rect.center().y()}, theme, scale);
    }
}

}  // namespace reforward
