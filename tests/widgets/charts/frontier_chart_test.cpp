// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/frontier_chart.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/charts/plans.h"

using namespace reforward;
using namespace reforward::tests;

class FrontierChartTest : public QObject {
    Q_OBJECT

    std::unique_ptr<FrontierChart> chart_;

    QCustomPlot* plot() const { return chart_->findChild<QCustomPlot*>(); }
    QPoint inPlot(QPoint p) const { return plot()->mapFrom(chart_.get(), p); }
    QStringList legend() const {
        QStringList names;
        for (int i = 0; i < plot()->legend->itemCount(); ++i) {
            names << qobject_cast<QCPPlottableLegendItem*>(plot()->legend->item(i))->plottable()->name();
        }
        return names;
    }

  private slots:
    void init() {
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)"));
        chart_ = std::make_unique<FrontierChart>();
        chart_->resize(400, 328);
        chart_->setGraphFigures(Bytes(8 * gib), Bytes(2 * gib));
        chart_->setCurrentStrategy("best");
        chart_->setFrontiers({shared(frontier("best", {{8 * gib, 0}, {6 * gib, 0.1}, {4 * gib, 0.4}})),
                              shared(frontier("chen-sqrt", {{5 * gib, 0.9}}))});
        chart_->show();
        QVERIFY(QTest::qWaitForWindowExposed(chart_.get()));
        QCoreApplication::processEvents();
    }
    void cleanup() { chart_.reset(); }

    void findsThePlanThatIsDrawnThere() {
        const PlanPtr at = chart_->planAt(chart_->positionOf(Bytes(6 * gib), 0.1));
        QVERIFY(at);
        QCOMPARE(at->peak().count(), 6 * gib);
        QCOMPARE(at->strategy, std::string("best"));
        QVERIFY(!chart_->planAt(chart_->positionOf(Bytes(7 * gib), 0.6)));
    }

    void memoryGrowsToTheRightAndOverheadUpwards() {
        const QPoint low = chart_->positionOf(Bytes(3 * gib), 0.1),
                     high = chart_->positionOf(Bytes(7 * gib), 0.8);
        QVERIFY(high.x() > low.x());
        QVERIFY(high.y() < low.y());
    }

    void clickPicksAPlan() {
        QSignalSpy picked(chart_.get(), &FrontierChart::planPicked);
        QTest::mouseClick(plot(), Qt::LeftButton, {}, inPlot(chart_->positionOf(Bytes(4 * gib), 0.4)));
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<PlanPtr>()->peak().count(), 4 * gib);
        QTest::mouseClick(plot(), Qt::LeftButton, {}, inPlot(chart_->positionOf(Bytes(7 * gib), 0.6)));
        QCOMPARE(picked.size(), 1);
    }

    void arrowKeysStepAlongTheCurrentLine() {
        QSignalSpy picked(chart_.get(), &FrontierChart::planPicked);
        chart_->setCurrentPlan(figures("best", 6 * gib, 0.1));
        QTest::keyClick(chart_.get(), Qt::Key_Left);
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<PlanPtr>()->peak().count(), 4 * gib);
        QTest::keyClick(chart_.get(), Qt::Key_Right);
        QCOMPARE(picked[1][0].value<PlanPtr>()->peak().count(), 8 * gib);
    }

    void dragOnTheBudgetLineMovesIt() {
        chart_->setBudget(Bytes(5 * gib));
        QSignalSpy dragged(chart_.get(), &FrontierChart::budgetDragged);
        const QPoint from = inPlot(chart_->positionOf(Bytes(5 * gib), 0.6));
        const QPoint to = inPlot(chart_->positionOf(Bytes(7 * gib), 0.6));
        QTest::mousePress(plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(plot(), to);
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, to);
        QVERIFY(!dragged.isEmpty());
        QCOMPARE(dragged.last()[1].toBool(), true);
        // A pixel is some 25 MiB here.
        const auto reached = dragged.last()[0].value<Bytes>().count();
        QVERIFY(std::abs(reached - 7 * gib) < gib / 20);
    }

    void wheelZoomsAndDoubleClickShowsAll() {
        QSignalSpy changed(chart_.get(), &FrontierChart::zoomChanged);
        const QCPRange all = plot()->xAxis->range();
        const QPoint centre = inPlot(chart_->positionOf(Bytes(5 * gib), 0.4));
        QWheelEvent wheel(centre, plot()->mapToGlobal(centre), {}, {0, 240}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot(), &wheel);
        QVERIFY(chart_->zoomed());
        QVERIFY(plot()->xAxis->range().size() < all.size());
        // Shares follow: 4 GiB of 8 are 50%.
        QCOMPARE(plot()->xAxis2->range().lower, plot()->xAxis->range().lower / 8 * 100);
        QTest::mouseDClick(plot(), Qt::LeftButton, {}, centre);
        QVERIFY(!chart_->zoomed());
        QCOMPARE(plot()->xAxis->range().lower, all.lower);
        QCOMPARE(changed.size(), 2);
    }

    void dragZoomsToTheRectangle() {
        const QPoint from = inPlot(chart_->positionOf(Bytes(3 * gib), 0.8)),
                     to = inPlot(chart_->positionOf(Bytes(7 * gib), 0.2));
        QTest::mousePress(plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(plot(), to);
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, to);
        QVERIFY(chart_->zoomed());
        QVERIFY(std::abs(plot()->xAxis->range().lower - 3) < 0.1);
        QVERIFY(std::abs(plot()->yAxis->range().upper - 80) < 2);
    }

    void plansThatStreamInJoinTheirLine() {
        chart_->addPlan(figures("best", 3 * gib, 0.7));
        QTRY_VERIFY(chart_->planAt(chart_->positionOf(Bytes(3 * gib), 0.7)));
        // A dominated one changes nothing.
        chart_->addPlan(figures("best", 7 * gib, 0.7));
        chart_->addPlan(figures("greedy", 5 * gib, 0.2), "new");
        QTRY_VERIFY(chart_->planAt(chart_->positionOf(Bytes(5 * gib), 0.2)));
        QVERIFY(!chart_->planAt(chart_->positionOf(Bytes(7 * gib), 0.7)));
        QVERIFY(chart_->lineVisible("new"));
    }

    void linesBeyondFiveAreHiddenTheWorstFirst() {
        std::vector<FrontierPtr> many;
        for (int i = 0; i < 7; ++i) {
            many.push_back(shared(frontier("s" + std::to_string(i), {{4 * gib, 0.1 * (i + 1)}})));
        }
        chart_->setCurrentStrategy("s6");
        chart_->setFrontiers(many);
        QVERIFY(chart_->lineVisible("s0"));
        QCOMPARE(legend().size(), 5);
        QVERIFY(chart_->lineVisible("s6"));  // the current one, though the worst
        QVERIFY(!chart_->lineVisible("s5"));
        chart_->setLineVisible("s5", true);
        QVERIFY(chart_->lineVisible("s5"));
        chart_->setLineVisible("s0", false);
        QVERIFY(!chart_->lineVisible("s0"));
    }

    void theBoundHasItsLineInTheLegendOnlyWhereThereIsOne() {
        QVERIFY(!legend().contains("Certified bound"));
        chart_->setBound({{Bytes(3 * gib), 0.3}, {Bytes(8 * gib), 0}});
        QTRY_VERIFY(legend().contains("Certified bound"));
    }

    void belowTheBoundIsShaded() {
        const Theme& colours = theme(ThemeKind::light);
        chart_->setCurrentPlan(nullptr);
        chart_->setBound({{Bytes(4 * gib), 0.3}, {Bytes(6 * gib), 0.1}});
        QTRY_VERIFY(legend().contains("Certified bound"));
        const QImage image = chart_->grab().toImage();
        const auto at = [&](double memory, double overhead) {
            return image.pixelColor(chart_->positionOf(Bytes(static_cast<qint64>(memory * gib)), overhead));
        };
        // What is proved at 4 GiB holds below it, down to the floor, and not above it.
        QCOMPARE(at(2.15, 0.27), colours.boundFill);
        QCOMPARE(at(3.85, 0.27), colours.boundFill);
        QVERIFY(at(4.15, 0.27) != colours.boundFill);
        QCOMPARE(at(4.15, 0.07), colours.boundFill);
        QCOMPARE(at(5.85, 0.07), colours.boundFill);
        QVERIFY(at(6.15, 0.07) != colours.boundFill);
    }

    void plansThatMeetTheBoundAreMarked() {
        QVERIFY(!legend().contains("Proven best"));
        chart_->setBound({{Bytes(3 * gib), 0.5}, {Bytes(6 * gib), 0.1}});
        QTRY_VERIFY(legend().contains("Proven best"));
        const auto* const marks = plot()->graph(plot()->graphCount() - 1);
        QCOMPARE(marks->name(), QString("Proven best"));
        // (8, 0) needs no proof, (6, 0.1) meets the bound, (4, 0.4) does not; chen-sqrt's (5, 0.9) neither.
        QCOMPARE(marks->dataCount(), 2);
        chart_->setBound({});
        QTRY_VERIFY(!legend().contains("Proven best"));
    }

    void tooltipsSayHowGoodAPlanIs() {
        const PlanPtr plan = chart_->planAt(chart_->positionOf(Bytes(4 * gib), 0.4));
        QVERIFY(!chart_->tooltipOf(plan, "best").contains("best possible"));
        chart_->setBound({{Bytes(4 * gib), 0.379}});
        QVERIFY(chart_->tooltipOf(plan, "best").contains("at most 2.1 points above the best possible"));
        chart_->setBound({{Bytes(4 * gib), 0.4}});
        QVERIFY(chart_->tooltipOf(plan, "best").contains("proven best"));
        // Proved for less memory only: nothing is known here.
        chart_->setBound({{Bytes(3 * gib), 0.4}});
        QVERIFY(!chart_->tooltipOf(plan, "best").contains("best possible"));
    }

    void currentPlanIsADiscOfTheAccent_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
    }
    void currentPlanIsADiscOfTheAccent() {
        QFETCH(int, kind);
        const Theme& colours = theme(static_cast<ThemeKind>(kind));
        chart_->setTheme(colours);
        chart_->setCurrentPlan(figures("best", 6 * gib, 0.1));
        const QPoint at = chart_->positionOf(Bytes(6 * gib), 0.1);
        QCOMPARE(chart_->grab().toImage().pixelColor(at), colours.accent);
        chart_->setCurrentPlan(figures("best", 6 * gib, 0.1), false);
        QVERIFY(chart_->grab().toImage().pixelColor(at + QPoint(3, 0)) != colours.accent);
    }

    void anySizeIsDrawn() {
        for (const QSize size : {QSize(1, 1), QSize(30, 300), QSize(240, 200), QSize(2000, 1200)}) {
            chart_->setMinimumSize(1, 1);
            chart_->resize(size);
            chart_->setBudget(Bytes(5 * gib));
            QCOMPARE(chart_->grab().size(), size);
        }
    }

    void emptyChartHasNoPlan() {
        chart_->clear();
        QVERIFY(!chart_->planAt({200, 150}));
        QTest::mouseClick(plot(), Qt::LeftButton, {}, QPoint(200, 150));
    }
};

REFORWARD_TEST("frontier_chart", FrontierChartTest);
REFORWARD_TEST_APPLICATION(QApplication);
#include "frontier_chart_test.moc"
