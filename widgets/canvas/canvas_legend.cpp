// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_legend.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

namespace reforward {

CanvasLegend::CanvasLegend(QWidget* parent) : QWidget(parent), theme_(theme(ThemeKind::light)) {
    setAccessibleName(tr("Legend"));
    setCursor(Qt::ArrowCursor);
}

void CanvasLegend::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

void CanvasLegend::setRows(const LegendRows& rows) {
    if (rows == rows_) return;
    rows_ = rows;
    refresh();
}

void CanvasLegend::setRoomy(bool roomy) {
    if (roomy == roomy_) return;
    roomy_ = open_ = roomy;
    refresh();
}

void CanvasLegend::refresh() {
    setToolTip(open_ ? QString() : tr("Legend"));
    resize(sizeHint());
    update();
    emit resized();
}

QSize CanvasLegend::sizeHint() const {
    if (!open_) return {metrics::toolButton, metrics::toolButton};
    const QSizeF size = legendSize(rows_, QApplication::font());
    return {static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))};
}

void CanvasLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (open_) {
        drawLegend(painter, rows_, theme_, QApplication::font());
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.buttonBorder, theme_.hairline));
    painter.setBrush(theme_.buttonFace);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::radius, metrics::radius);
    const int inset = (metrics::toolButton - metrics::icon) / 2;
    themedIcon(QStringLiteral("legend"), theme_)
        .paint(&painter, rect().adjusted(inset, inset, -inset, -inset));
}

void CanvasLegend::mousePressEvent(QMouseEvent* event) {
    event->accept();
    if (event->button() != Qt::LeftButton) return;
    open_ = !open_;
    refresh();
}

}  // namespace reforward
