// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/style/theme.h"
#include "widgets/timeline/timeline_comparison.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/timeline_scale.h"

namespace reforward {

/// What a timeline shows; all but the cursor.
struct TimelineContent {
    const Graph* graph = nullptr;
    const TimelineData* data = nullptr;
    std::optional<Bytes> budget;
    /// Of a comparison.
    const AlignedTimelines* aligned = nullptr;
    const TimelineData* other = nullptr;
    QString nameA, nameB;
};

/// Bands, lines, axis, captions, legend; the ground is not painted.
void paintTimeline(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
                   const Theme& theme, double devicePixelRatio);
/// The cursor over it, at this x.
void paintTimelineCursor(QPainter& painter, const TimelineScale& scale, double x, const Theme& theme);

}  // namespace reforward
