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
#include "widgets/canvas/layout_motion.h"
#include "widgets/canvas/module_tip.h"
#include "widgets/canvas/vertex_tip.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

constexpr double fitMargin = 16, revealMargin = 24;
constexpr int overlayMargin = 12;
constexpr double zoomStep = 1.25;
constexpr std::size_t mostMoving = 1500;  ///< boxes; more than that would not move smoothly

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
    motionTime_.setDuration(metrics::expandTime);
    motionTime_.setEasingCurve(QEasingCurve::InOutQuad);
    motionTime_.setStartValue(0.0);
    motionTime_.setEndValue(1.0);
    connect(&motionTime_, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& time) { moveTo(time.toDouble()); });
    connect(&motionTime_, &QVariantAnimation::finished, this, &GraphCanvas::stopMoving);
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
    plan_ = nullptr;
    givenStates_.clear();
    marks_ = {};
    takeContent(std::move(content), std::move(layout));
    fit();
}

void GraphCanvas::takeContent(CanvasContentPtr content, GraphLayoutPtr layout) {
    pan_.stop();
    stopMoving();
    QToolTip::hideText();
    if (!content || !layout) content = nullptr, layout = nullptr;
    content_ = std::move(content), layout_ = std::move(layout);
    shownLayout_ = layout_;
    painter_.reset();
    if (content_) {
        painter_ = std::make_unique<GraphPainter>(content_, layout_, QApplication::font());
        painter_->setTheme(theme_);
    }
    minimap_->setContent(content_, layout_);
    statesChanged();
    marksChanged();
    placeOverlays();
}

void GraphCanvas::rearrange(CanvasContentPtr content, GraphLayoutPtr layout,
                            std::optional<std::uint32_t> pivot) {
    const bool known = content_ && content && layout && content->graph == content_->graph && content->tree;
    if (!known) {
        setContent(std::move(content), std::move(layout));
        return;
    }
    const CanvasContentPtr before = content_;
    const GraphLayoutPtr from = shownLayout_;
    const QRectF start = pivot ? moduleRect(*pivot) : QRectF();
    marks_.hovered.reset();
    marks_.hoveredModule.reset();
    marks_.selectedEdge.reset();
    takeContent(std::move(content), std::move(layout));
    const bool pivoted = pivot && !start.isNull() && !moduleRect(*pivot).isNull();
    if (!pivoted) {
        fit();
        return;
    }
    pivot_ = pivot;
    pivotFrom_ = start.topLeft();
    pivotTo_ = seenFrom(start, moduleRect(*pivot).size());
    fitted_ = false;
    if (!animated_ || !isVisible() || content_->boxCount() > mostMoving) {
        moveTo(1);
        stopMoving();
        return;
    }
    motion_ = std::make_unique<LayoutMotion>(*before, *from, content_, layout_);
    motionTime_.start();
}

/// Where something that begins at `start` goes so that all of it is seen once it has that size.
QPointF GraphCanvas::seenFrom(const QRectF& start, QSizeF size) const {
    const double right = width() - revealMargin - overlayColumn(), bottom = height() - revealMargin;
    return {std::min(start.left(), std::max(revealMargin, right - size.width())),
            std::min(start.top(), std::max(revealMargin, bottom - size.height()))};
}

/// Shows the layout at a time of the motion (0..1).
void GraphCanvas::moveTo(double time) {
    if (!painter_ || !pivot_) return;
    shownLayout_ = motion_ ? motion_->at(time) : layout_;
    painter_->setLayout(shownLayout_);
    const QPointF corner = reforward::moduleRect(*content_, *shownLayout_, *pivot_).topLeft();
    CanvasView view = view_;
    view.centre += corner - view_.toLayout(pivotFrom_ + (pivotTo_ - pivotFrom_) * time, size());
    setView(view);
}

void GraphCanvas::stopMoving() {
    if (motionTime_.state() == QAbstractAnimation::Running) motionTime_.stop();
    if (motion_) moveTo(1);
    const bool moved = pivot_.has_value();
    motion_.reset();
    pivot_.reset();
    if (moved) emit viewChanged(view_);
}

Projection GraphCanvas::projection() const {
    Projection projection;
    projection.scale = view_.scale;
    projection.devicePixelRatio = devicePixelRatioF();
    projection.origin = view_.toWidget({0, 0}, size());
    return projection;
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
    marks_.selectedModule.reset();
    marks_.selectedEdge.reset();
    marksChanged();
    describe();
}

