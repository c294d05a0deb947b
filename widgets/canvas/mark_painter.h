// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include "widgets/style/theme.h"

class QPainter;

namespace reforward {

// What lies on top of a box: rings, outline, badge and triangle. `box` in px of the painter; `scale` is that
// of the graph: marks shrink and grow less than it does.

/// Two px wide, right outside the border.
void drawDifferingOutline(QPainter& painter, const QRectF& box, const Theme& theme, double scale);

enum class Ring { selected, hovered, binding };
/// With a gap to the border; `outlined`: outside a differing outline.
void drawRing(QPainter& painter, const QRectF& box, Ring ring, bool outlined, const Theme& theme,
              double scale);

/// A disc with a pin at the top left corner.
void drawPinBadge(QPainter& painter, QPointF centre, const Theme& theme, double scale);

/// Points at the box from the left; `tip` is where it ends.
void drawRunningTriangle(QPainter& painter, QPointF tip, const Theme& theme, double scale);

}  // namespace reforward
