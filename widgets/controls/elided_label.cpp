// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/elided_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace reforward {

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    colour_ = palette().color(QPalette::WindowText);
    setText(text);
}

void ElidedLabel::setText(const QString& text) {
    text_ = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setColour(const QColor& colour) {
    colour_ = colour;
    update();
}

void ElidedLabel::setLink(bool link, const QColor& focusColour) {
    link_ = link;
    focusColour_ = focusColour;
    setFocusPolicy(link ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text_) + 2, std::max(fontMetrics().height() + 2, 18)};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {std::min(24, sizeHint().width()), sizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent*) {
    setToolTip(fontMetrics().horizontalAdvance(text_) > width() ? text_ : QString());
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QFont used = font();
    used.setUnderline(link_);
    painter.setFont(used);
    painter.setPen(colour_);
    const QString shown = fontMetrics().elidedText(text_, Qt::ElideMiddle, width());
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shown);
    if (!hasFocus()) return;
    painter.setPen(QPen(focusColour_, 2));
    const int wide = std::min(width(), fontMetrics().horizontalAdvance(shown) + 4);
    painter.drawRect(QRect(1, 1, wide - 2, height() - 2));
}

void ElidedLabel::mousePressEvent(QMouseEvent* event) {
    // A press on words alone is for whatever lies under them.
    event->setAccepted(link_);
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent* event) {
    if (link_ && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit activated();
}

void ElidedLabel::keyPressEvent(QKeyEvent* event) {
    const bool press =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (link_ && press) {
        emit activated();
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace reforward
