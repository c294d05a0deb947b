// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme.h"

#include <QApplication>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

/// Colours and contrast ratios against the tables of the visual specification.
class ThemeTest : public QObject {
    Q_OBJECT

  private:
    /// The table states ratios with one decimal.
    static void compare(const QColor& a, const QColor& b, double expected, const char* what) {
        const double ratio = contrastRatio(a, b);
        QVERIFY2(
            std::abs(ratio - expected) <= 0.051,
            qPrintable(QStringLiteral("%1: %2, not %3").arg(QLatin1String(what)).arg(ratio).arg(expected)));
    }

  private slots:
    void contrastOfKnownPairs() {
        // The extremes of WCAG 2, and #777777 on white, its usual example just below 4.5.
        QVERIFY(qFuzzyCompare(contrastRatio(Qt::black, Qt::white), 21.0));
        QVERIFY(qFuzzyCompare(contrastRatio(Qt::white, Qt::white), 1.0));
        compare(0x777777, Qt::white, 4.48, "grey");
    }

    void ratiosOfLight() {
        const Theme& t = theme(ThemeKind::light);
        compare(t.text, t.window, 14.1, "text");
        compare(t.secondaryText, t.window, 5.7, "secondary");
        compare(t.secondaryText, t.dockTitle, 5.2, "secondary on dock title");
        compare(t.disabledText, t.window, 2.7, "disabled");
        compare(t.accent, t.window, 5.6, "accent");
        compare(t.selectedText, t.selectedRow, 6.3, "selected row");
        compare(t.link, t.base, 9.1, "link");
        compare(t.text, t.base, 15.8, "text on base");
        compare(t.secondaryText, t.base, 6.4, "secondary on base");

        compare(t.kept.text, t.kept.fill, 5.2, "kept");
        compare(t.recomputed.text, t.recomputed.fill, 11.7, "recomputed");
        compare(t.recomputed.text, t.recomputed.hatch, 8.6, "recomputed on hatch");
        compare(t.dropped.border, t.canvas, 3.7, "dropped border");
        compare(t.dropped.text, t.canvas, 6.2, "dropped text");
        compare(t.selectedRing, t.canvas, 15.3, "selected");
        compare(t.hoveredRing, t.canvas, 6.1, "hovered");
        compare(t.differingOutline, t.canvas, 5.7, "differing");
        compare(t.bindingRing, t.canvas, 4.8, "binding");
        compare(t.edge, t.canvas, 3.2, "edge");
        compare(t.longSkip, t.canvas, 5.9, "long skip");

        compare(t.kusumoto, t.base, 5.4, "Kusumoto");
        compare(t.livenessExact, t.base, 4.9, "liveness-exact");
        compare(t.refined, t.base, 15.8, "refined");
        compare(t.measured, t.base, 4.9, "measured");
        compare(t.boundEdge, t.base, 4.7, "bound");
        compare(t.text, t.boundFill, 12.7, "floor label");
        compare(t.budgetLine, t.base, 4.9, "budget");
        compare(t.budgetLabel, t.base, 8.1, "budget label");
        compare(t.betterText, t.betterGround, 7.6, "better figure");

        compare(t.chipNearest.text, t.chipNearest.ground, 14.1, "nearest");
        compare(t.chipSolving.text, t.chipSolving.ground, 7.8, "solving");
        compare(t.chipDone.text, t.chipDone.ground, 7.6, "refined chip");
        compare(t.chipStopped.text, t.chipStopped.ground, 7.3, "stopped");
        compare(t.chipNoPlan.text, t.chipNoPlan.ground, 7.1, "no plan");
    }

    void ratiosOfDark() {
        const Theme& t = theme(ThemeKind::dark);
        compare(t.text, t.window, 11.9, "text");
        compare(t.secondaryText, t.window, 6.7, "secondary");
        compare(t.secondaryText, t.dockTitle, 5.8, "secondary on dock title");
        compare(t.disabledText, t.window, 3.2, "disabled");
        compare(t.accent, t.window, 4.6, "accent");
        compare(t.selectedText, t.selectedRow, 5.8, "selected row");
        compare(t.link, t.base, 10.1, "link");
        compare(t.text, t.base, 13.2, "text on base");
        compare(t.secondaryText, t.base, 7.5, "secondary on base");

        compare(t.kept.text, t.kept.fill, 5.5, "kept");
        compare(t.recomputed.text, t.recomputed.fill, 9.8, "recomputed");
        compare(t.recomputed.text, t.recomputed.hatch, 5.6, "recomputed on hatch");
        compare(t.dropped.border, t.canvas, 4.7, "dropped border");
        compare(t.dropped.text, t.canvas, 7.7, "dropped text");
        compare(t.selectedRing, t.canvas, 16.7, "selected");
        compare(t.hoveredRing, t.canvas, 7.3, "hovered");
        compare(t.differingOutline, t.canvas, 7.4, "differing");
        compare(t.bindingRing, t.canvas, 7.2, "binding");
        compare(t.edge, t.canvas, 4.3, "edge");
        compare(t.longSkip, t.canvas, 6.7, "long skip");

        compare(t.kusumoto, t.base, 6.8, "Kusumoto");
        compare(t.livenessExact, t.base, 7.6, "liveness-exact");
        compare(t.refined, t.base, 13.2, "refined");
        compare(t.measured, t.base, 6.9, "measured");
        compare(t.boundEdge, t.base, 6.2, "bound");
        compare(t.text, t.boundFill, 10.1, "floor label");
        compare(t.budgetLine, t.base, 6.9, "budget");
        compare(t.budgetLabel, t.base, 10.6, "budget label");
        compare(t.betterText, t.betterGround, 8.5, "better figure");

        compare(t.chipNearest.text, t.chipNearest.ground, 11.9, "nearest");
        compare(t.chipSolving.text, t.chipSolving.ground, 8.0, "solving");
        compare(t.chipDone.text, t.chipDone.ground, 8.5, "refined chip");
        compare(t.chipStopped.text, t.chipStopped.ground, 8.9, "stopped");
        compare(t.chipNoPlan.text, t.chipNoPlan.ground, 8.6, "no plan");
    }

