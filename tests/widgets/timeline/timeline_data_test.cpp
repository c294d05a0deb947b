// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_data.h"

#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/timeline/graphs.h"
#include "widgets/timeline/timeline_comparison.h"

using namespace reforward;
using namespace reforward::tests;

class TimelineDataTest : public QObject {
    Q_OBJECT

    static QStringList words(const Graph& graph, const TimelineData& data) {
        QStringList all;
        for (const auto& run : data.runs)
            all << runWord(run) + ' ' + QString::fromStdString(graph.id(run.vertex));
        return all;
    }

  private slots:
    void runsOfAPairByHand() {
        const auto graph = pair();
        const TimelineData data = timelineData(*graph, keepAllSchedule(*graph));
        QCOMPARE(words(*graph, data), (QStringList{"forward a", "forward b", "backward b", "backward a"}));
        const std::vector<std::int64_t> totals{4, 6, 10, 4};
        for (std::size_t i = 0; i < totals.size(); ++i)
            QCOMPARE(data.runs[i].live.total(), totals[i]);
        QCOMPARE(data.runs[2].live.kept, 4);
        QCOMPARE(data.runs[2].live.gradients, 6);
        QCOMPARE(data.firstBackward, 2U);
        QCOMPARE(data.recomputes, 0U);
        QCOMPARE(data.peakRun, 2U);
        QCOMPARE(data.peak, 10);
    }

    void recomputesBelongToTheBackwardPhase() {
        const auto graph = sharedGraph("a->b->c");
        const PlanPtr plan = withBits(*graph, {false, true, true});
        const TimelineData data = timelineData(*graph, plan->schedule);
        QCOMPARE(words(*graph, data), (QStringList{"forward a", "forward b", "forward c", "backward c",
                                                   "recompute a", "backward b", "backward a"}));
        QCOMPARE(data.firstBackward, 3U);
        QCOMPARE(data.recomputes, 1U);
        QCOMPARE(data.runs[5].live.recomputed, 1);
    }

    void aFreeBelongsToTheRunBeforeIt() {
        const auto graph = pair();
        const TimelineData data = timelineData(*graph, keepAllSchedule(*graph));
        for (std::size_t i = 0; i < data.runs.size(); ++i) {
            QCOMPARE(data.runAtSchedule(data.runs[i].scheduleIndex), i);
            if (i + 1 < data.runs.size()) QCOMPARE(data.runAtSchedule(data.runs[i + 1].scheduleIndex - 1), i);
        }
        QCOMPARE(data.runAtSchedule(1000), data.runs.size() - 1);
    }

    void jointGraphHasPhasesByItsVertices() {
        const auto graph = sharedGraph("a->b->db->da; db backward; da backward");
        const TimelineData data = timelineData(*graph, keepAllSchedule(*graph));
        QCOMPARE(data.runs.size(), 4U);
        QCOMPARE(data.firstBackward, 2U);
    }

    void comparisonFoldsRecomputesIntoTheStepThatNeedsThem() {
        const auto graph = sharedGraph("a->b->c; * m=1");
        const TimelineData all = timelineData(*graph, keepAllSchedule(*graph));
        const TimelineData less = timelineData(*graph, withBits(*graph, {false, true, true})->schedule);
        const AlignedTimelines aligned = alignTimelines(*graph, less, all);
        QCOMPARE(aligned.a.size(), 6U);  // three forwards, three backwards
        QCOMPARE(aligned.firstBackward, 3U);
        QCOMPARE(aligned.slotOfRun, (std::vector<std::size_t>{0, 1, 2, 3, 4, 4, 5}));
        QCOMPARE(aligned.runOfSlot, (std::vector<std::size_t>{0, 1, 2, 3, 5, 6}));
        for (std::size_t i = 0; i < all.runs.size(); ++i)
            QCOMPARE(aligned.b[i], all.runs[i].live.total());
        QCOMPARE(aligned.a[4], std::max(less.runs[4].live.total(), less.runs[5].live.total()));
    }
};

REFORWARD_TEST("timeline_data", TimelineDataTest);
#include "timeline_data_test.moc"
