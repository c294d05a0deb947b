// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/timeline/graphs.h"
#include "widgets/style/theme.h"

using namespace reforward;
using namespace reforward::tests;

class TimelineViewTest : public QObject {
    Q_OBJECT

    /// The colour in the middle of the run, at the height of so many bytes.
    static QColor at(TimelineView& view, std::size_t run, double bytes) {
        const double next =
            run + 1 < view.data().runs.size() ? view.xOf(run + 1) : 2 * view.xOf(run) - view.xOf(run - 1);
        const double x = (view.xOf(run) + next) / 2 + 12;  // beside the cursor
        const double scale = view.yOf(0) - view.yOf(1);
        return view.grab().toImage().pixelColor(QPointF(x, view.yOf(0) - bytes * scale).toPoint());
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void bandsHaveTheColoursOfTheirKind_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
    }
    void bandsHaveTheColoursOfTheirKind() {
        QFETCH(int, kind);
        const Theme& colours = theme(static_cast<ThemeKind>(kind));
        TimelineView view;
        view.setTheme(colours);
        view.resize(700, 190);
        const auto graph = pair();
        view.setPlan(graph, keepAll(*graph));
        view.setRun(3);
        // Forward b holds 6 kept bytes; backward b 4 kept, then 6 of gradients; nothing above.
        QCOMPARE(at(view, 1, 3), colours.bandKept);
        QCOMPARE(at(view, 2, 2), colours.bandKept);
        QCOMPARE(at(view, 2, 7), colours.bandGradients);
        QCOMPARE(at(view, 1, 7.5), colours.base);
        QCOMPARE(at(view, 3, 8.5), colours.backwardGround);
    }

    void recomputedValuesAreHatched() {
        const Theme& colours = theme(ThemeKind::light);
        TimelineView view;
        view.setTheme(colours);
        view.resize(700, 190);
        const auto graph = sharedGraph("a->b->c; * m=100");
        view.setPlan(graph, withBits(*graph, {false, true, true}));
        // Run 4 recomputes a beside the gradient of b.
        const QImage image = view.grab().toImage();
        int ground = 0, stripe = 0;
        for (int x = static_cast<int>(view.xOf(4)) + 4; x < view.xOf(5) - 4; ++x) {
            for (int y = static_cast<int>(view.yOf(90)); y < view.yOf(10); ++y) {
                const QColor colour = image.pixelColor(x, y);
                ground += colour == colours.bandRecomputed ? 1 : 0;
                stripe += colour.lightness() > colours.bandRecomputed.lightness() + 20 ? 1 : 0;
            }
        }
        QVERIFY(ground > 100);
        QVERIFY(stripe > 20);
        QVERIFY(ground > stripe);
    }