    void statesDifferInLightness() {
        // Without any hue, as on a grey print, kept and recomputed still are far apart.
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const Theme& t = theme(kind);
            QVERIFY(contrastRatio(t.kept.flat, t.recomputed.flat) > 1.5);
        }
        QVERIFY(contrastRatio(theme(ThemeKind::light).kept.fill, theme(ThemeKind::light).recomputed.fill) >
                3);
    }

    void everyColourIsSet() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const Theme& t = theme(kind);
            for (const QColor& c : {t.window,
                                    t.base,
                                    t.alternateRow,
                                    t.dockTitle,
                                    t.border,
                                    t.softLine,
                                    t.buttonFace,
                                    t.buttonBorder,
                                    t.text,
                                    t.secondaryText,
                                    t.disabledText,
                                    t.accent,
                                    t.selectedRow,
                                    t.selectedText,
                                    t.link,
                                    t.canvas,
                                    t.gridDot,
                                    t.kept.fill,
                                    t.kept.border,
                                    t.kept.text,
                                    t.recomputed.fill,
                                    t.recomputed.hatch,
                                    t.recomputed.border,
                                    t.recomputed.text,
                                    t.recomputed.flat,
                                    t.dropped.fill,
                                    t.dropped.border,
                                    t.dropped.text,
                                    t.dropped.flat,
                                    t.fixed.fill,
                                    t.fixed.border,
                                    t.fixed.text,
                                    t.selectedRing,
                                    t.hoveredRing,
                                    t.differingOutline,
                                    t.bindingRing,
                                    t.running,
                                    t.edge,
                                    t.longSkip,
                                    t.kusumoto,
                                    t.livenessExact,
                                    t.refined,
                                    t.measured,
                                    t.boundFill,
                                    t.boundEdge,
                                    t.floorHatch,
                                    t.budgetLine,
                                    t.budgetLabel,
                                    t.gridLine,
                                    t.bandKept,
                                    t.bandRecomputed,
                                    t.bandGradients,
                                    t.bandWorkspace,
                                    t.backwardGround,
                                    t.planA,
                                    t.planB,
                                    t.betterGround,
                                    t.betterText,
                                    t.chipNearest.ground,
                                    t.chipSolving.border,
                                    t.chipDone.text,
                                    t.chipStopped.ground,
                                    t.chipNoPlan.border}) {
                QVERIFY(c.isValid());
                QCOMPARE(c.alpha(), 255);
            }
        }
    }

    void highContrastTakesTheSystemsColours() {
        QPalette system;
        system.setColor(QPalette::Window, Qt::black);
        system.setColor(QPalette::Base, Qt::black);
        system.setColor(QPalette::WindowText, Qt::yellow);
        system.setColor(QPalette::Highlight, Qt::cyan);
        system.setColor(QPalette::HighlightedText, Qt::black);
        const Theme t = highContrastTheme(system);
        QVERIFY(t.dark);
        QCOMPARE(t.hairline, 2.0);
        QCOMPARE(t.text, QColor(Qt::yellow));
        QCOMPARE(t.kept.fill, QColor(Qt::cyan));
        QCOMPARE(t.kept.text, QColor(Qt::black));
        QCOMPARE(t.dropped.border, QColor(Qt::yellow));
        // WCAG's enhanced contrast for the texts.
        for (const ThemeKind kind : {ThemeKind::highContrast}) {
            const Theme& plain = theme(kind);
            QVERIFY(contrastRatio(plain.kept.text, plain.kept.fill) >= 7);
            QVERIFY(contrastRatio(plain.recomputed.text, plain.recomputed.fill) >= 7);
            QVERIFY(contrastRatio(plain.secondaryText, plain.window) >= 7);
        }
    }

    void names() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            QCOMPARE(themeByName(themeName(kind)), std::optional(kind));
        }
        QCOMPARE(themeName(ThemeKind::highContrast), QStringLiteral("high-contrast"));
        QVERIFY(!themeByName(QStringLiteral("blue")));
    }

    void blending() {
        QCOMPARE(blended(Qt::black, Qt::white, 0.0), QColor(255, 255, 255));
        QCOMPARE(blended(Qt::black, Qt::white, 1.0), QColor(0, 0, 0));
        QCOMPARE(blended(QColor(200, 100, 0), QColor(100, 200, 0), 0.25), QColor(125, 175, 0));
    }
};

REFORWARD_TEST_APPLICATION(QApplication);
REFORWARD_TEST("theme", ThemeTest);
#include "theme_test.moc"
