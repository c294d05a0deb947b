// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>

#include "widgets/charts/frontier_data.h"

class QCustomPlot;

namespace reforward {

struct Theme;

/// Writes the chart to `path`: SVG, PDF or PNG by its suffix. Needs a QApplication (offscreen is enough).
/// The size is in px at 100%; a PNG has twice as many. Throws Error: (usage) for another suffix, (input)
/// where writing fails.
void saveFrontierChart(const QString& path, const FrontierData& data, const Theme& theme,
                       QSize size = {960, 640});

/// The same for a plot that is drawn already.
void savePlot(const QString& path, QCustomPlot& plot, QSize size);

}  // namespace reforward
