// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>

namespace reforward {

/// What a text is for; the size follows from it.
enum class TextRole {
    control,        ///< menus, controls: 13 of a base of 13
    chip,           ///< 13 medium
    budgetValue,    ///< 13 semi-bold
    table,          ///< tables, inspector, dock tabs, status bar: 12
    sectionHead,    ///< dock titles and heads: 12 semi-bold
    label,          ///< figures in vertices, axes, legends, badges: 11
    labelName,      ///< names in vertices: 11 medium
    caption,        ///< module captions at low zoom: 9.5
    heading,        ///< inspector and message heading: 15 semi-bold
    messageFigure,  ///< 19 semi-bold
    welcomeTitle,   ///< 26 semi-bold
};

/// Pixel size at 100% for a base of 13 px.
double textSize(TextRole role);
/// The font of a role, relative to the application's font (its size stands for 13 px).
QFont roleFont(TextRole role);
/// The same for another base, for pictures that must not depend on the desktop's settings.
QFont roleFont(TextRole role, const QFont& base);
/// DejaVu Sans 13 px where installed, else the platform's sans serif: what tests and pictures use.
QFont pictureFont();

}  // namespace reforward