    void clickAndDragMoveTheCursor() {
        TimelineView view;
        view.resize(700, 190);
        const auto graph = pair();
        view.setPlan(graph, keepAll(*graph));
        QSignalSpy selected(&view, &TimelineView::stepSelected);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(view.xOf(2)) + 5, 100));
        QCOMPARE(selected.size(), 1);
        QCOMPARE(view.run(), 2U);
        QCOMPARE(selected[0][0].toULongLong(), view.data().runs[2].scheduleIndex);
        QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(view.xOf(2)) + 5, 100));
        QTest::mouseMove(&view, QPoint(static_cast<int>(view.xOf(1)) + 5, 100));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(view.xOf(1)) + 5, 100));
        QCOMPARE(view.run(), 1U);
        QCOMPARE(view.step(), std::optional<std::size_t>(view.data().runs[1].scheduleIndex));
    }

    void keysStep() {
        TimelineView view;
        view.resize(700, 190);
        const auto graph = pair();
        view.setPlan(graph, keepAll(*graph));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.run(), 1U);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.run(), 3U);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.run(), 3U);
        QTest::keyClick(&view, Qt::Key_Home);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.run(), 0U);
        QSignalSpy activated(&view, &TimelineView::vertexActivated);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<VertexId>(), 0U);
    }

    void setStepTakesAnyIndexOfTheSchedule() {
        TimelineView view;
        const auto graph = pair();
        view.setPlan(graph, keepAll(*graph));
        view.setStep(view.data().runs[2].scheduleIndex + 1);  // a free after the run
        QCOMPARE(view.run(), 2U);
        view.setStep(999'999);
        QCOMPARE(view.run(), 3U);
    }

    void budgetLineIsAtItsHeight() {
        const Theme& colours = theme(ThemeKind::light);
        TimelineView view;
        view.setTheme(colours);
        view.resize(700, 190);
        const auto graph = pair();
        view.setPlan(graph, keepAll(*graph));
        view.setBudget(Bytes(8));
        const QImage image = view.grab().toImage();
        int found = 0;
        const int y = static_cast<int>(std::lround(view.yOf(8)));
        for (int x = static_cast<int>(view.xOf(0)) + 80; x < view.xOf(1); ++x) {
            for (const int dy : {-1, 0})
                found += image.pixelColor(x, y + dy) == colours.budgetLine ? 1 : 0;
        }
        QVERIFY(found > 30);
    }

    void comparisonHasALineForEach() {
        const Theme& colours = theme(ThemeKind::light);
        TimelineView view;
        view.setTheme(colours);
        view.resize(700, 260);
        const auto graph = sharedGraph("a->b->c; * m=100");
        view.setPlan(graph, withBits(*graph, {false, true, true}));
        view.setComparison(keepAll(*graph), "Bits", "Keep all");
        const QImage image = view.grab().toImage();
        int a = 0, b = 0;
        for (int x = 60; x < 680; ++x) {
            for (int y = 40; y < 235; ++y) {
                a += image.pixelColor(x, y) == colours.planA ? 1 : 0;
                b += image.pixelColor(x, y) == colours.planB ? 1 : 0;
            }
        }
        QVERIFY(a > 50);
        QVERIFY(b > 50);
        // The recompute of a has no slot of its own: one step right of backward c is backward b.
        view.setRun(3);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.run(), 5U);
        view.clearComparison();
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.run(), 4U);
    }

    void fiveThousandStepsShowTheirPeak() {
        const Theme& colours = theme(ThemeKind::light);
        const auto graph = chain(2500);
        TimelineView view;
        view.setTheme(colours);
        view.resize(500, 190);
        QElapsedTimer clock;
        clock.start();
        view.setPlan(graph, keepAll(*graph));
        const QImage image = view.grab().toImage();
        QVERIFY2(clock.elapsed() < 2000, "5,000 steps take too long");
        QCOMPARE(view.data().runs.size(), 5000U);
        // At the first backward all values and two gradients live. Just below the total line is a band.
        const int x = static_cast<int>(view.xOf(view.data().peakRun));
        const int y = static_cast<int>(view.yOf(view.data().peak));
        bool band = false;
        for (int dy = 1; dy < 5; ++dy) {
            const QColor colour = image.pixelColor(x, y + dy);
            band = band || colour == colours.bandKept || colour == colours.bandGradients;
        }
        QVERIFY(band);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(250, 100));
        QVERIFY(view.run() > 1000);
    }

    void anySizeAndNoPlan() {
        TimelineView view;
        for (const QSize size : {QSize(1, 1), QSize(50, 20), QSize(320, 120), QSize(3000, 400)}) {
            view.setMinimumSize(1, 1);
            view.resize(size);
            view.setPlan(nullptr, nullptr);
            QCOMPARE(view.grab().size(), size);
            const auto graph = pair();
            view.setPlan(graph, keepAll(*graph));
            view.setBudget(Bytes(1'000'000));
            QCOMPARE(view.grab().size(), size);
        }
        TimelineView empty;
        QTest::keyClick(&empty, Qt::Key_Right);
        QTest::mouseClick(&empty, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(!empty.step());
    }
};

REFORWARD_TEST("timeline_view", TimelineViewTest);
REFORWARD_TEST_APPLICATION(QApplication);
#include "timeline_view_test.moc"
