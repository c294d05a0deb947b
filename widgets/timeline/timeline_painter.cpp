// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <array>
#include <cmath>

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"
#include "widgets/timeline/timeline_legend.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Timeline", text);
}

constexpr Hatch bandHatch{1.5, 6};
constexpr double labelHeight = 14;

QFont strongLabel() {
    QFont font = roleFont(TextRole::label);
    font.setWeight(QFont::DemiBold);
    return font;
}

QString count(std::size_t n) {
    return QString::fromStdString(formatCount(static_cast<long long>(n)));
}

class Painting {
  public:
    Painting(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
             const Theme& theme, double devicePixelRatio)
        : p_(painter), content_(content), scale_(scale), theme_(theme), ratio_(devicePixelRatio) {}

    void phases() const;
    void axis() const;
    void bands() const;
    void lines() const;
    void budget();
    void peak() const;
    void captions() const;

  private:
    std::size_t firstBackward() const {
        return content_.aligned != nullptr ? content_.aligned->firstBackward : content_.data->firstBackward;
    }
    double onDevice(double y) const { return std::round(y * ratio_) / ratio_; }
    /// The outline of figures as steps.
    template <class Y>
    QPainterPath steps(const std::vector<TimelineColumn>& columns, Y&& yOf) const {
        QPainterPath path;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double y = yOf(i);
            if (i == 0) path.moveTo(columns[i].left, y);
            path.lineTo(columns[i].left, y);
            path.lineTo(columns[i].right, y);
        }
        return path;
    }
    void plate(const QRectF& rect, const QString& text, const QColor& colour) const;

    QPainter& p_;
    const TimelineContent& content_;
    const TimelineScale& scale_;
    const Theme& theme_;
    double ratio_;
    QRectF budgetLabel_;
};

void Painting::phases() const {
    const double x = onDevice(scale_.xOf(firstBackward()));
    const QRectF& plot = scale_.plot;
    if (firstBackward() >= scale_.slotCount) return;
    p_.fillRect(QRectF(x, plot.top(), plot.right() - x, plot.height()), theme_.backwardGround);
}

void Painting::axis() const {
    const QRectF& plot = scale_.plot;
    p_.setFont(roleFont(TextRole::label));
    for (double bytes = 0; bytes <= scale_.top * (1 + 1e-9); bytes += scale_.tickStep) {
        const double y = onDevice(scale_.yOf(bytes));
        p_.setPen(QPen(bytes == 0 ? theme_.border : theme_.gridLine, theme_.hairline));
        p_.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        const double figure = bytes / scale_.unit;
        const int decimals = scale_.tickStep / scale_.unit < 0.1 ? 2
                             : scale_.tickStep / scale_.unit < 1 ? 1
                                                                 : 0;
        p_.setPen(theme_.secondaryText);
        p_.drawText(QRectF(plot.left() - 28, y - labelHeight / 2, 22, labelHeight),
                    Qt::AlignRight | Qt::AlignVCenter, QString::number(figure, 'f', decimals));
    }
    p_.save();
    p_.translate(9, plot.center().y());
    p_.rotate(-90);
    p_.drawText(QRectF(-60, -labelHeight / 2, 120, labelHeight), Qt::AlignCenter,
                tr("Live, %1").arg(QLatin1String(scale_.unitName)));
    p_.restore();
}

