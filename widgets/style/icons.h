// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QString>
#include <QStringList>

#include "widgets/style/theme.h"

namespace reforward {

/// Names of all icons: one SVG each in resources/icons on a grid of 16 px, drawn in one colour.
QStringList iconNames();

/// The icon in the theme's text colour (disabled: its disabled text colour), sharp at any size and device
/// pixel ratio. A null icon for a name that is not there.
QIcon themedIcon(const QString& name, const Theme& theme);
/// The icon in a colour of its own: white on a default button, a chip's text colour.
QIcon colouredIcon(const QString& name, const QColor& colour);
/// `size` in px at 100%.
QPixmap iconPixmap(const QString& name, const QColor& colour, double size, double devicePixelRatio);

}  // namespace reforward
