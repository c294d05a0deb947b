// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/timeline/timeline_painter.h"

namespace reforward {

/// The row over the plot: a swatch and a word for each kind that the plan has, or the two plans compared.
void paintTimelineLegend(QPainter& painter, const TimelineContent& content, const TimelineScale& scale,
                         const Theme& theme, double devicePixelRatio);

}  // namespace reforward
