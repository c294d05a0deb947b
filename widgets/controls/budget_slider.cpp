// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/budget_slider.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr double side = 8;  // px left and right of the track, for half a handle
constexpr double trackTop = 9, trackHeight = 6, rangeHeight = 12;
constexpr double handleWidth = 12, handleHeight = 22;
constexpr double tickTop = 23, tickHeight = 5, labelTop = 31, labelHeight = 14;
constexpr double labelGap = 10;
constexpr int stepsOfRange = 100;

QString gib(Bytes bytes) {
    // The label beside a word needs no unit where the field says it; below 1 GiB it does.
    if (bytes.count() < (std::int64_t{1} << 30)) return QString::fromStdString(formatBytes(bytes));
    return QString::number(static_cast<double>(bytes.count()) / 0x1p30, 'f', 2);
}

}  // namespace

BudgetSlider::BudgetSlider(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory budget"));
    setMouseTracking(true);
}

void BudgetSlider::setRange(Bytes floor, Bytes baseline) {
    floor_ = floor;
    baseline_ = std::max(baseline, floor);
    // The range begins at the next lower tenth of the baseline, or the one before where that is too near.
    const double tenth = static_cast<double>(baseline_.count()) / 10;
    double below = tenth > 0 ? std::floor(static_cast<double>(floor.count()) / tenth) * tenth : 0;
    if (static_cast<double>(floor.count()) - below < tenth / 5) below -= tenth;
    least_ = Bytes(std::llround(std::max(0.0, below)));
    budget_ = std::clamp(budget_, least_, baseline_);
    update();
}

void BudgetSlider::setTicks(std::vector<Bytes> peaks) {
    ticks_ = std::move(peaks);
    std::sort(ticks_.begin(), ticks_.end());
    update();
}

void BudgetSlider::setBudget(Bytes budget) {
    budget_ = std::clamp(budget, least_, std::max(least_, baseline_));
    setAccessibleDescription(QString::fromStdString(formatBytes(budget_)));
    update();
}

void BudgetSlider::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

double BudgetSlider::xOf(Bytes budget) const {
    const double span = static_cast<double>((baseline_ - least_).count());
    const double share = span > 0 ? static_cast<double>((budget - least_).count()) / span : 0;
    return side + std::clamp(share, 0.0, 1.0) * std::max(0.0, width() - 2 * side);
}

Bytes BudgetSlider::budgetAt(double x) const {
    const double length = width() - 2 * side;
    const double share = length > 0 ? std::clamp((x - side) / length, 0.0, 1.0) : 0;
    if (share >= 1) return baseline_;
    return least_ + Bytes(std::llround(share * static_cast<double>((baseline_ - least_).count())));
}

void BudgetSlider::moveTo(Bytes budget, bool dragging) {
    budget = std::clamp(budget, least_, baseline_);
    if (budget == budget_ && dragging) return;
    setBudget(budget);
    emit budgetChanged(budget_, dragging);
}

void BudgetSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || baseline_.count() == 0) return;
    dragging_ = true;
    // Gripping the handle moves nothing; a press elsewhere jumps there.
    grip_ = std::abs(event->position().x() - xOf(budget_)) <= handleWidth / 2
                ? event->position().x() - xOf(budget_)
                : 0;
    if (grip_ == 0) moveTo(budgetAt(event->position().x()), true);
}

void BudgetSlider::mouseMoveEvent(QMouseEvent* event) {
    if (dragging_) moveTo(budgetAt(event->position().x() - grip_), true);
}

void BudgetSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !dragging_) return;
    dragging_ = false;
    emit budgetChanged(budget_, false);
}

void BudgetSlider::wheelEvent(QWheelEvent* event) {
    const int notches = event->angleDelta().y() / 120;
    if (notches == 0 || baseline_.count() == 0) return;
    moveTo(budget_ + Bytes((baseline_ - least_).count() / stepsOfRange * notches), false);
    event->accept();
}

