// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPalette>
#include <optional>

#include "core/plan/simulator.h"

namespace reforward {

enum class ThemeKind { light, dark, highContrast };

/// How a vertex in one state is drawn. The hatch is valid for recomputed only.
struct StateColours {
    QColor fill;    ///< of the box; for dropped the canvas ground shows through
    QColor hatch;   ///< 45 degree stripes on the fill
    QColor border;  ///< also the flat fill of dropped at the smallest level of detail
    QColor text;
    QColor flat;  ///< the only colour below 8 px a vertex, in the minimap and in thumbnails
};

struct ChipColours {
    QColor ground, border, text;
};

/// Every colour of the window, in one object that widgets are given; no colour is written in widget code.
/// The names are the rows of the tables of colours that the contrast test checks.
struct Theme {
    ThemeKind kind = ThemeKind::light;
    bool dark = false;    ///< the ground is darker than the text
    double hairline = 1;  ///< width of borders in px at 100%; 2 in high contrast

    // Window.
    QColor window, base, alternateRow, dockTitle, border, softLine, buttonFace, buttonBorder;
    QColor text, secondaryText, disabledText, accent, selectedRow, selectedText, link;

    // Canvas.
    QColor canvas, gridDot;
    StateColours kept, recomputed, dropped, fixed;
    QColor selectedRing, hoveredRing, differingOutline, bindingRing;
    QColor running;  ///< the triangle left of the vertex
    QColor edge, longSkip;

    // Charts.
    QColor kusumoto, livenessExact, refined, measured;
    QColor boundFill, boundEdge, floorHatch, budgetLine, budgetLabel, gridLine;
    QColor bandKept, bandRecomputed, bandGradients, bandWorkspace;
    QColor backwardGround;
    QColor planA, planB;  ///< of a comparison
    QColor betterGround, betterText;

    // Chip and badges.
    ChipColours chipNearest, chipSolving, chipDone, chipStopped, chipNoPlan;

    const StateColours& state(VertexState state) const;
};

/// Light and dark are fixed; high contrast here is black on white (see highContrastTheme).
const Theme& theme(ThemeKind kind);

/// High contrast in the colours that the system asks for.
Theme highContrastTheme(const QPalette& system);

/// "light", "dark", "high-contrast": as the command line and the settings write it.
QString themeName(ThemeKind kind);
std::optional<ThemeKind> themeByName(const QString& name);

/// WCAG 2 contrast ratio of two opaque colours, 1..21.
double contrastRatio(const QColor& a, const QColor& b);
/// `top` at `share` (0..1) over an opaque `ground`, as an opaque colour.
QColor blended(const QColor& top, const QColor& ground, double share);

}  // namespace reforward
