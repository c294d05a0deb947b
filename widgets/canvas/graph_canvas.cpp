// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_canvas.h"

#include <QApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <algorithm>

#include "widgets/canvas/canvas_legend.h"
#include "widgets/canvas/canvas_minimap.h"
#include "widgets/canvas/graph_painter.h"
#include "widgets/canvas/vertex_tip.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

constexpr double fitMargin = 16, revealMargin = 24;
constexpr int overlayMargin = 12;
constexpr double zoomStep = 1.25;

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent),
      theme_(theme(ThemeKind::light)),
      legend_(new CanvasLegend(this)),
      minimap_(new CanvasMinimap(this)),
      animated_(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0) {
    setAccessibleName(tr("Graph"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setContextMenuPolicy(Qt::CustomContextMenu);

    tipTimer_.setSingleShot(true);
    tipTimer_.setInterval(metrics::tooltipDelay);
    connect(&tipTimer_, &QTimer::timeout, this, &GraphCanvas::showTip);
    pan_.setDuration(metrics::panTime);
    pan_.setEasingCurve(QEasingCurve::OutCubic);
    connect(&pan_, &QVariantAnimation::valueChanged, this, [this](const QVariant& centre) {
        CanvasView view = view_;
        view.centre = centre.toPointF();
        changeView(view);
    });
    connect(legend_, &CanvasLegend::resized, this, &GraphCanvas::placeOverlays);
    connect(minimap_, &CanvasMinimap::centreRequested, this, [this](QPointF centre) {
        CanvasView view = view_;
        view.centre = centre;
        changeView(view);
    });
    placeOverlays();
    marksChanged();
}

GraphCanvas::~GraphCanvas() = default;

void GraphCanvas::setTheme(const Theme& theme) {
    theme_ = theme;
    if (painter_) painter_->setTheme(theme_);
    legend_->setTheme(theme_);
    minimap_->setTheme(theme_);
    update();
}

void GraphCanvas::setContent(CanvasContentPtr content, GraphLayoutPtr layout) {
    pan_.stop();
    QToolTip::hideText();
    if (!content || !layout) content = nullptr, layout = nullptr;
    content_ = std::move(content), layout_ = std::move(layout);
    plan_ = nullptr;
    givenStates_.clear();
    marks_ = {};
    painter_.reset();
    if (content_) {
        painter_ = std::make_unique<GraphPainter>(content_, layout_, QApplication::font());
        painter_->setTheme(theme_);
    }
    minimap_->setContent(content_, layout_);
    statesChanged();
    marksChanged();
    placeOverlays();
    fit();
}

std::span<const VertexState> GraphCanvas::shownStates() const {
    if (!givenStates_.empty()) return givenStates_;
    return plan_ ? std::span<const VertexState>(plan_->predicted.states) : std::span<const VertexState>();
}

void GraphCanvas::setPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    statesChanged();
}

void GraphCanvas::setStates(std::vector<VertexState> states) {
    givenStates_ = std::move(states);
    statesChanged();
}

void GraphCanvas::statesChanged() {
    minimap_->setStates(shownStates());
    describe();
    update();
}

bool GraphCanvas::shown(std::optional<VertexId> v) const {
    return v && content_ && *v < content_->boxOfVertex.size() && content_->boxOfVertex[*v] != noIndex;
}

void GraphCanvas::setSelected(std::optional<VertexId> v) {
    marks_.selected = shown(v) ? v : std::nullopt;
    marks_.selectedEdge.reset();
    marksChanged();
    describe();
}

void GraphCanvas::setHovered(std::optional<VertexId> v) {
    marks_.hovered = shown(v) ? v : std::nullopt;
    marksChanged();
}

void GraphCanvas::setBinding(std::optional<VertexId> v) {
    marks_.binding = shown(v) ? v : std::nullopt;
    marksChanged();
}

void GraphCanvas::setRunning(std::optional<VertexId> v) {
    marks_.running = shown(v) ? v : std::nullopt;
    marksChanged();
}

void GraphCanvas::setDiffering(std::vector<bool> differing) {
    marks_.differing = std::move(differing);
    marksChanged();
}

void GraphCanvas::setDimmed(std::vector<bool> dimmed) {
    marks_.dimmed = std::move(dimmed);
    marksChanged();
}

void GraphCanvas::setPinned(std::vector<bool> pinned) {
    marks_.pinned = std::move(pinned);
    marksChanged();
}

void GraphCanvas::marksChanged() {
    const auto any = [](const std::vector<bool>& flags) {
        return std::ranges::find(flags, true) != flags.end();
    };
    LegendRows rows;
    rows.selected = true;
    rows.longSkip = layout_ && std::ranges::any_of(layout_->edges, &LayoutEdge::skip);
    rows.running = marks_.running.has_value();
    rows.binding = marks_.binding.has_value();
    rows.pinned = any(marks_.pinned);
    rows.differing = any(marks_.differing);
    legend_->setRows(rows);
    update();
}

void GraphCanvas::describe() {
    QString text = tr("No graph");
    if (content_) {
        text = marks_.selected ? vertexSentence(*content_->graph, *marks_.selected, plan_.get())
                               : tr("%1 vertices").arg(content_->boxCount());
    }
    setAccessibleDescription(text);
}

void GraphCanvas::changeView(const CanvasView& view) {
    if (view == view_) return;
    setView(view);
    fitted_ = false;
    emit viewChanged(view_);
}

void GraphCanvas::setView(const CanvasView& view) {
    view_ = view;
    view_.scale = std::clamp(view.scale, CanvasView::minimumScale, CanvasView::maximumScale);
    fitted_ = false;
    minimap_->setVisibleArea(view_.visible(size()));
    update();
}

CanvasView GraphCanvas::fittedView() const {
    if (!painter_) return {};
    // The overlays' column stays free: fitting shows all of the graph.
    const double column = minimap_->isVisibleTo(this) ? legend_->width() + overlayMargin : 0;
    const double width = std::max(1.0, this->width() - 2 * fitMargin - column);
    const double height = std::max(1.0, this->height() - 2 * fitMargin);
    const QRectF& graph = painter_->bounds();
    CanvasView view;
    view.scale = std::clamp(
        std::min({1.0, width / std::max(1.0, graph.width()), height / std::max(1.0, graph.height())}),
        CanvasView::minimumScale, CanvasView::maximumScale);
    view.centre = graph.center() + QPointF(column / 2 / view.scale, 0);
    return view;
}

void GraphCanvas::fit() {
    pan_.stop();
    changeView(fittedView());
    fitted_ = true;
}

void GraphCanvas::actualSize() {
    zoomAtMiddle(1 / view_.scale);
}
void GraphCanvas::zoomIn() {
    zoomAtMiddle(zoomStep);
}
void GraphCanvas::zoomOut() {
    zoomAtMiddle(1 / zoomStep);
}

void GraphCanvas::zoomAtMiddle(double factor) {
    pan_.stop();
    // At the selection where it is in sight: it is what one wants to see closer.
    QPointF fixed = QRectF(rect()).center();
    if (marks_.selected) {
        const QPointF middle = vertexRect(*marks_.selected).center();
        if (QRectF(rect()).contains(middle)) fixed = middle;
    }
    changeView(view_.zoomed(factor, fixed, size()));
}

void GraphCanvas::panTo(QPointF centre) {
    pan_.stop();
    if (!animated_ || !isVisible()) {
        CanvasView view = view_;
        view.centre = centre;
        changeView(view);
        return;
    }
    pan_.setStartValue(view_.centre);
    pan_.setEndValue(centre);
    pan_.start();
}

void GraphCanvas::centreOn(VertexId v) {
    if (!shown(v)) return;
    const LayoutPoint& centre = layout_->centres[content_->boxOfVertex[v]];
    panTo({centre.x, centre.y});
}

void GraphCanvas::reveal(VertexId v) {
    if (!shown(v)) return;
    const QRectF box = vertexRect(v);
    const QRectF free = QRectF(rect()).adjusted(revealMargin, revealMargin, -revealMargin, -revealMargin);
    QPointF shift;
    if (box.left() < free.left()) shift.setX(box.left() - free.left());
    if (box.right() > free.right()) shift.setX(box.right() - free.right());
    if (box.top() < free.top()) shift.setY(box.top() - free.top());
    if (box.bottom() > free.bottom()) shift.setY(box.bottom() - free.bottom());
    if (!shift.isNull()) panTo(view_.centre + shift / view_.scale);
}

QRectF GraphCanvas::vertexRect(VertexId v) const {
    if (!shown(v)) return {};
    const QRectF box = boxRect(*layout_, content_->boxOfVertex[v]);
    return {view_.toWidget(box.topLeft(), size()), box.size() * view_.scale};
}

std::optional<VertexId> GraphCanvas::vertexAt(QPointF position) const {
    if (!painter_) return std::nullopt;
    const auto box = painter_->boxAt(view_.toLayout(position, size()));
    return box ? std::optional(content_->vertexOfBox[*box]) : std::nullopt;
}

void GraphCanvas::setOverlaysVisible(bool visible) {
    overlays_ = visible;
    placeOverlays();
}

void GraphCanvas::placeOverlays() {
    const bool roomy = width() >= metrics::legendMinimumWidth && height() >= metrics::legendMinimumHeight;
    legend_->setRoomy(roomy);
    legend_->resize(legend_->sizeHint());
    legend_->move(width() - legend_->width() - overlayMargin, overlayMargin);
    legend_->setVisible(overlays_ && content_);
    minimap_->resize(legend_->open() ? legend_->width() : minimap_->width(), CanvasMinimap::mapHeight);
    minimap_->move(width() - minimap_->width() - overlayMargin,
                   height() - minimap_->height() - overlayMargin);
    const bool apart = legend_->geometry().bottom() + overlayMargin < minimap_->geometry().top();
    minimap_->setVisible(overlays_ && content_ && roomy && apart);
}

void GraphCanvas::resizeEvent(QResizeEvent*) {
    placeOverlays();
    if (fitted_) fit();
    minimap_->setVisibleArea(view_.visible(size()));
}

void GraphCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    if (!painter_) {
        painter.fillRect(event->rect(), theme_.canvas);
    } else {
        PaintRequest request;
        request.projection.scale = view_.scale;
        request.projection.devicePixelRatio = devicePixelRatioF();
        request.projection.origin = view_.toWidget({0, 0}, size());
        request.clip = event->rect();
        request.states = shownStates();
        request.marks = &marks_;
        painter_->paint(painter, request);
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        painter.setPen(QPen(theme_.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void GraphCanvas::showTip() {
    if (!marks_.hovered || !content_ || !underMouse()) return;
    const VertexId v = *marks_.hovered;
    const QString note = tipNote_ ? tipNote_(v) : QString();
    const QRect box = vertexRect(v).toAlignedRect();
    QToolTip::showText(mapToGlobal(box.bottomLeft() + QPoint(8, -8)),
                       vertexTip(*content_->graph, v, plan_.get(), theme_, note), this, box);
}

}  // namespace reforward
