// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/canvas/box_index.h"
#include "widgets/canvas/module_painter.h"
#include "widgets/style/metrics.h"

namespace reforward {

CanvasMinimap::CanvasMinimap(QWidget* parent) : QWidget(parent), theme_(theme(ThemeKind::light)) {
    setAccessibleName(tr("Overview of the graph"));
    setCursor(Qt::ArrowCursor);
    resize(mapWidth, mapHeight);
}

void CanvasMinimap::setTheme(const Theme& theme) {
    theme_ = theme;
    map_ = {};
    update();
}

void CanvasMinimap::setContent(CanvasContentPtr content, GraphLayoutPtr layout) {
    content_ = std::move(content), layout_ = std::move(layout);
    states_.clear();
    map_ = {};
    update();
}

void CanvasMinimap::setStates(std::span<const VertexState> states) {
    states_.assign(states.begin(), states.end());
    map_ = {};
    update();
}

void CanvasMinimap::setVisibleArea(const QRectF& area) {
    if (area == area_) return;
    area_ = area;
    update();
}

double CanvasMinimap::mapScale() const {
    constexpr double margin = 6;
    return std::min((width() - 2 * margin) / std::max(1.0, layout_->width),
                    (height() - 2 * margin) / std::max(1.0, layout_->height));
}

QRectF CanvasMinimap::mapRect() const {
    const QSizeF size(layout_->width * mapScale(), layout_->height * mapScale());
    return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

void CanvasMinimap::drawMap() {
    const double ratio = devicePixelRatioF();
    map_ = QPixmap(this->size() * ratio);
    map_.setDevicePixelRatio(ratio);
    map_.fill(theme_.canvas);
    QPainter painter(&map_);
    const double scale = mapScale(), least = 1 / ratio;
    const QPointF origin = mapRect().topLeft();
    for (const LayoutFrame& frame : layout_->frames) {
        const QRectF rect(QPointF(frame.left, frame.top) * scale + origin,
                          QSizeF(frame.width, frame.height) * scale);
        painter.fillRect(rect, theme_.border);
        painter.fillRect(rect.adjusted(least, least, -least, -least), theme_.dockTitle);
    }
    for (std::uint32_t box = 0; box < content_->boxCount(); ++box) {
        const QRectF rect = boxRect(*layout_, box);
        // Rows touch at this size, so boxes are drawn a little lower than they are.
        const QRectF place =
            QRectF(rect.topLeft() * scale + origin, QSizeF(rect.width(), rect.height() * 0.9) * scale)
                .adjusted(0, 0, least / 2, 0);
        if (content_->moduleOf(box) != noIndex) {
            drawStateBar(painter, place, sharesOf(*content_->graph, content_->vertices(box), states_), theme_,
                         true);
            continue;
        }
        const VertexId v = content_->vertexOfBox[box];
        const VertexState state = v < states_.size() ? states_[v] : VertexState::kept;
        painter.fillRect(place, theme_.state(state).flat);
    }
}

void CanvasMinimap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double inset = theme_.hairline / 2;
    painter.setPen(QPen(theme_.border, theme_.hairline));
    painter.setBrush(theme_.canvas);
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), metrics::radius,
                            metrics::radius);
    if (!content_) return;
    if (map_.isNull() || map_.size() != this->size() * devicePixelRatioF()) drawMap();
    const QRect inner = rect().adjusted(3, 3, -3, -3);
    painter.setClipRect(inner);
    painter.drawPixmap(0, 0, map_);

    const QRectF frame(area_.topLeft() * mapScale() + mapRect().topLeft(), area_.size() * mapScale());
    painter.setPen(QPen(theme_.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame.intersected(QRectF(inner).adjusted(1, 1, -1, -1)), 2, 2);
}

void CanvasMinimap::mousePressEvent(QMouseEvent* event) {
    event->accept();
    if (!content_ || !(event->buttons() & Qt::LeftButton)) return;
    emit centreRequested((event->position() - mapRect().topLeft()) / mapScale());
}

void CanvasMinimap::mouseMoveEvent(QMouseEvent* event) {
    mousePressEvent(event);
}

}  // namespace reforward