void BudgetSlider::keyPressEvent(QKeyEvent* event) {
    const Bytes step(std::max<std::int64_t>(1, (baseline_ - least_).count() / stepsOfRange));
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down:
            moveTo(budget_ - step, false);
            return;
        case Qt::Key_Right:
        case Qt::Key_Up:
            moveTo(budget_ + step, false);
            return;
        case Qt::Key_PageDown:
            moveTo(budget_ - step * 10, false);
            return;
        case Qt::Key_PageUp:
            moveTo(budget_ + step * 10, false);
            return;
        case Qt::Key_Home:
            moveTo(least_, false);
            return;
        case Qt::Key_End:
            moveTo(baseline_, false);
            return;
        case Qt::Key_BracketLeft:
            emit stepPlan(-1);
            return;
        case Qt::Key_BracketRight:
            emit stepPlan(1);
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void BudgetSlider::paintTrack(QPainter& painter) const {
    const double left = xOf(least_), floor = xOf(floor_), handle = xOf(budget_), right = xOf(baseline_);
    const double middle = trackTop + trackHeight / 2;
    const QRectF below(left, middle - rangeHeight / 2, floor - left, rangeHeight);
    painter.setPen(Qt::NoPen);
    painter.fillRect(below, hatchBrush(theme_.boundFill, theme_.floorHatch, wideHatch, devicePixelRatioF()));
    QPainterPath track;
    track.addRoundedRect(QRectF(floor, trackTop, right - floor, trackHeight), 2, 2);
    painter.fillPath(track, theme_.boundFill);
    painter.setPen(QPen(theme_.border, theme_.hairline));
    painter.drawPath(track);
    if (handle > floor) {
        QPainterPath used;
        used.addRoundedRect(QRectF(floor, trackTop, handle - floor, trackHeight), 2, 2);
        painter.fillPath(used, theme_.accent);
    }
}

void BudgetSlider::paintScale(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme_.secondaryText, 1));
    int last = -1;
    for (const Bytes tick : ticks_) {
        if (tick < least_ || tick > baseline_) continue;
        const int x = static_cast<int>(std::lround(xOf(tick)));
        if (x == last) continue;
        last = x;
        painter.drawLine(x, static_cast<int>(tickTop), x, static_cast<int>(tickTop + tickHeight) - 1);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);

    const QFont font = roleFont(TextRole::label);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const auto label = [&](double centre, const QString& text) {
        const double wide = metrics.horizontalAdvance(text) + 1;
        const double left = std::clamp(centre - wide / 2, 0.0, std::max(0.0, width() - wide));
        return QRectF(left, labelTop, wide, labelHeight);
    };
    painter.setPen(theme_.secondaryText);
    const QString floorText = tr("floor %1").arg(gib(floor_)),
                  endText = tr("keep-all %1").arg(gib(baseline_));
    const QRectF floorLabel = label(xOf(floor_), floorText), endLabel = label(width(), endText);
    painter.drawText(endLabel, Qt::AlignCenter, endText);
    if (floorLabel.right() + labelGap > endLabel.left()) return;
    painter.drawText(floorLabel, Qt::AlignCenter, floorText);
    double free = floorLabel.right();
    for (int tenth = 1; tenth < 10; ++tenth) {
        const Bytes at(baseline_.count() / 10 * tenth);
        const QString text = QStringLiteral("%1%").arg(tenth * 10);
        const QRectF rect = label(xOf(at), text);
        if (at <= floor_ || rect.left() < free + labelGap || rect.right() + labelGap > endLabel.left())
            continue;
        painter.drawText(rect, Qt::AlignCenter, text);
        free = rect.right();
    }
}

void BudgetSlider::paintHandle(QPainter& painter) const {
    const double middle = trackTop + trackHeight / 2;
    const QRectF handle(xOf(budget_) - handleWidth / 2, middle - handleHeight / 2, handleWidth, handleHeight);
    const QColor colour = !isEnabled()   ? theme_.disabledText
                          : belowFloor() ? theme_.bindingRing
                                         : theme_.accent;
    if (hasFocus()) {
        painter.setPen(QPen(theme_.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(handle.adjusted(-2.5, -2.5, 2.5, 2.5), metrics::radius + 2,
                                metrics::radius + 2);
    }
    painter.setPen(QPen(colour, 2));
    painter.setBrush(theme_.base);
    painter.drawRoundedRect(handle.adjusted(1, 1, -1, -1), metrics::radius, metrics::radius);
    painter.setPen(QPen(colour, 1));
    for (const double x : {-1.5, 1.5}) {
        painter.drawLine(QPointF(handle.center().x() + x, middle - 4),
                         QPointF(handle.center().x() + x, middle + 4));
    }
}

void BudgetSlider::paintEvent(QPaintEvent*) {
    if (baseline_.count() == 0 || width() < 4 * side) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTrack(painter);
    paintScale(painter);
    paintHandle(painter);
}

}  // namespace reforward
