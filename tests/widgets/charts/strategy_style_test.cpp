// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/strategy_style.h"

#include <QSet>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class StrategyStyleTest : public QObject {
    Q_OBJECT

  private slots:
    void linesDifferByMoreThanColour() {
        // Names of formats.md that have a line of their own; best and refined share the loud one.
        const QStringList names{"best",
                                "keep-all",
                                "chen-sqrt",
                                "chen-greedy",
                                "kusumoto-exact-tc",
                                "kusumoto-exact-mc",
                                "kusumoto-approx-tc",
                                "kusumoto-approx-mc",
                                "reforward-linear",
                                "reforward-general",
                                "revolve",
                                "rotor",
                                "min-cut",
                                "greedy-evict",
                                "optimal",
                                "liveness-exact"};
        QSet<QString> seen, titles;
        for (const QString& name : names) {
            const StrategyStyle style = strategyStyle(name, theme(ThemeKind::light), false);
            QString key = QString::number(static_cast<int>(style.marker));
            for (const qreal length : style.dash)
                key += QStringLiteral(" %1").arg(length);
            seen.insert(key);
            titles.insert(strategyShortTitle(name));
        }
        QCOMPARE(seen.size(), names.size());
        QCOMPARE(titles.size(), names.size());
    }

    void everyColourIsLegibleOnTheChart() {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            for (const char* name : {"best", "chen-sqrt", "kusumoto-exact-tc", "reforward-general", "rotor",
                                     "min-cut", "liveness-exact", "not-known"}) {
                const StrategyStyle style = strategyStyle(name, theme(kind), false);
                QVERIFY2(contrastRatio(style.colour, theme(kind).base) >= 4.5, name);
            }
        }
    }

    void currentIsWiderAndUnknownKeepsItsName() {
        QVERIFY(strategyStyle("chen-sqrt", theme(ThemeKind::light), true).width >
                strategyStyle("chen-sqrt", theme(ThemeKind::light), false).width);
        QCOMPARE(strategyShortTitle("another"), QString("another"));
    }
};

REFORWARD_TEST("strategy_style", StrategyStyleTest);
#include "strategy_style_test.moc"
