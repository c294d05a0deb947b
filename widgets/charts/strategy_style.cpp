// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/strategy_style.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cstring>

namespace reforward {

namespace {

using Marker = StrategyStyle::Marker;

enum class Dash { solid, dashed, shortDashed, dashDotted, dotted };

struct Row {
    const char* name;
    const char* title;
    QColor Theme::*colour;
    Dash dash;
    Marker marker;
};

constexpr const char* context = "StrategyTitle";

constexpr std::array rows{
    Row{"best", QT_TRANSLATE_NOOP("StrategyTitle", "Best of all"), &Theme::refined, Dash::solid, Marker::dot},
    Row{"refined", QT_TRANSLATE_NOOP("StrategyTitle", "Refined"), &Theme::refined, Dash::solid, Marker::dot},
    Row{"keep-all", QT_TRANSLATE_NOOP("StrategyTitle", "Keep all"), &Theme::secondaryText, Dash::dotted,
        Marker::cross},
    Row{"chen-sqrt", QT_TRANSLATE_NOOP("StrategyTitle", "Chen, square root"), &Theme::secondaryText,
        Dash::dotted, Marker::diamond},
    Row{"chen-greedy", QT_TRANSLATE_NOOP("StrategyTitle", "Chen, greedy"), &Theme::secondaryText,
        Dash::dotted, Marker::circle},
    Row{"kusumoto-exact-tc", QT_TRANSLATE_NOOP("StrategyTitle", "Kusumoto TC, exact"), &Theme::kusumoto,
        Dash::dashed, Marker::square},
    Row{"kusumoto-exact-mc", QT_TRANSLATE_NOOP("StrategyTitle", "Kusumoto MC, exact"), &Theme::kusumoto,
        Dash::dashed, Marker::diamond},
    Row{"kusumoto-approx-tc", QT_TRANSLATE_NOOP("StrategyTitle", "Kusumoto TC, approximate"),
        &Theme::kusumoto, Dash::shortDashed, Marker::square},
    Row{"kusumoto-approx-mc", QT_TRANSLATE_NOOP("StrategyTitle", "Kusumoto MC, approximate"),
        &Theme::kusumoto, Dash::shortDashed, Marker::diamond},
    Row{"reforward-linear", QT_TRANSLATE_NOOP("StrategyTitle", "Re-forwarding, linear"), &Theme::accent,
        Dash::dashDotted, Marker::square},
    Row{"reforward-general", QT_TRANSLATE_NOOP("StrategyTitle", "Re-forwarding, general"), &Theme::accent,
        Dash::dashDotted, Marker::diamond},
    Row{"revolve", QT_TRANSLATE_NOOP("StrategyTitle", "Revolve"), &Theme::budgetLabel, Dash::dotted,
        Marker::square},
    Row{"rotor", QT_TRANSLATE_NOOP("StrategyTitle", "Rotor"), &Theme::budgetLabel, Dash::dashed,
        Marker::circle},
    Row{"min-cut", QT_TRANSLATE_NOOP("StrategyTitle", "Minimum cut"), &Theme::measured, Dash::dashDotted,
        Marker::circle},
    Row{"greedy-evict", QT_TRANSLATE_NOOP("StrategyTitle", "Greedy eviction"), &Theme::measured, Dash::dashed,
        Marker::triangle},
    Row{"optimal", QT_TRANSLATE_NOOP("StrategyTitle", "Optimal"), &Theme::refined, Dash::solid,
        Marker::diamond},
    Row{"liveness-exact", QT_TRANSLATE_NOOP("StrategyTitle", "Liveness-exact"), &Theme::livenessExact,
        Dash::dashDotted, Marker::triangle},
};

const Row* find(const QString& name) {
    const QByteArray latin = name.toLatin1();
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
        return std::strcmp(row.name, latin.constData()) == 0;
    });
    return it == rows.end() ? nullptr : &*it;
}

QVector<qreal> pattern(Dash dash) {
    switch (dash) {
        case Dash::dashed:
            return {5, 3};
        case Dash::shortDashed:
            return {2.5, 2.5};
        case Dash::dashDotted:
            return {6, 2.5, 1.5, 2.5};
        case Dash::dotted:
            return {1.5, 2.5};
        case Dash::solid:
            break;
    }
    return {};
}

}  // namespace

QPen StrategyStyle::pen() const {
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    if (!dash.isEmpty()) {
        // Qt counts dashes in widths of the pen.
        QVector<qreal> inWidths = dash;
        for (qreal& length : inWidths)
            length /= width;
        pen.setDashPattern(inWidths);
    }
    return pen;
}

StrategyStyle strategyStyle(const QString& name, const Theme& theme, bool current) {
    const Row* row = find(name);
    StrategyStyle style;
    style.colour = row != nullptr ? theme.*(row->colour) : theme.secondaryText;
    style.dash = pattern(row != nullptr ? row->dash : Dash::shortDashed);
    style.marker = row != nullptr ? row->marker : Marker::circle;
    style.width = current || (row != nullptr && row->dash == Dash::solid) ? 1.9 : 1.3;
    return style;
}

QString strategyShortTitle(const QString& name) {
    const Row* row = find(name);
    return row != nullptr ? QCoreApplication::translate(context, row->title) : name;
}

}  // namespace reforward
