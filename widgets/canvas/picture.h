// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSizeF>
#include <string>

#include "core/plan/plan.h"
#include "widgets/canvas/canvas_content.h"
#include "widgets/canvas/canvas_marks.h"
#include "widgets/style/theme.h"

class QPainter;

namespace reforward {

struct PictureOptions {
    double scale = 1;    ///< px of a PNG for one px of the layout; SVG and PDF keep it as their size
    bool legend = true;  ///< beside the graph
    std::string title;   ///< above the graph; "" for none
    CanvasMarks marks;
};

/// The longest side of a PNG that is written.
inline constexpr int maximumPictureSide = 32000;

/// What was written.
struct PictureInfo {
    int width = 0, height = 0;  ///< px
    double scale = 1;           ///< as asked for, or the largest at which a PNG keeps within the limit
};

/// Size of the whole picture at scale 1, in px.
QSizeF pictureSize(const GraphLayout& layout, const PictureOptions& options);

/// Paints the whole graph into 0..pictureSize() of the painter, ground included, with whatever transform it
/// has: on pixels in the detail that its scale allows, else as vectors.
void renderGraph(QPainter& painter, const CanvasContentPtr& content, const GraphLayoutPtr& layout,
                 const Plan* plan, const Theme& theme, const PictureOptions& options);

/// Writes SVG, PDF or PNG, told by the suffix; whole or not at all. Needs a QGuiApplication (offscreen will
/// do). Throws Error: (usage) for another suffix or a scale not in 0.01..16, (input) where the file cannot be
/// written.
PictureInfo savePicture(const std::string& path, const CanvasContentPtr& content,
                        const GraphLayoutPtr& layout, const Plan* plan, const Theme& theme,
                        const PictureOptions& options);

}  // namespace reforward
