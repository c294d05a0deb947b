// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/status_chip.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"

using namespace reforward;

class StatusChipTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void words() {
        StatusChip chip;
        chip.showNearest();
        QCOMPARE(chip.text(), QString("Nearest known plan, solving"));
        chip.showSolving(0.19);
        QCOMPARE(chip.text(), QString("19.0% so far, solving"));
        chip.showSolved(0.173, 0.1525);
        QCOMPARE(chip.state(), StatusChip::State::solved);
        QCOMPARE(chip.text(), QString("17.3% extra forward, at most 2.1 points above the best possible"));
        chip.showStopped(0.19, 0.1525);
        QCOMPARE(chip.text(), QString("Stopped: best so far 19.0%, at most 3.8 points above"));
        chip.showNoPlan(Bytes(2'469'606'195), StatusChip::NoPlan::belowFloor);
        QCOMPARE(chip.text(), QString("No plan fits: 2.30 GiB is below the floor"));
        chip.showSolved(0.173, std::nullopt);
        QCOMPARE(chip.text(), QString("17.3% extra forward, no bound known"));
        chip.setPrefix("B");
        QCOMPARE(chip.text(), QString("B: 17.3% extra forward, no bound known"));
    }

    void provenOnlyWhereTheBoundIsMet() {
        StatusChip chip;
        chip.showSolved(0.173, 0.173);
        QCOMPARE(chip.state(), StatusChip::State::proven);
        QCOMPARE(chip.text(), QString("17.3% extra forward, proven best"));
        chip.showSolved(0.173, 0.17299);
        QCOMPARE(chip.state(), StatusChip::State::solved);
        QCOMPARE(chip.text(), QString("17.3% extra forward, at most 0.1 points above the best possible"));
    }

    void stoppedAtTheBoundIsProven() {
        StatusChip chip;
        chip.showStopped(0.19, 0.19);
        QCOMPARE(chip.text(), QString("Stopped: best so far 19.0%, proven best"));
        chip.showStopped(0.19, std::nullopt);
        QCOMPARE(chip.text(), QString("Stopped: best so far 19.0%, no bound known"));
    }

    void shortMovesTheSecondHalfToTheTooltip() {
        StatusChip chip;
        chip.showSolved(0.173, 0.1525);
        const int whole = chip.sizeHint().width();
        chip.setShort(true);
        QCOMPARE(chip.text(), QString("17.3% extra forward"));
        QVERIFY(chip.toolTip().endsWith("above the best possible"));
        QVERIFY(chip.sizeHint().width() < whole);
    }

    void cancelComesAfterAWhileAndGoesWithTheWork() {
        StatusChip chip;
        chip.resize(500, 26);
        chip.showSolving(std::nullopt);
        QVERIFY(!chip.cancelVisible());
        QTRY_VERIFY(chip.cancelVisible());
        QSignalSpy cancelled(&chip, &StatusChip::cancelRequested);
        chip.show();
        chip.findChild<QToolButton*>()->click();
        QCOMPARE(cancelled.size(), 1);
        chip.showSolved(0.1, std::nullopt);
        QVERIFY(!chip.cancelVisible());
    }

    void groundsHaveTheirColours() {
        const Theme& colours = theme(ThemeKind::dark);
        StatusChip chip;
        chip.setTheme(colours);
        chip.resize(500, 26);
        const auto ground = [&chip] { return chip.grab().toImage().pixelColor(495, 13); };
        chip.showSolving(0.1);
        QCOMPARE(ground(), colours.chipSolving.ground);
        chip.showSolved(0.1, 0.1);
        QCOMPARE(ground(), colours.chipDone.ground);
        chip.showStopped(0.1, std::nullopt);
        QCOMPARE(ground(), colours.chipStopped.ground);
        chip.showNoPlan(Bytes(5), StatusChip::NoPlan::noneFound);
        QCOMPARE(ground(), colours.chipNoPlan.ground);
        chip.setMinimumSize(1, 1);
        chip.setMaximumSize(1, 1);
        QCOMPARE(chip.grab().size(), QSize(1, 1));
    }
};

REFORWARD_TEST("status_chip", StatusChipTest);
#include "status_chip_test.moc"