void Painting::bands() const {
    const auto& runs = content_.data->runs;
    std::vector<std::int64_t> totals;
    totals.reserve(runs.size());
    for (const auto& run : runs)
        totals.push_back(run.live.total());
    const std::vector<TimelineColumn> columns = timelineColumns(scale_, ratio_, totals);

    struct Band {
        std::int64_t TimelineEntry::*bytes;
        QBrush brush;
    };
    const std::array bands{
        Band{&TimelineEntry::fixed, theme_.fixed.flat}, Band{&TimelineEntry::kept, theme_.bandKept},
        Band{&TimelineEntry::recomputed, hatchBrush(theme_.bandRecomputed, theme_.base, bandHatch, ratio_)},
        Band{&TimelineEntry::gradients, theme_.bandGradients},
        Band{&TimelineEntry::workspace, theme_.bandWorkspace}};
    std::vector<std::int64_t> below(columns.size(), 0);
    p_.setPen(Qt::NoPen);
    std::vector<QPainterPath> borders;
    for (const Band& band : bands) {
        QPainterPath border;
        bool open = false;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::int64_t bytes = runs[columns[i].slot].live.*(band.bytes);
            const double bottom = onDevice(scale_.yOf(static_cast<double>(below[i])));
            const bool between = bytes > 0 && below[i] > 0;
            if (bytes > 0) {
                const double top = onDevice(scale_.yOf(static_cast<double>(below[i] + bytes)));
                p_.fillRect(QRectF(columns[i].left, top, columns[i].right - columns[i].left, bottom - top),
                            band.brush);
            }
            if (between) {
                if (open) {
                    border.lineTo(columns[i].left, bottom);
                } else {
                    border.moveTo(columns[i].left, bottom);
                }
                border.lineTo(columns[i].right, bottom);
            }
            open = between;
            below[i] += bytes;
        }
        borders.push_back(border);
    }
    p_.setBrush(Qt::NoBrush);
    p_.setPen(QPen(theme_.base, 1));
    for (const QPainterPath& border : borders)
        p_.drawPath(border);
    p_.setPen(QPen(theme_.text, 1));
    p_.drawPath(
        steps(columns, [&](std::size_t i) { return onDevice(scale_.yOf(static_cast<double>(below[i]))); }));
}

void Painting::lines() const {
    struct Line {
        const std::vector<std::int64_t>& live;
        QColor colour;
    };
    const double bottom = scale_.plot.bottom();
    const std::array both{Line{content_.aligned->a, theme_.planA}, Line{content_.aligned->b, theme_.planB}};
    for (const bool outline : {false, true}) {
        for (const Line& line : both) {
            const auto columns = timelineColumns(scale_, ratio_, line.live);
            if (columns.empty()) return;
            QPainterPath path = steps(columns, [&](std::size_t i) {
                return onDevice(scale_.yOf(static_cast<double>(line.live[columns[i].slot])));
            });
            if (outline) {
                QPen pen(line.colour, 1.6);
                pen.setJoinStyle(Qt::MiterJoin);
                p_.strokePath(path, pen);
            } else {
                path.lineTo(columns.back().right, bottom);
                path.lineTo(columns.front().left, bottom);
                QColor shade = theme_.text;
                shade.setAlphaF(0.06F);
                p_.fillPath(path, shade);
            }
        }
    }
}

void Painting::plate(const QRectF& rect, const QString& text, const QColor& colour) const {
    QColor ground = theme_.base;
    ground.setAlphaF(0.86F);
    p_.fillRect(rect, ground);
    p_.setFont(strongLabel());
    p_.setPen(colour);
    p_.drawText(rect, Qt::AlignCenter, text);
}

