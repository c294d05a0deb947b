// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_legend.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Timeline", text);
}

constexpr double top = 6, height = 14, swatchWidth = 14, swatchHeight = 10, gap = 16;

struct Entry {
    QString text, shortText;
    QBrush brush;
    bool line = false;
};

bool any(const TimelineData& data, std::int64_t TimelineEntry::*bytes) {
    return std::any_of(data.runs.begin(), data.runs.end(),
                       [bytes](const TimelineData::Run& run) { return run.live.*bytes > 0; });
}

std::vector<Entry> entriesOf(const TimelineContent& content, const Theme& theme, double ratio) {
    if (content.aligned != nullptr) {
        return {{tr("A  %1").arg(content.nameA), QStringLiteral("A"), theme.planA, true},
                {tr("B  %1").arg(content.nameB), QStringLiteral("B"), theme.planB, true}};
    }
    std::vector<Entry> entries{{tr("Kept values"), tr("Kept"), theme.bandKept},
                               {tr("Recomputed values"), tr("Recomputed"),
                                hatchBrush(theme.bandRecomputed, theme.base, {1.5, 6}, ratio)},
                               {tr("Gradients"), tr("Gradients"), theme.bandGradients}};
    if (any(*content.data, &TimelineEntry::workspace)) {
        entries.push_back({tr("Workspace"), tr("Workspace"), theme.bandWorkspace});
    }
    if (any(*content.data, &TimelineEntry::fixed)) {
        entries.push_back({tr("Network inputs"), tr("Inputs"), theme.fixed.flat});
    }
    return entries;
}

}  // namespace

void paintTimelineLegend(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
                         const Theme& theme, double devicePixelRatio) {
    const QFont font = roleFont(TextRole::label);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double x = scale.plot.left();
    const std::vector<Entry> entries = entriesOf(content, theme, devicePixelRatio);
    double whole = 0;
    for (const Entry& entry : entries)
        whole += swatchWidth + 6 + metrics.horizontalAdvance(entry.text) + gap;
    const bool shortened = whole - gap > scale.plot.width();
    for (const Entry& entry : entries) {
        const QString& text = shortened ? entry.shortText : entry.text;
        const double width = metrics.horizontalAdvance(text);
        if (x + swatchWidth + 6 + width > scale.plot.right()) break;
        const QRectF swatch(x, top + (height - swatchHeight) / 2, swatchWidth, swatchHeight);
        if (entry.line) {
            painter.fillRect(QRectF(x, top + height / 2 - 1, swatchWidth + 4, 2), entry.brush);
            x += 4;
        } else {
            painter.fillRect(swatch, entry.brush);
        }
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + swatchWidth + 6, top, width + 1, height),
                         Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        x += swatchWidth + 6 + width + gap;
    }
}

}  // namespace reforward
