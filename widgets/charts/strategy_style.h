// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPen>
#include <QString>

#include "widgets/style/theme.h"

namespace reforward {

/// How the line of one strategy is drawn: told apart by colour, dash and marker at once.
struct StrategyStyle {
    enum class Marker { dot, square, diamond, triangle, circle, cross };

    QColor colour;
    QVector<qreal> dash;  ///< in px at 100%; empty: solid
    Marker marker = Marker::dot;
    double width = 1.3;

    QPen pen() const;
};

/// `current`: the strategy that the window works with, drawn loud.
StrategyStyle strategyStyle(const QString& name, const Theme& theme, bool current);

/// A few words for a legend: "Kusumoto TC, exact", "Liveness-exact"; the name itself where it is not known.
QString strategyShortTitle(const QString& name);

}  // namespace reforward
