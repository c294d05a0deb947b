// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/state_chip.h"

#include <QPainter>

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int pad = 8, gap = 6, swatchWidth = 15, swatchHeight = 12;

}  // namespace

StateChip::StateChip(VertexState state, QWidget* parent) : QAbstractButton(parent), state_(state) {
    setCheckable(true);
    setChecked(true);
    setFixedHeight(metrics::dockControl);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFont(roleFont(TextRole::table));
    setFocusPolicy(Qt::TabFocus);
    setCount(0);
}

void StateChip::setCount(std::size_t count) {
    const QString number = QString::fromStdString(formatCount(static_cast<long long>(count)));
    setText(number);
    setToolTip(tr("Show or hide: %1, %2").arg(stateLabel(state_), number));
    setAccessibleName(tr("%1, %2 vertices").arg(stateLabel(state_), number));
    updateGeometry();
    update();
}

void StateChip::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

QSize StateChip::sizeHint() const {
    return {2 * pad + swatchWidth + gap + fontMetrics().horizontalAdvance(text()), metrics::dockControl};
}

void StateChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(hasFocus() ? QPen(theme_.accent, 2) : QPen(theme_.buttonBorder, theme_.hairline));
    painter.setBrush(isChecked() || isDown() ? theme_.dockTitle : theme_.base);
    painter.drawRoundedRect(hasFocus() ? box.adjusted(0.5, 0.5, -0.5, -0.5) : box, metrics::radius,
                            metrics::radius);
    const QRectF swatch(pad, (height() - swatchHeight) / 2.0, swatchWidth, swatchHeight);
    if (!isChecked()) painter.setOpacity(0.45);
    drawStateSwatch(painter, swatch, state_, theme_);
    painter.setOpacity(1);
    painter.setPen(isChecked() ? theme_.text : theme_.secondaryText);
    painter.drawText(QRectF(swatch.right() + gap, 0, width() - swatch.right() - gap, height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text());
}

}  // namespace reforward
