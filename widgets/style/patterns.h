// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QPainter>
#include <QPen>
#include <QRectF>

#include "widgets/style/theme.h"

namespace reforward {

/// Stripes at 45 degrees: `width` wide, one every `period` px at 100%.
struct Hatch {
    double width = 2, period = 6;
};
inline constexpr Hatch wideHatch{2, 6};      ///< vertices, swatches, timeline bands, floor band
inline constexpr Hatch narrowHatch{1.6, 4};  ///< vertices too small for a label

/// A brush of stripes on a ground, from a texture drawn for this device pixel ratio: Qt's own hatch brushes
/// do not scale. Its origin is that of the painter. Thread: GUI.
QBrush hatchBrush(const QColor& ground, const QColor& stripe, Hatch hatch, double devicePixelRatio);

/// Border of a vertex in this state: solid 1.3, dashed 4-2.5, dotted 1.2-2.6 (px at 100%, times `scale`).
QPen statePen(VertexState state, const Theme& theme, double scale = 1);

/// A box in this state: fill, pattern and border, all inside `rect`. Hatch, pens and the corners' radius are
/// scaled by `scale`.
void drawStateBox(QPainter& painter, const QRectF& rect, VertexState state, const Theme& theme,
                  Hatch hatch = wideHatch, double scale = 1, double radius = 3);

/// Shares of a whole in each state (kept, recomputed, dropped), in any unit.
struct StateShares {
    double kept = 0, recomputed = 0, dropped = 0;
    double sum() const { return kept + recomputed + dropped; }
};

/// A bar of shares from left to right, each drawn as a box in its state; all kept where the sum is 0. `flat`:
/// in the plain colours of small graphs.
void drawStateBar(QPainter& painter, const QRectF& rect, const StateShares& shares, const Theme& theme,
                  bool flat, double scale = 1);

/// The small sample of a state in legends, tables, inspector and filters; 15 x 12 px fits text of 11 to 13.
void drawStateSwatch(QPainter& painter, const QRectF& rect, VertexState state, const Theme& theme);
QPixmap stateSwatch(VertexState state, const Theme& theme, double devicePixelRatio);

}  // namespace reforward
