// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/chart_items.h"

#include <algorithm>
#include <numbers>

#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

/// Stripes as lines, so that they stay lines in an SVG or a PDF.
void drawStripes(QPainter& painter, const QRectF& rect, const QColor& stripe) {
    const double period = wideHatch.period * std::numbers::sqrt2;
    QVector<QLineF> lines;
    for (double x = rect.left() - rect.height(); x < rect.right(); x += period) {
        lines.append(QLineF(x, rect.bottom(), x + rect.height(), rect.top()));
    }
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(QPen(stripe, wideHatch.width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
    painter.restore();
}

QFont strongLabel() {
    QFont font = roleFont(TextRole::label);
    font.setWeight(QFont::DemiBold);
    return font;
}

}  // namespace

FloorBand::FloorBand(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

void FloorBand::set(double floor, const QString& label, const Theme& theme) {
    floor_ = floor;
    label_ = label;
    ground_ = theme.boundFill;
    stripe_ = theme.floorHatch;
    text_ = theme.text;
}

double FloorBand::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void FloorBand::draw(QCPPainter* painter) {
    const QRectF area = mParentPlot->axisRect()->rect();
    const double right = std::min(mParentPlot->xAxis->coordToPixel(floor_), area.right() + 1);
    QRectF band(area.left(), area.top(), right - area.left(), area.height());
    if (band.width() < 1) return;
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->fillRect(band, ground_);
    drawStripes(*painter, band, stripe_);
    painter->setPen(QPen(stripe_, 1));
    painter->drawLine(band.topRight(), band.bottomRight());

    const QFont font = strongLabel();
    const QFontMetricsF metrics(font);
    const double thick = metrics.height();
    const double length = metrics.horizontalAdvance(label_) + 10;
    if (band.width() < thick || band.height() < length + 4) return;
    painter->save();
    painter->setFont(font);
    painter->translate(band.center());
    painter->rotate(-90);
    const QRectF plate(-length / 2, -thick / 2, length, thick);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground_);
    painter->drawRect(plate);
    painter->setPen(QPen(text_));
    painter->drawText(plate, Qt::AlignCenter, label_);
    painter->restore();
}

BudgetMark::BudgetMark(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

void BudgetMark::setTheme(const Theme& theme) {
    line_ = theme.budgetLine;
    text_ = theme.budgetLabel;
    ground_ = theme.base;
}

void BudgetMark::set(double budget, const QString& label) {
    budget_ = budget;
    label_ = label;
}

double BudgetMark::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void BudgetMark::draw(QCPPainter* painter) {
    const QRectF area = mParentPlot->axisRect()->rect();
    const double x = mParentPlot->xAxis->coordToPixel(budget_);
    if (x < area.left() - 1 || x > area.right() + 1) return;
    painter->setAntialiasing(true);
    QPen pen(line_, 1.6, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    painter->setPen(pen);
    painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));

    // The label is at the top of the line, on the side where there is room, on a plate that hides what
    // crosses it.
    painter->setFont(strongLabel());
    const QFontMetricsF metrics(strongLabel());
    const QSizeF size(metrics.horizontalAdvance(label_) + 4, metrics.height());
    double left = x + 3;
    if (left + size.width() > area.right()) left = x - 3 - size.width();
    const QRectF plate(QPointF(left, area.top() + 2), size);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground_);
    painter->drawRect(plate);
    painter->setPen(QPen(text_));
    painter->drawText(plate, Qt::AlignCenter, label_);
}

PlanMark::PlanMark(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

void PlanMark::setTheme(const Theme& theme) {
    disc_ = theme.accent;
    ground_ = theme.base;
}

void PlanMark::set(double memory, double overhead, bool fits) {
    memory_ = memory;
    overhead_ = overhead;
    fits_ = fits;
}

double PlanMark::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void PlanMark::draw(QCPPainter* painter) {
    const QPointF centre(mParentPlot->xAxis->coordToPixel(memory_),
                         mParentPlot->yAxis->coordToPixel(overhead_));
    painter->setAntialiasing(true);
    // A ring of the ground sets the disc off from the lines under it.
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground_);
    painter->drawEllipse(centre, 7.5, 7.5);
    if (fits_) {
        painter->setBrush(disc_);
        painter->drawEllipse(centre, 6, 6);
    } else {
        painter->setPen(QPen(disc_, 2));
        painter->drawEllipse(centre, 5, 5);
    }
}

}  // namespace reforward
