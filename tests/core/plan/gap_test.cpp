// SPDX-License-Identifier: Apache-2.0
#include "core/plan/gap.h"

#include <QTest>

#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class GapTest : public QObject {
    Q_OBJECT

  private slots:
    void theGapIsRoundedUp() {
        QCOMPARE(gapWords(0.5, 0.4789), std::string("at most 2.2 points above the best possible"));
        QCOMPARE(gapWords(0.5, 0.479), std::string("at most 2.1 points above the best possible"));
        QCOMPARE(gapWords(0.3, 0.1), std::string("at most 20.0 points above the best possible"));
        QCOMPARE(gapPoints(0.173, 0.1521), 2.1);
    }
    void provenOnlyWhereTheBoundIsMet() {
        QCOMPARE(gapWords(0.173, 0.173), std::string("proven best"));
        QCOMPARE(gapPoints(0.173, 0.173), 0.0);
        QCOMPARE(gapWords(0, 0), std::string("proven best"));
        // However little is between them.
        for (const double little : {1e-3, 1e-5, 1e-9, 1e-15}) {
            QCOMPARE(gapWords(0.173, 0.173 - little),
                     std::string("at most 0.1 points above the best possible"));
            QCOMPARE(gapPoints(0.173, 0.173 - little), 0.1);
        }
    }
    void ratiosOfOneForward() {
        QCOMPARE(boundRatio(graphFromText("a->b; a t=3; b t=5"), 2), 0.25);
        QCOMPARE(boundRatio(graphFromText("a->b; * t=0"), 0), 0.0);
    }
    void whichBudgetTheBoundIsFor() {
        const Graph g = graphFromText("a->b->c");
        Plan plan = makePlan(g, "keep-all", keepAllSchedule(g));
        QVERIFY(boundedBudget(plan) == plan.peak());
        plan.budget = Bytes(100);
        QVERIFY(boundedBudget(plan) == Bytes(100));
        // A limit on the published formula says nothing of the replayed peak.
        plan.budgetIsPublished = true;
        QVERIFY(boundedBudget(plan) == plan.peak());
    }
};

REFORWARD_TEST("gap", GapTest);
#include "gap_test.moc"
