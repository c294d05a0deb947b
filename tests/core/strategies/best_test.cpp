// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/best.h"

#include <QTest>

#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class BestTest : public QObject {
    Q_OBJECT
  private slots:
    void isAtLeastAsGoodAsEachMember() {
        std::mt19937 random(61);
        for (int round = 0; round < 40; ++round) {
            const auto g = randomGraph(random, {8, 0.4, 9, 4, true});
            const Bytes baseline = baselinePeak(*g);
            for (const double share : {1.0, 0.8, 0.6}) {
                const Problem problem{g, baseline.share(share), {}, 1};
                const PlanPtr best = strategy("best").solve(problem, Control(), {});
                for (const Strategy* s : strategies()) {
                    if (s->notApplicable(*g)) continue;
                    const PlanPtr plan = s->solveReplayed(problem, Control(), {});
                    if (!plan) continue;
                    QVERIFY(best != nullptr);
                    QVERIFY2(best->recomputeTime() <= plan->recomputeTime(), s->info().name.c_str());
                }
                if (best) QVERIFY(!best->foundBy.empty() && best->strategy == "best");
            }
        }
    }
    void streamsBetterAndBetterPlans() {
        std::mt19937 random(62);
        const auto g = randomGraph(random, {8, 0.4, 9, 4, false});
        double before = 1e300;
        strategy("best").solve({g, baselinePeak(*g).share(0.8), {}, 1}, Control(), [&](const PlanPtr& plan) {
            QVERIFY(plan->recomputeTime() <= before);
            before = plan->recomputeTime();
        });
    }
};

REFORWARD_TEST("best", BestTest);
#include "best_test.moc"
