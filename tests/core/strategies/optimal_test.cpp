// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/optimal.h"

#include <QTest>
#include <limits>

#include "core/base/mip_solver.h"
#include "core/strategies/order_program.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;
using End = OrderOptimum::End;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

OrderOptimum optimum(const Graph& graph, Bytes budget, double under = infinity, bool early = true) {
    return optimalInOrder(graph, budget, {}, under, early, Control().withTimeLimit(60));
}

double timeOf(const Graph& graph, const std::vector<Run>& runs) {
    return simulate(graph, withFrees(graph, runs)).recomputeTime;
}

std::shared_ptr<const Graph> jointOf(const Graph& graph) {
    GraphBuilder builder = rebuild(graph);
    builder.setJoint(true);
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace

class OptimalTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        if (!hasMipSolver()) QSKIP("the program cbc is not installed (Debian: coinor-cbc)");
    }
    void handWorkedGraphs() {
        // See exhaustive_test.
        const auto chain = sharedGraph("a->b->c; a t=5");
        QCOMPARE(timeOf(*chain, optimum(*chain, Bytes(3)).runs), 5.0);
        QCOMPARE(optimum(*chain, Bytes(2)).end, End::noneBetter);
        const auto joint = sharedGraph("a->b->c->d->e; a->e; a m=9 t=3; b m=4; c m=6; d m=1; joint");
        QCOMPARE(timeOf(*joint, optimum(*joint, Bytes(18)).runs), 3.0);
        QCOMPARE(timeOf(*joint, optimum(*joint, Bytes(19)).runs), 0.0);
        QCOMPARE(optimum(*joint, Bytes(12)).end, End::noneBetter);
    }
    void provesThatNothingIsBetter() {
        const auto chain = sharedGraph("a->b->c; a t=5");
        QCOMPARE(optimum(*chain, Bytes(3), 5).end, End::noneBetter);
        const OrderOptimum found = optimum(*chain, Bytes(3), 5.5);
        QCOMPARE(found.end, End::optimal);
        QCOMPARE(found.bound, 5.0);
    }
    void equalsTheTruthOfItsOrder_data() {
        QTest::addColumn<bool>("joint");
        QTest::newRow("forward") << false;
        QTest::newRow("joint") << true;
    }
    void equalsTheTruthOfItsOrder() {
        QFETCH(bool, joint);
        std::mt19937 random(81);
        int cases = 0, equal = 0;
        while (cases < 20) {
            auto g = randomGraph(random, {8, 0.35, 9, 4, true});
            if (joint) g = jointOf(*g);
            const Bytes baseline = baselinePeak(*g), floor = floorOf(*g).bytes;
            if (baseline - floor < Bytes(4)) continue;
            const Bytes budget = floor + Bytes(static_cast<std::int64_t>(
                                             random() % static_cast<unsigned>((baseline - floor).count())));
            const auto truth = optimalRecomputeTime(*g, budget, Orders::fixed);
            if (truth == 0.0) continue;
            ++cases;
            const OrderOptimum found = optimum(*g, budget);
            QVERIFY(found.end != End::stopped);
            if (!truth) {
                QCOMPARE(found.end, End::noneBetter);
                ++equal;
                continue;
            }
            if (found.end == End::noneBetter) continue;  // it takes two runs in one stage
            const Simulation s = simulate(*g, withFrees(*g, found.runs));
            QVERIFY(s.valid() && s.peak <= budget);
            QVERIFY(s.recomputeTime >= *truth);
            QVERIFY(found.bound <= s.recomputeTime + 1e-6);
            if (s.recomputeTime == *truth) ++equal;
        }
        qInfo("%d cases: %d as the truth", cases, equal);
        QVERIFY(equal >= cases - 1);
    }
    void smallGraphsAreSearchedThrough() {
        // Against the exhaustive search of the tests, which shares nothing with the planner's.
        const Strategy& optimal = strategy("optimal");
        std::mt19937 random(82);
        int cases = 0;
        for (int round = 0; round < 900; ++round) {
            auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            if (round % 3 == 0) g = jointOf(*g);
            const auto bound = std::make_shared<OverheadBound>(g);
            const Bytes baseline = baselinePeak(*g);
            for (Bytes budget = floorOf(*g).bytes; budget < baseline; budget += Bytes(4)) {
                const auto truth = optimalRecomputeTime(*g, budget);
                Problem problem{g, budget, {}, 1};
                problem.bound = bound;
                const PlanPtr plan = optimal.solve(problem, Control(), {});
                QCOMPARE(plan != nullptr, truth.has_value());
                if (!plan) continue;
                QVERIFY(plan->peak() <= budget);
                QCOMPARE(plan->recomputeTime(), *truth);
                // And says so.
                QCOMPARE(bound->known(budget), *truth);
                ++cases;
            }
        }
        QVERIFY(cases > 1000);
    }
    void earlyRecomputesMayBeNeeded() {
        // Nothing fits beside x (9) with c or y. For d, a is made again (9), and b while a is there (1): e
        // (8) leaves room for b but not for a. Making b only for f, which reads it, takes a once more: 20.
        const auto g = sharedGraph("a->b->c->x->y->d->e->f; a->d; b->f; a m=5 t=9; x m=9; e m=8; joint");
        QCOMPARE(timeOf(*g, optimum(*g, Bytes(10)).runs), 10.0);
        QCOMPARE(timeOf(*g, optimum(*g, Bytes(10), infinity, false).runs), 20.0);
    }
    void pinsAreHonoured() {
        const auto g = sharedGraph("a->b->c->d; a t=1; b t=4; c t=9");
        for (const bool keep : {true, false}) {
            const Pins pins = keep ? Pins{{0}, {}} : Pins{{}, {1}};
            const OrderOptimum found =
                optimalInOrder(*g, Bytes(4), pins, infinity, false, Control().withTimeLimit(60));
            QVERIFY(!found.runs.empty());
            QCOMPARE(brokenPin(*g, withFrees(*g, found.runs), pins), std::string());
            // Without pins a runs again (1); kept, b does instead; b pinned to run again costs 4.
            QCOMPARE(timeOf(*g, found.runs), 4.0);
        }
    }
    void saysWhenItIsTooLarge() {
        std::string text = "0";
        for (int i = 1; i < 500; ++i)
            text += "->" + std::to_string(i);
        const auto reason = strategy("optimal").notApplicable(*sharedGraph(text));
        QVERIFY(reason && reason->find("500 vertices") != std::string::npos);
    }
    void keepsToItsTime() {
        std::string text = "0";
        for (int i = 1; i < 90; ++i)
            text += "->" + std::to_string(i);
        for (int i = 0; i < 60; i += 3)
            text += "; " + std::to_string(i) + "->" + std::to_string(89 - i / 2);
        const auto g = sharedGraph(text);
        const Bytes budget(baselinePeak(*g).count() / 2);
        const Stopwatch watch;
        const PlanPtr plan = strategy("optimal").solve({g, budget, {}, 1}, Control().withTimeLimit(1), {});
        QVERIFY(plan && plan->peak() <= budget);
        QVERIFY2(watch.seconds() < 3, qPrintable(QString::number(watch.seconds())));
    }
};

REFORWARD_TEST("optimal", OptimalTest);
#include "optimal_test.moc"
