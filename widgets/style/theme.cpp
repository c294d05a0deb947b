// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace reforward {

namespace {

Theme makeLight() {
    Theme t;
    t.kind = ThemeKind::light;

    t.window = 0xF1F2F4, t.base = 0xFFFFFF, t.alternateRow = 0xF7F8F9, t.dockTitle = 0xE6E8EB;
    t.border = 0xC5CAD0, t.softLine = 0xDFE2E6, t.buttonFace = 0xFCFCFD, t.buttonBorder = 0xBCC2C9;
    t.text = 0x1F2328, t.secondaryText = 0x57606A, t.disabledText = 0x8B949E, t.accent = 0x1A5FB4;
    t.selectedRow = 0x1A5FB4, t.selectedText = 0xFFFFFF, t.link = 0x134888;

    t.canvas = 0xFBFBFC;
    t.gridDot = blended(0xC5CAD0, t.canvas, 0.6);
    t.kept = {0x0072B2, {}, 0x00496F, 0xFFFFFF, 0x0072B2};
    t.recomputed = {0xFBE6BC, 0xF0C266, 0x8A5A00, 0x3B2600, 0xE69F00};
    t.dropped = {t.canvas, {}, 0x7A838D, 0x57606A, 0x7A838D};
    t.fixed = {t.window, {}, t.buttonBorder, t.secondaryText, t.buttonBorder};
    t.selectedRing = 0x1F2328, t.hoveredRing = 0x1A5FB4;
    t.differingOutline = 0xB0307F, t.bindingRing = 0xC24A00;
    t.running = t.text;
    t.edge = 0x858E98, t.longSkip = 0x4F6478;

    t.kusumoto = 0xA8487F, t.livenessExact = 0x00805E, t.refined = 0x1F2328, t.measured = 0xC24A00;
    t.boundFill = 0xE3E7EC, t.boundEdge = 0x6B7580, t.floorHatch = 0xB9C0C8;
    t.budgetLine = 0xC24A00, t.budgetLabel = 0x8A3600, t.gridLine = t.softLine;
    t.bandKept = 0x0072B2, t.bandRecomputed = 0xE69F00, t.bandGradients = 0x009E73;
    t.bandWorkspace = 0xCC79A7;
    t.backwardGround = 0xF3F4F7;
    t.planA = 0x00805E, t.planB = t.text;
    t.betterGround = 0xE1F3EC, t.betterText = 0x00563D;

    t.chipNearest = {t.window, t.border, t.text};
    t.chipSolving = {0xE6EFFA, 0x9DBCE4, 0x134888};
    t.chipDone = {0xE1F3EC, 0x7CC3A8, 0x00563D};
    t.chipStopped = {0xFFF1E3, 0xE8A878, 0x8A3600};
    t.chipNoPlan = {0xFDEBE0, 0xD98A5C, 0x8A3300};
    return t;
}

Theme makeDark() {
    Theme t;
    t.kind = ThemeKind::dark;
    t.dark = true;

    t.window = 0x26292E, t.base = 0x1E2125, t.alternateRow = 0x22262A, t.dockTitle = 0x2F343A;
    t.border = 0x43494F, t.softLine = 0x363B41, t.buttonFace = 0x31363C, t.buttonBorder = 0x4C535B;
    t.text = 0xE6E8EB, t.secondaryText = 0xA9B1BA, t.disabledText = 0x6E7780, t.accent = 0x4C93E6;
    t.selectedRow = 0x2B66B0, t.selectedText = 0xFFFFFF, t.link = 0xA9D0FF;

    t.canvas = 0x1B1E22;
    t.gridDot = blended(0x43494F, t.canvas, 0.6);
    t.kept = {0x1C6EA8, {}, 0x6BBDEB, 0xFFFFFF, 0x1C6EA8};
    t.recomputed = {0x3A2E12, 0x6B4F12, 0xE69F00, 0xFFD98A, 0xE69F00};
    t.dropped = {t.canvas, {}, 0x7F8994, 0xA9B1BA, 0x7F8994};
    t.fixed = {t.window, {}, t.buttonBorder, t.secondaryText, t.buttonBorder};
    t.selectedRing = 0xFFFFFF, t.hoveredRing = 0x6BB0F5;
    t.differingOutline = 0xF08CC4, t.bindingRing = 0xFF8A4C;
    t.running = t.text;
    t.edge = 0x79838E, t.longSkip = 0x8FA6BC;

    t.kusumoto = 0xE08FBE, t.livenessExact = 0x3CC79A, t.refined = 0xE6E8EB, t.measured = 0xFF8A4C;
    t.boundFill = 0x2F353C, t.boundEdge = 0x97A1AC, t.floorHatch = 0x59626C;
    t.budgetLine = 0xFF8A4C, t.budgetLabel = 0xFFC68F, t.gridLine = t.softLine;
    t.bandKept = 0x3A8DC8, t.bandRecomputed = 0xD9950B, t.bandGradients = 0x1FA67E;
    t.bandWorkspace = 0xCC79A7;
    t.backwardGround = 0x23272D;
    t.planA = 0x3CC79A, t.planB = t.text;
    t.betterGround = 0x17382D, t.betterText = 0x8FE3C3;

    t.chipNearest = {t.window, t.border, t.text};
    t.chipSolving = {0x1B3350, 0x3C6CA6, 0xA9D0FF};
    t.chipDone = {0x17382D, 0x2F7A60, 0x8FE3C3};
    t.chipStopped = {0x40290F, 0x8A5A25, 0xFFC68F};
    t.chipNoPlan = {0x45240F, 0x9A5A30, 0xFFBE99};
    return t;
}

/// Black on white with a dark blue highlight, for systems that name no high contrast colours.
QPalette plainHighContrast() {
    QPalette p;
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::HighlightedText}) {
        p.setColor(role, Qt::white);
    }
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(role, Qt::black);
    }
    p.setColor(QPalette::Highlight, 0x00309C);
    p.setColor(QPalette::Link, 0x00309C);
    p.setColor(QPalette::Disabled, QPalette::WindowText, 0x595959);
    return p;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

