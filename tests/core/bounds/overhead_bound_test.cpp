// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/overhead_bound.h"

#include <QTest>

#include "core/bounds/floor.h"
#include "core/plan/schedule.h"
#include "core/plan/simulator.h"
#include "tests/core/bounds/joint_graph.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double optimum(const Graph& graph, Bytes budget) {
    return optimalRecomputeTime(graph, budget).value_or(infinity);
}

}  // namespace

class OverheadBoundTest : public QObject {
    Q_OBJECT
  private slots:
    // A bound at a budget above the optimum of any budget would be a lie.
    void neverAboveTheOptimum_data() {
        QTest::addColumn<bool>("oddities");
        QTest::addColumn<bool>("joint");
        QTest::addColumn<int>("rounds");
        QTest::newRow("plain") << false << false << 3000;
        QTest::newRow("oddities") << true << false << 3000;
        QTest::newRow("joint") << false << true << 2500;
        QTest::newRow("joint, oddities") << true << true << 2500;
    }
    void neverAboveTheOptimum() {
        QFETCH(bool, oddities);
        QFETCH(bool, joint);
        QFETCH(int, rounds);
        std::mt19937 random(7);
        int proved = 0, positive = 0;
        for (int round = 0; round < rounds; ++round) {
            auto g = randomGraph(random, {7, joint ? 0.5 : 0.35, 9, 4, oddities});
            if (joint) g = unrolled(*g);
            OverheadBound bound(g);
            const Bytes peak = simulate(*g, keepAllSchedule(*g)).peak, floor = floorOf(*g).bytes;
            for (Bytes budget = peak; budget >= floor; budget -= Bytes(1 + random() % 5)) {
                const double least = optimum(*g, budget);
                const double single = bound.atLeast(budget, Control());
                if (single > least) {
                    const QString what = QString("round %1, budget %2: bound %3, optimum %4")
                                             .arg(round)
                                             .arg(budget.count())
                                             .arg(single)
                                             .arg(least);
                    QFAIL(qPrintable(what));
                }
                if (least == infinity) break;
                positive += least > 0;
                proved += least > 0 && single == least;
            }
            QCOMPARE(bound.atLeast(floor - Bytes(1), Control()), infinity);
            QCOMPARE(bound.known(floor - Bytes(1)), infinity);
        }
        qInfo("%d of %d optima above zero proved", proved, positive);
        QVERIFY(positive > 100 && proved * 6 > positive);
    }
    void handWorked_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<double>("time");
        QTest::newRow("all fits") << "a->b->c->d; a m=10 t=1; b m=6 t=5; c m=1; d m=1" << qint64(30) << 0.0;
        // When b(d) runs, the gradients of d and c and the value c take 1 + 3 + 3 of 10: of a and b one fits,
        // and a is the cheaper one to run again. At b(c) b and the gradients of c and b take 9: nor there.
        QTest::newRow("the cheaper of two")
            << "a->b->c->d; a m=3 t=1; b m=3 t=5; c m=3; d m=1" << qint64(10) << 1.0;
        // 2 + 2 + 2 of 8: one of a and b fits.
        QTest::newRow("one of two") << "a->b->c->d; * m=2; a t=3; b t=4" << qint64(8) << 3.0;
        // At b(c), which reads nothing, three gradients take 7 of 11. 4 bytes hold one value of 3, not a
        // third of the other: 7 is run again, not 5.
        QTest::newRow("whole values")
            << "a,b->c; a m=3 t=7; b m=3 t=9; c m=1 saves=; a saves=a; b saves=b" << qint64(11) << 7.0;
        // When j runs for the first time, b and j take 6 of 9: a, which k reads as well, is made twice.
        QTest::newRow("joint") << "a->b->j->k; a->k; joint; a m=4 t=9; b m=3; j m=3; k m=1" << qint64(9)
                               << 9.0;
        QTest::newRow("below the floor") << "a->b; a m=4; b m=2" << qint64(9) << infinity;
    }
    void handWorked() {
        QFETCH(QString, text);
        QFETCH(qint64, budget);
        QFETCH(double, time);
        const auto g = sharedGraph(text.toStdString());
        OverheadBound bound(g);
        QCOMPARE(bound.atLeast(Bytes(budget), Control()), time);
        QCOMPARE(bound.known(Bytes(budget)), time);
        QCOMPARE(optimum(*g, Bytes(budget)), time);
    }
    void curveNeverRises() {
        std::mt19937 random(23);
        for (int round = 0; round < 300; ++round) {
            const auto g = randomGraph(random, {9, 0.3, 9, 4, round % 2 == 1});
            OverheadBound bound(g);
            const std::int64_t peak = simulate(*g, keepAllSchedule(*g)).peak.count();
            for (int i = 0; i < 12; ++i)
                bound.atLeast(Bytes(random() % static_cast<unsigned>(peak + 2)), Control());
            const auto curve = bound.curve();
            for (std::size_t i = 0; i < curve.size(); ++i) {
                QVERIFY(curve[i].time >= 0 && curve[i].time < infinity);
                QVERIFY(i == 0 ||
                        (curve[i].budget > curve[i - 1].budget && curve[i].time <= curve[i - 1].time));
            }
            double above = infinity;
            for (std::int64_t budget = 0; budget <= peak; ++budget) {
                QVERIFY(bound.known(Bytes(budget)) <= above);
                above = bound.known(Bytes(budget));
            }
        }
    }
    void recordsFromElsewhere() {
        OverheadBound bound(sharedGraph("a->b->c->d; * m=2; a t=3; b t=4"));
        bound.record(Bytes(10), 2);
        QCOMPARE(bound.known(Bytes(10)), 2.0);
        QCOMPARE(bound.known(Bytes(9)), 2.0);
        QCOMPARE(bound.known(Bytes(11)), 0.0);
        QCOMPARE(bound.atLeast(Bytes(8), Control()), 3.0);
        QCOMPARE(bound.known(Bytes(10)), 2.0);
    }
    void improvedIsTrueToo() {
        std::mt19937 random(29);
        for (int round = 0; round < 12; ++round) {
            auto g = randomGraph(random, {7, 0.4, 9, 4, round % 2 == 1});
            if (round % 3 == 2) g = unrolled(*g);
            OverheadBound bound(g);
            const Bytes peak = simulate(*g, keepAllSchedule(*g)).peak, floor = floorOf(*g).bytes;
            const Bytes budget = floor + Bytes((peak - floor).count() / 3);
            const double single = bound.atLeast(budget, Control());
            const double improved = bound.improve(budget, Control().withTimeLimit(0.5));
            QVERIFY(improved >= single && improved <= optimum(*g, budget));
        }
    }
    void stopsAtOnce() {
        std::stop_source source;
        source.request_stop();
        OverheadBound bound(sharedGraph("a->b->c->d; * m=2; a t=3; b t=4"));
        QVERIFY(bound.improve(Bytes(8), Control(source.get_token())) <= 3);
        QCOMPARE(bound.atLeast(Bytes(8), Control()), 3.0);
    }
};

REFORWARD_TEST("overhead_bound", OverheadBoundTest);
#include "overhead_bound_test.moc"
