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

constexpr double top = 6, height = 14, swatchWidth = 14, swatchHeight = 10, gap = 18;

struct Entry {
    QString text;
    QBrush brush;
    bool line = false;
};

bool any(const TimelineData& data, std::int64_t TimelineEntry::*bytes) {
    return std::any_of(data.runs.begin(), data.runs.end(),
                       [bytes](const TimelineData::Run& run) { return run.live.*bytes > 0; });
}

std::vector<Entry> entriesOf(const TimelineContent& content, const Theme& theme, double ratio) {
    if (content.aligned != nullptr) {
        return {{tr("A  %1").arg(content.nameA), theme.planA, true},
                {tr("B  %1").arg(content.nameB), theme.planB, true}};
    }
    std::vector<Entry> entries{
        {tr("Kept values"), theme.bandKept},
        {tr("Recomputed values"), hatchBrush(theme.bandRecomputed, theme.base, {1.5, 6}, ratio)},
        {tr("Gradients"), theme.bandGradients}};
    if (any(*content.data, &TimelineEntry::workspace))
        entries.push_back({tr("Workspace"), theme.bandWorkspace});
    if (any(*content.data, &TimelineEntry::fixed))
        entries.push_back({tr("Network inputs"), theme.fixed.flat});
    return entries;
}

}  // namespace

void paintTimelineLegend(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
                         const Theme& theme, double devicePixelRatio) {
    const QFont font = roleFont(TextRole::label);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double x = scale.plot.left();
    for (const Entry& entry : entriesOf(content, theme, devicePixelRatio)) {
        const double width = metrics.horizontalAdvance(entry.text);
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
