// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/frontier_store.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

namespace reforward {

class FrontierStoreTest : public QObject {
    Q_OBJECT

  private slots:
    // A plan that another strategy found is one of the portfolio's, under its finder's name.
    void thePortfolioHasEveryonesPlans() {
        const auto graph = tests::sharedGraph("a->b->c->d->e; * m=4 t=2");
        const auto bound = std::make_shared<OverheadBound>(graph);
        FrontierStore store;
        store.start(bound, Accounting::step, {&strategy("best"), &strategy("chen-sqrt")});
        // No event is handled before the checks, so no sweep's plan can arrive.
        Problem problem;
        problem.graph = graph;
        const PlanPtr plan = strategy("chen-sqrt").solve(problem, Control(), {});
        QVERIFY(plan);
        store.add(plan, "chen-sqrt");
        const PlanPtr best = store.cheapestWithin("best", plan->peak());
        QVERIFY(best);
        QCOMPARE(best->strategy, std::string("best"));
        QCOMPARE(best->foundBy, std::string("chen-sqrt"));
        QCOMPARE(best->recomputeTime(), plan->recomputeTime());
        // The portfolio's own plans are not anyone else's.
        store.add(best, "best");
        QCOMPARE(store.find("chen-sqrt")->pareto.plans().size(), std::size_t{1});
        store.clear();
    }
};

}  // namespace reforward

using reforward::FrontierStoreTest;
REFORWARD_TEST("frontier_store", FrontierStoreTest);
#include "frontier_store_test.moc"