void Painting::budget() {
    if (!content_.budget) return;
    const QRectF& plot = scale_.plot;
    const double y = onDevice(scale_.yOf(static_cast<double>(content_.budget->count())));
    if (y < plot.top() - 1) return;
    QPen pen(theme_.budgetLine, 1.6, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    p_.setPen(pen);
    p_.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    const QString text = tr("budget %1").arg(scale_.figure(content_.budget->count()));
    const double width = QFontMetricsF(strongLabel()).horizontalAdvance(text) + 6;
    budgetLabel_ = QRectF(plot.left() + 2, y - labelHeight - 2, width, labelHeight);
    plate(budgetLabel_, text, theme_.budgetLabel);
}

void Painting::peak() const {
    const TimelineData& data = *content_.data;
    if (data.runs.empty()) return;
    std::size_t slot = data.peakRun;
    std::int64_t bytes = data.peak;
    const TimelineData::Run& run = data.runs[data.peakRun];
    QString text = tr("peak %1 at step %2, %3 %4")
                       .arg(scale_.figure(bytes), count(data.peakRun + 1), runWord(run),
                            vertexLabel(*content_.graph, run.vertex));
    if (content_.aligned != nullptr) {
        text = tr("peaks: A %1, B %2").arg(scale_.figure(data.peak), scale_.figure(content_.other->peak));
        slot = content_.aligned->slotOfRun[data.peakRun];
        bytes = std::max(data.peak, content_.other->peak);
    }
    const QRectF& plot = scale_.plot;
    const double x = (scale_.xOf(slot) + scale_.xOf(slot + 1)) / 2;
    const double y = scale_.yOf(static_cast<double>(bytes)) - 2;
    QPainterPath triangle;
    triangle.addPolygon(QPolygonF{QPointF(x, y), QPointF(x - 5, y - 8), QPointF(x + 5, y - 8)});
    p_.save();
    p_.setRenderHint(QPainter::Antialiasing);
    p_.fillPath(triangle, theme_.text);
    p_.restore();

    const double width = QFontMetricsF(strongLabel()).horizontalAdvance(text) + 6;
    QRectF label(x + 7, y - labelHeight + 1, width, labelHeight);
    if (label.right() > plot.right()) label.moveRight(x - 7);
    if (label.left() < plot.left()) label.moveLeft(plot.left());
    // The budget's line must not run through the words, nor one label lie on the other.
    if (budgetLabel_.isValid() && label.top() < budgetLabel_.bottom() + 3 &&
        label.bottom() > budgetLabel_.bottom()) {
        label.moveBottom(budgetLabel_.bottom());
    }
    if (label.intersects(budgetLabel_)) {
        if (budgetLabel_.right() + 6 + label.width() < plot.right()) {
            label.moveLeft(budgetLabel_.right() + 6);
        } else {
            label.moveBottom(budgetLabel_.top() - 1);
        }
    }
    label.moveTop(std::max(label.top(), plot.top() - labelHeight - 2));
    plate(label, text, theme_.text);
}

void Painting::captions() const {
    const QRectF& plot = scale_.plot;
    const std::size_t first = firstBackward();
    const double x = scale_.xOf(first);
    if (first < scale_.slotCount) {
        QPen pen(theme_.secondaryText, 1, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({1.5, 2.5});
        p_.setPen(pen);
        p_.drawLine(QPointF(onDevice(x), plot.top()), QPointF(onDevice(x), plot.bottom()));
    }
    const QFont font = roleFont(TextRole::label);
    const QFontMetricsF metrics(font);
    p_.setFont(font);
    p_.setPen(theme_.secondaryText);
    const auto caption = [&](double left, double right, const QStringList& longestFirst) {
        for (const QString& text : longestFirst) {
            if (metrics.horizontalAdvance(text) > right - left) continue;
            p_.drawText(QRectF(left, plot.bottom() + 4, right - left, labelHeight), Qt::AlignCenter, text);
            return;
        }
    };
    const std::size_t backward = scale_.slotCount - first;
    const QString forwardWord = tr("forward"), backwardWord = tr("backward");
    if (first > 0) caption(plot.left(), x, {tr("forward, %1 steps").arg(count(first)), forwardWord});
    if (backward == 0) return;
    const QString plain = tr("backward, %1 steps").arg(count(backward));
    if (content_.aligned != nullptr) {
        caption(x, plot.right(),
                {tr("backward, aligned by vertex; recomputing drawn in the step that needs it"),
                 tr("backward, aligned by vertex"), backwardWord});
    } else if (content_.data->recomputes > 0) {
        caption(x, plot.right(),
                {tr("backward, %1 steps, %2 of them recompute")
                     .arg(count(backward), count(content_.data->recomputes)),
                 plain, backwardWord});
    } else {
        caption(x, plot.right(), {plain, backwardWord});
    }
}

}  // namespace

void paintTimeline(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
                   const Theme& theme, double devicePixelRatio) {
    Painting painting(painter, content, scale, theme, devicePixelRatio);
    painting.phases();
    painting.axis();
    if (content.aligned != nullptr) {
        painting.lines();
    } else {
        painting.bands();
    }
    painting.captions();
    painting.budget();
    painting.peak();
    paintTimelineLegend(painter, content, scale, theme, devicePixelRatio);
}

void paintTimelineCursor(QPainter& painter, const TimelineScale& scale, double x, const Theme& theme) {
    const QRectF& plot = scale.plot;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawLine(QPointF(x, plot.top() - 4), QPointF(x, plot.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    const double top = plot.top() - 12;
    painter.drawPolygon(QPolygonF{QPointF(x - 5, top), QPointF(x + 5, top), QPointF(x + 5, top + 6),
                                  QPointF(x, top + 11), QPointF(x - 5, top + 6)});
    painter.restore();
}

}  // namespace reforward
