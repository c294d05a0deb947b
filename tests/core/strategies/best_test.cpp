// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/best.h"

#include <QTest>
#include <limits>

#include "tests/support/exhaustive.h"
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
    // Against exhaustive search over all schedules, in any order: never better, within the bound, and equal
    // in more than nine cases of ten.
    void isOptimalOnMostSmallGraphs() {
        std::mt19937 random(63);
        int cases = 0, met = 0;
        for (int round = 0; round < 150; ++round) {
            const auto g = randomGraph(random, {8, 0.35, 9, 4, round % 3 == 0});
            const std::int64_t least = leastPeak(*g).count(), most = baselinePeak(*g).count();
            double before = std::numeric_limits<double>::infinity();
            for (int step = 0; step < 4; ++step) {
                Problem problem{g, Bytes(least + (most - least) * step / 4), {}, 1};
                problem.bound = std::make_shared<OverheadBound>(g);
                const double optimum = *optimalRecomputeTime(*g, problem.budget);
                const PlanPtr plan = strategy("best").solve(problem, Control(), {});
                ++cases;
                if (!plan) continue;
                QVERIFY(plan->recomputeTime() >= optimum);
                QVERIFY(problem.bound->known(problem.budget) <= optimum);
                QVERIFY(plan->recomputeTime() <= before);
                before = plan->recomputeTime();
                met += plan->recomputeTime() == optimum;
            }
        }
        QVERIFY2(met >= 0.9 * cases, qPrintable(QString("%1 of %2").arg(met).arg(cases)));
    }
    void honoursPins() {
        std::mt19937 random(64);
        for (int round = 0; round < 60; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            Problem problem{g, baselinePeak(*g), {}, 1};
            for (VertexId v = 0; v < g->vertexCount(); ++v) {
                const auto dice = random() % 4;
                if (g->fixed(v) || dice > 1) continue;
                if (dice == 0) problem.pins.keep.push_back(v);
                if (dice == 1 && g->recomputable(v)) problem.pins.recompute.push_back(v);
            }
            const PlanPtr plan = strategy("best").solve(problem, Control(), {});
            if (!plan) continue;
            const std::string broken = brokenPin(*g, plan->schedule, problem.pins);
            QVERIFY2(broken.empty(), broken.c_str());
        }
    }
    void theSameSeedAndMovesGiveTheSamePlan() {
        std::mt19937 random(65);
        const auto g = randomGraph(random, {9, 0.4, 9, 4, false});
        Problem problem{g, baselinePeak(*g).share(0.8), {}, 7};
        problem.moves = 30'000;
        const PlanPtr one = strategy("best").solve(problem, Control(), {});
        const PlanPtr two = strategy("best").solve(problem, Control(), {});
        QVERIFY((one == nullptr) == (two == nullptr));
        if (one) QVERIFY(one->schedule == two->schedule);
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
