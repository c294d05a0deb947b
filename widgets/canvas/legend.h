// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QSizeF>

#include "widgets/style/theme.h"

class QPainter;

namespace reforward {

/// Which rows a legend has besides the three states.
struct LegendRows {
    bool selected = false, running = false, longSkip = false;
    bool pinned = false, differing = false, binding = false;
    bool module = false;

    friend bool operator==(const LegendRows&, const LegendRows&) = default;
};

/// `base`: the font whose size stands for 13 px. In px at 100%.
QSizeF legendSize(const LegendRows& rows, const QFont& base);
/// A panel of that size with its top left corner at the painter's origin.
void drawLegend(QPainter& painter, const LegendRows& rows, const Theme& theme, const QFont& base);

}  // namespace reforward
