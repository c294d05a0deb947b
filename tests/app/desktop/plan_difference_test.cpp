// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/plan_difference.h"

#include <QTest>

#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

namespace reforward {

class PlanDifferenceTest : public QObject {
    Q_OBJECT

  private slots:
    void marksWhatIsTreatedDifferently();
    void stepsAround();
};

void PlanDifferenceTest::marksWhatIsTreatedDifferently() {
    const Graph graph = tests::graphFromText("a->b->c->d");
    const auto plan = [&](std::vector<bool> keep) {
        return std::make_shared<const Plan>(
            makePlan(graph, "test", scheduleFromBits(graph, keep, std::vector<bool>(4))));
    };
    const PlanPtr all = plan({true, true, true, true}), without = plan({true, false, true, true});
    // b is read by the backward of c, so it has to run again where it was not kept.
    QCOMPARE(differingVertices(all, without), (std::vector<bool>{false, true, false, false}));
    QCOMPARE(differingVertices(all, all), std::vector<bool>(4));
    QVERIFY(differingVertices(all, nullptr).empty());
}

void PlanDifferenceTest::stepsAround() {
    const std::vector<bool> marked{false, true, false, true};
    QCOMPARE(nextMarked(marked, noIndex, 1), VertexId{1});
    QCOMPARE(nextMarked(marked, 1, 1), VertexId{3});
    QCOMPARE(nextMarked(marked, 3, 1), VertexId{1});
    QCOMPARE(nextMarked(marked, noIndex, -1), VertexId{3});
    QCOMPARE(nextMarked(marked, 2, -1), VertexId{1});
    QCOMPARE(nextMarked(std::vector<bool>(3), 0, 1), noIndex);
    QCOMPARE(nextMarked({}, noIndex, 1), noIndex);
}

REFORWARD_TEST("plan_difference", PlanDifferenceTest);

}  // namespace reforward

#include "plan_difference_test.moc"