constexpr std::array<std::pair<ThemeKind, const char*>, 3> names{
    {{ThemeKind::light, "light"}, {ThemeKind::dark, "dark"}, {ThemeKind::highContrast, "high-contrast"}}};

}  // namespace

const StateColours& Theme::state(VertexState s) const {
    switch (s) {
        case VertexState::kept:
            return kept;
        case VertexState::recomputed:
            return recomputed;
        case VertexState::dropped:
            return dropped;
        case VertexState::fixed:
            break;
    }
    return fixed;
}

const Theme& theme(ThemeKind kind) {
    static const Theme light = makeLight(), dark = makeDark(),
                       highContrast = highContrastTheme(plainHighContrast());
    return kind == ThemeKind::light ? light : kind == ThemeKind::dark ? dark : highContrast;
}

Theme highContrastTheme(const QPalette& system) {
    const QColor ground = system.color(QPalette::Window), text = system.color(QPalette::WindowText);
    const bool dark = luminance(ground) < luminance(text);
    // Hues of charts and rings stay those of the plain theme on the same ground; all else is the system's.
    Theme t = dark ? makeDark() : makeLight();
    t.kind = ThemeKind::highContrast;
    t.dark = dark;
    t.hairline = 2;

    t.window = ground, t.base = t.canvas = system.color(QPalette::Base);
    t.alternateRow = t.dockTitle = t.backwardGround = t.base;
    t.buttonFace = system.color(QPalette::Button);
    t.border = t.softLine = t.buttonBorder = t.text = t.secondaryText = text;
    t.disabledText = system.color(QPalette::Disabled, QPalette::WindowText);
    t.accent = t.selectedRow = system.color(QPalette::Highlight);
    t.selectedText = system.color(QPalette::HighlightedText);
    t.link = system.color(QPalette::Link);

    t.gridDot = t.canvas;  // no ornament
    t.kept = {t.accent, {}, text, t.selectedText, t.accent};
    t.recomputed = {t.base, blended(text, t.base, 0.55), text, text, blended(text, t.base, 0.55)};
    t.dropped = {t.base, {}, text, text, text};
    t.fixed = {t.window, {}, text, text, text};
    t.selectedRing = t.running = t.edge = t.longSkip = t.refined = t.boundEdge = t.planB = text;
    t.hoveredRing = t.link;
    t.gridLine = blended(text, t.base, 0.3);
    t.betterGround = t.base, t.betterText = text, t.budgetLabel = text;
    t.chipNearest = t.chipSolving = t.chipDone = t.chipStopped = t.chipNoPlan = {t.base, text, text};
    return t;
}

QString themeName(ThemeKind kind) {
    const auto* at = std::ranges::find(names, kind, &std::pair<ThemeKind, const char*>::first);
    return QString::fromLatin1(at->second);
}

std::optional<ThemeKind> themeByName(const QString& name) {
    for (const auto& [kind, known] : names) {
        if (name == QLatin1String(known)) return kind;
    }
    return std::nullopt;
}

double contrastRatio(const QColor& a, const QColor& b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});  // a list: by value
    return (high + 0.05) / (low + 0.05);
}

QColor blended(const QColor& top, const QColor& ground, double share) {
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return {mix(top.red(), ground.red()), mix(top.green(), ground.green()), mix(top.blue(), ground.blue())};
}

}  // namespace reforward