void GraphCanvas::setSelectedModule(std::optional<std::uint32_t> module) {
    setSelected(std::nullopt);
    if (!module || !content_ || !content_->tree || *module >= content_->tree->size()) return;
    marks_.selectedModule = module;
    marksChanged();
    describe();
}

void GraphCanvas::setHovered(std::optional<VertexId> v) {
    marks_.hovered = shown(v) ? v : std::nullopt;
    marks_.hoveredModule.reset();
    marksChanged();
}

void GraphCanvas::setHoveredModule(std::optional<std::uint32_t> module) {
    setHovered(std::nullopt);
    if (!module || !content_ || !content_->tree || *module >= content_->tree->size()) return;
    marks_.hoveredModule = module;
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
    rows.module =
        content_ && std::ranges::any_of(content_->moduleOfBox, [](std::uint32_t m) { return m != noIndex; });
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
        const std::size_t count = content_->graph->plannedCount();
        text = tr("%1 vertices").arg(count);
        if (content_->hasModules()) text = tr("%1 vertices, %2 boxes").arg(count).arg(content_->boxCount());
        if (marks_.selected) text = vertexSentence(*content_->graph, *marks_.selected, plan_.get());
        if (marks_.selectedModule)
            text = moduleSentence(*content_->graph, *content_->tree, *marks_.selectedModule, shownStates());
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

/// Px that the overlays take at the right.
double GraphCanvas::overlayColumn() const {
    return minimap_->isVisibleTo(this) ? legend_->width() + overlayMargin : 0;
}

CanvasView GraphCanvas::fittedView() const {
    if (!painter_) return {};
    // The overlays' column stays free: fitting shows all of the graph.
    const double column = overlayColumn();
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
    stopMoving();
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
    if (marks_.selected || marks_.selectedModule) {
        const QPointF middle =
            (marks_.selected ? vertexRect(*marks_.selected) : moduleRect(*marks_.selectedModule)).center();
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
    stopMoving();
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
    const QRectF box = boxRect(*shownLayout_, content_->boxOfVertex[v]);
    return {view_.toWidget(box.topLeft(), size()), box.size() * view_.scale};
}

std::optional<VertexId> GraphCanvas::vertexAt(QPointF position) const {
    if (!painter_) return std::nullopt;
    const auto box = painter_->boxAt(view_.toLayout(position, size()));
    return box && content_->moduleOf(*box) == noIndex ? std::optional(content_->vertexOfBox[*box])
                                                      : std::nullopt;
}

QRectF GraphCanvas::moduleRect(std::uint32_t module) const {
    if (!content_ || !content_->tree || module >= content_->tree->size()) return {};
    const QRectF rect = reforward::moduleRect(*content_, *shownLayout_, module);
    return rect.isNull() ? rect : QRectF(view_.toWidget(rect.topLeft(), size()), rect.size() * view_.scale);
}

std::optional<std::uint32_t> GraphCanvas::moduleAt(QPointF position) const {
    if (!painter_) return std::nullopt;
    const QPointF place = view_.toLayout(position, size());
    if (const auto box = painter_->boxAt(place)) {
        const std::uint32_t module = content_->moduleOf(*box);
        return module == noIndex ? std::nullopt : std::optional(module);
    }
    const auto frame = painter_->titleAt(place);
    return frame ? std::optional(content_->moduleOfFrame[*frame]) : std::nullopt;
}

std::optional<std::uint32_t> GraphCanvas::disclosureAt(QPointF position) const {
    return painter_ ? painter_->disclosureAt(position, projection()) : std::nullopt;
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
        request.projection = projection();
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
    if (!content_ || !underMouse()) return;
    if (marks_.hoveredModule) {
        QRect area = moduleRect(*marks_.hoveredModule).toAlignedRect();
        if (content_->frameOfModule(*marks_.hoveredModule) != noIndex)
            area.setHeight(static_cast<int>(LayoutFrame::title * view_.scale));
        QToolTip::showText(
            mapToGlobal(area.bottomLeft() + QPoint(8, -8)),
            moduleTip(*content_->graph, *content_->tree, *marks_.hoveredModule, shownStates(), theme_), this,
            area);
        return;
    }
    if (!marks_.hovered) return;
    const VertexId v = *marks_.hovered;
    const QString note = tipNote_ ? tipNote_(v) : QString();
    const QRect box = vertexRect(v).toAlignedRect();
    QToolTip::showText(mapToGlobal(box.bottomLeft() + QPoint(8, -8)),
                       vertexTip(*content_->graph, v, plan_.get(), theme_, note), this, box);
}

}  // namespace reforward
