// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/bound_curve.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class BoundCurveTest : public QObject {
    Q_OBJECT

    static std::vector<qint64> counts(const std::vector<Bytes>& budgets) {
        std::vector<qint64> list;
        for (const Bytes budget : budgets)
            list.push_back(budget.count());
        return list;
    }
    static PlanPtr figures(std::int64_t peak, double time) {
        Plan plan;
        plan.predicted.peak = Bytes(peak);
        plan.predicted.recomputeTime = time;
        return std::make_shared<const Plan>(std::move(plan));
    }

  private slots:
    void evenBudgetsAndPeaks() {
        QCOMPARE(counts(boundBudgets(Bytes(10), Bytes(50), {}, 5)),
                 (std::vector<qint64>{10, 20, 30, 40, 50}));
        Frontier one, two;
        one.pareto.insert(figures(44, 1));
        one.pareto.insert(figures(30, 3));
        one.pareto.insert(figures(25, 9));
        two.pareto.insert(figures(33, 2));
        two.pareto.insert(figures(27, 4));
        two.pareto.insert(figures(26, 9));  // (25, 9) is as cheap in less
        QCOMPARE(counts(boundBudgets(Bytes(10), Bytes(50), {one, two}, 3)),
                 (std::vector<qint64>{10, 25, 27, 30, 33, 44, 50}));
    }
    void oddEnds() {
        QCOMPARE(counts(boundBudgets(Bytes(10), Bytes(10), {}, 40)), (std::vector<qint64>{10}));
        QCOMPARE(counts(boundBudgets(Bytes(10), Bytes(9), {}, 2)), (std::vector<qint64>{10}));
        QVERIFY(boundBudgets(Bytes(10), Bytes(50), {}, 0).empty());
    }

    // The unit chain of 8: what is proved agrees with asking at each budget alone, and never rises.
    void provesAllThatAsksAlone() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7");
        const Bytes floor = floorOf(*g).bytes, baseline = baselinePeak(*g);
        const std::vector<Bytes> budgets = boundBudgets(floor, baseline, {}, 50);
        OverheadBound bound(g);
        std::vector<qint64> order;
        proveBounds(bound, budgets, Control(), [&](Bytes budget) { order.push_back(budget.count()); });
        QVERIFY(order.size() >= 3);
        QCOMPARE(order[0], qint64(baseline.count()));
        QCOMPARE(order[1], qint64(floor.count()));
        double before = std::numeric_limits<double>::infinity();
        for (const Bytes budget : budgets) {
            OverheadBound alone(g);
            QVERIFY(bound.known(budget) >= alone.atLeast(budget, Control()));
            QVERIFY(bound.known(budget) <= before);
            before = bound.known(budget);
        }
        QCOMPARE(bound.known(baseline), 0.0);
        QVERIFY(bound.known(floor) > 0);
    }
    void equalEndsAreNotHalved() {
        // Without times there is nothing to prove anywhere.
        const auto g = sharedGraph("0->1->2->3->4->5; * t=0");
        OverheadBound bound(g);
        int asked = 0;
        proveBounds(bound, boundBudgets(floorOf(*g).bytes, baselinePeak(*g), {}), Control(),
                    [&](Bytes) { ++asked; });
        QCOMPARE(asked, 2);
    }
    // Whatever improving can do, it leaves no less than single instants prove, and never more than a plan
    // costs.
    void improvesUnderTheFrontier() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7");
        const Frontier found = sweep(strategy("liveness-exact"), {g, Bytes::max(), {}, 1}, Control());
        OverheadBound bound(g), single(g);
        improveBounds(bound, {found}, Control().withTimeLimit(2));
        for (const PlanPtr& plan : found.pareto.plans()) {
            if (plan->recomputeTime() == 0) continue;
            QVERIFY(bound.known(plan->peak()) >= single.atLeast(plan->peak(), Control()));
            QVERIFY(bound.known(plan->peak()) <= plan->recomputeTime());
        }
    }
    void stops() {
        const auto g = sharedGraph("0->1->2->3->4->5");
        OverheadBound bound(g);
        std::stop_source stop;
        int asked = 0;
        proveBounds(bound, boundBudgets(floorOf(*g).bytes, baselinePeak(*g), {}), Control(stop.get_token()),
                    [&](Bytes) {
                        ++asked;
                        stop.request_stop();
                    });
        QCOMPARE(asked, 1);
    }
};

REFORWARD_TEST("bound_curve", BoundCurveTest);
#include "bound_curve_test.moc"
