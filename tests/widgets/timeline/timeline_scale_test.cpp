// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_scale.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class TimelineScaleTest : public QObject {
    Q_OBJECT

  private slots:
    void slotsFillThePlot() {
        const TimelineScale scale = timelineScale({700, 190}, 142, std::int64_t{5} << 30);
        QCOMPARE(scale.xOf(0), scale.plot.left());
        QCOMPARE(scale.xOf(142), scale.plot.right());
        for (std::size_t slot : {0U, 1U, 70U, 141U}) {
            QCOMPARE(scale.slotAt(scale.xOf(slot) + 0.01), slot);
        }
        QCOMPARE(scale.slotAt(-50), 0U);
        QCOMPARE(scale.slotAt(5000), 141U);
    }

    void axisEndsOnATickAboveTheMost() {
        for (const std::int64_t most :
             {std::int64_t{1}, std::int64_t{999}, std::int64_t{4096}, std::int64_t{7} << 30}) {
            const TimelineScale scale = timelineScale({700, 190}, 10, most);
            QVERIFY(scale.top >= static_cast<double>(most));
            QVERIFY(scale.top < 3 * static_cast<double>(most) + 2);
            const double ticks = scale.top / scale.tickStep;
            QCOMPARE(ticks, std::round(ticks));
            QCOMPARE(scale.yOf(0), scale.plot.bottom());
            QCOMPARE(scale.yOf(scale.top), scale.plot.top());
        }
        QCOMPARE(timelineScale({700, 190}, 10, std::int64_t{7} << 30).unitName, "GiB");
        QCOMPARE(timelineScale({700, 190}, 10, 4096).unitName, "KiB");
    }

    void figuresReadAsTheAxis() {
        const TimelineScale gib = timelineScale({700, 190}, 10, std::int64_t{7} << 30);
        QCOMPARE(gib.figure(static_cast<std::int64_t>(4.34 * 0x1p30)), QString("4.34"));
        const TimelineScale bytes = timelineScale({700, 190}, 10, 100);
        QCOMPARE(bytes.figure(42), QString("42"));
    }

    void aColumnShowsItsLargestSlot() {
        std::vector<std::int64_t> totals(5000, 1);
        totals[2501] = 9;
        const TimelineScale scale = timelineScale({700, 190}, totals.size(), 9);
        const auto columns = timelineColumns(scale, 1, totals);
        QVERIFY(columns.size() <= static_cast<std::size_t>(scale.plot.width()) + 1);
        QVERIFY(std::any_of(columns.begin(), columns.end(),
                            [](const auto& column) { return column.slot == 2501; }));
        for (std::size_t i = 1; i < columns.size(); ++i)
            QVERIFY(columns[i].left >= columns[i - 1].left);
    }

    void wideSlotsAreColumnsOfTheirOwn() {
        const TimelineScale scale = timelineScale({700, 190}, 4, 9);
        const auto columns = timelineColumns(scale, 2, {1, 2, 3, 4});
        QCOMPARE(columns.size(), 4U);
        QCOMPARE(columns[0].left, scale.plot.left());
        QCOMPARE(columns[3].right, scale.plot.right());
    }

    void noRoomIsNoError() {
        const TimelineScale scale = timelineScale({1, 1}, 10, 100);
        QCOMPARE(scale.plot.width(), 0.0);
        QCOMPARE(scale.slotAt(3), 0U);
    }
};

REFORWARD_TEST("timeline_scale", TimelineScaleTest);
#include "timeline_scale_test.moc"
