// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <array>
#include <functional>
#include <vector>

#include "widgets/canvas/mark_painter.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr double rowHeight = 20, padding = 10, sampleWidth = 20, sampleHeight = 12, sampleGap = 8;
constexpr double separator = 9;
constexpr int stateRows = 3;

struct Row {
    QString text;
    std::function<void(QPainter&, const QRectF&, const Theme&)> draw;
};

QString tr(const char* text) {
    return QCoreApplication::translate("Legend", text);
}

void drawSkip(QPainter& painter, const QRectF& r, const Theme& theme) {
    const QPointF tip(r.right(), r.center().y());
    painter.setPen(QPen(theme.longSkip, 1.7));
    painter.drawLine(QPointF(r.left(), tip.y()), tip - QPointF(6, 0));
    const std::array<QPointF, 3> head{tip, tip + QPointF(-7, -3.2), tip + QPointF(-7, 3.2)};
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.longSkip);
    painter.drawConvexPolygon(head.data(), static_cast<int>(head.size()));
}

void drawModule(QPainter& painter, const QRectF& r, const Theme& theme) {
    painter.setPen(QPen(theme.edge, theme.hairline));
    painter.setBrush(theme.base);
    const QRectF outline = r.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(outline, 2, 2);
    drawStateBar(painter, outline.adjusted(3, 4, -3, -3), {3, 2, 0}, theme, true);
}

/// A ring or outline round a small empty box, all within `r`.
template <class Draw>
auto framed(Draw draw) {
    return [draw](QPainter& painter, const QRectF& r, const Theme& theme) {
        draw(painter, r.adjusted(2, 2, -2, -2), theme);
    };
}

std::vector<Row> rowsOf(const LegendRows& rows) {
    std::vector<Row> all;
    for (const auto state : {VertexState::kept, VertexState::recomputed, VertexState::dropped}) {
        all.push_back({stateLabel(state), [state](QPainter& painter, const QRectF& r, const Theme& theme) {
                           drawStateSwatch(painter, r, state, theme);
                       }});
    }
    if (rows.pinned) {
        all.push_back({tr("Pinned"), [](QPainter& painter, const QRectF& r, const Theme& theme) {
                           drawPinBadge(painter, r.center(), theme, 0.9);
                       }});
    }
    if (rows.selected) {
        all.push_back({tr("Selected"), framed([](QPainter& painter, const QRectF& r, const Theme& theme) {
                           drawRing(painter, r.adjusted(2, 2, -2, -2), Ring::selected, false, theme, 0.8);
                       })});
    }
    if (rows.differing) {
        all.push_back({tr("Differs"), framed([](QPainter& painter, const QRectF& r, const Theme& theme) {
                           drawDifferingOutline(painter, r, theme, 0.8);
                       })});
    }
    if (rows.binding) {
        all.push_back(
            {tr("Sets the floor"), framed([](QPainter& painter, const QRectF& r, const Theme& theme) {
                 drawRing(painter, r.adjusted(2, 2, -2, -2), Ring::binding, false, theme, 0.7);
             })});
    }
    if (rows.running) {
        all.push_back({tr("Running"), [](QPainter& painter, const QRectF& r, const Theme& theme) {
                           drawRunningTriangle(painter, r.center() + QPointF(4.5, 0), theme, 0.9);
                       }});
    }
    if (rows.longSkip) all.push_back({tr("Long skip"), drawSkip});
    if (rows.module) all.push_back({tr("Module"), drawModule});
    return all;
}

QFont headFont(const QFont& base) {
    QFont font = roleFont(TextRole::label, base);
    font.setWeight(QFont::DemiBold);
    return font;
}

}  // namespace

QSizeF legendSize(const LegendRows& rows, const QFont& base) {
    const QFontMetricsF metrics(roleFont(TextRole::label, base));
    const auto all = rowsOf(rows);
    double width = QFontMetricsF(headFont(base)).horizontalAdvance(tr("Legend"));
    for (const Row& row : all) {
        width = std::max(width, sampleWidth + sampleGap + metrics.horizontalAdvance(row.text));
    }
    const bool separated = all.size() > stateRows;
    return {std::ceil(width) + 2 * padding,
            rowHeight * double(all.size() + 1) + (separated ? separator : 0) + padding + 4};
}

void drawLegend(QPainter& painter, const LegendRows& rows, const Theme& theme, const QFont& base) {
    const QSizeF size = legendSize(rows, base);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.border, theme.hairline));
    painter.setBrush(theme.base);
    const double inset = theme.hairline / 2;
    painter.drawRoundedRect(QRectF(QPointF(), size).adjusted(inset, inset, -inset, -inset), metrics::radius,
                            metrics::radius);

    const QFont font = roleFont(TextRole::label, base);
    const QFontMetricsF fontMetrics(font);
    const auto baseline = [&](double top) {
        return top + (rowHeight + fontMetrics.ascent() - fontMetrics.descent()) / 2;
    };
    double top = padding - 3;
    painter.setFont(headFont(base));
    painter.setPen(theme.text);
    painter.drawText(QPointF(padding, baseline(top)), tr("Legend"));
    top += rowHeight;
    painter.setFont(font);
    int index = 0;
    for (const Row& row : rowsOf(rows)) {
        if (index++ == stateRows) {
            painter.setPen(QPen(theme.softLine, 1));
            const double y = std::floor(top + separator / 2) + 0.5;
            painter.drawLine(QPointF(padding, y), QPointF(size.width() - padding, y));
            top += separator;
        }
        painter.save();
        row.draw(painter, QRectF(padding, top + (rowHeight - sampleHeight) / 2, sampleWidth, sampleHeight),
                 theme);
        painter.restore();
        painter.setPen(theme.text);
        painter.drawText(QPointF(padding + sampleWidth + sampleGap, baseline(top)), row.text);
        top += rowHeight;
    }
    painter.restore();
}

}  // namespace reforward
