// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/phases.h"

#include <QTest>

#include "core/bounds/floor.h"
#include "core/bounds/interval_program.h"
#include "core/bounds/relaxation.h"
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

std::int64_t proved(const Graph& g, const std::vector<VertexId>& chain, Bytes budget) {
    const ScaledCosts costs(g);
    const Phases phases = phasesOf(g, chain);
    std::vector<std::int64_t> left;
    for (const std::int64_t taken : phases.taken) {
        if (budget.count() < taken) return -1;
        left.push_back(costs.unitsIn(budget.count() - taken));
    }
    const IntegerProgram program = intervalProgram(g, phases, costs, left);
    if (program.infeasible) return INT64_MAX;
    Relaxation relaxation(program);
    relaxation.solve({2000, 1e-3}, Control());
    return relaxation.provedTime();
}

std::vector<VertexId> candidates(const Graph& g, std::mt19937& random) {
    std::vector<VertexId> all;
    for (const VertexId v : g.order()) {
        const bool has = g.joint() ? !g.fixed(v) : g.differentiable(v);
        if (has && random() % 3 != 0) all.push_back(v);
    }
    if (!g.joint()) std::reverse(all.begin(), all.end());
    return all;
}

}  // namespace

class PhasesTest : public QObject {
    Q_OBJECT
  private slots:
    // a -> b -> c -> d, each backward reads its input. Instants: the end of the forward pass and b(c). The
    // backward of d falls before b(c), those of a and b after it; b(c) reads b itself.
    void forwardChain() {
        const Graph g = graphFromText("a->b->c->d; a m=4; b m=5; c m=6; d m=7");
        const Phases phases = phasesOf(g, {2});
        QCOMPARE(phases.count, std::size_t(2));
        QCOMPARE(phases.held[1], std::vector<ValueId>{1});
        QCOMPARE(phases.taken[1], std::int64_t(5 + 6 + 5));  // value b, gradients c and b
        QCOMPARE(phases.reads.size(), std::size_t(2));
        QCOMPARE(phases.reads[0].value, ValueId(0));
        QCOMPARE(phases.reads[0].range.first, 1U);
        QCOMPARE(phases.reads[1].value, ValueId(2));
        QCOMPARE(phases.reads[1].range.last, 0U);
    }
    void chainOnly() {
        // b and c are both consumers of a: neither backward certainly comes first.
        const Graph g = graphFromText("a->b->d; a->c->d");
        const VertexId a = *g.find("a"), b = *g.find("b"), c = *g.find("c"), d = *g.find("d");
        QCOMPARE(chainOf(g, {d, c, b, a}), (std::vector<VertexId>{d, c, a}));
        const Phases phases = phasesOf(g, {c});
        // The backward of b may fall on either side of b(c).
        for (const auto& read : phases.reads) {
            if (read.value == a) QCOMPARE(read.range.last - read.range.first, 1U);
        }
    }
    void jointChain() {
        const Graph g = graphFromText("a->b->c->d; a->d; joint; * m=2");
        const Phases phases = phasesOf(g, {1, 3});
        QCOMPARE(phases.count, std::size_t(3));
        QCOMPARE(phases.firstRun[0].last, 0U);
        QCOMPARE(phases.firstRun[1].last, 0U);
        QCOMPARE(phases.firstRun[2].first, 1U);
        QCOMPARE(phases.firstRun[2].last, 1U);
        QCOMPARE(phases.firstRun[3].first, 1U);
        auto held = phases.held[2];  // d, and its inputs a and c
        std::sort(held.begin(), held.end());
        QCOMPARE(held, (std::vector<ValueId>{0, 2, 3}));
        QCOMPARE(phases.taken[2], std::int64_t(6));
    }
    // Two instants see what one cannot: a unit chain of 7 within 5 bytes.
    void moreInstantsProveMore() {
        const Graph g = graphFromText("a->b->c->d->e->f->g");
        const Bytes budget(5);
        const auto optimum = optimalRecomputeTime(g, budget);
        QVERIFY(optimum.has_value());
        const std::int64_t one = proved(g, {}, budget), chain = proved(g, {6, 5, 4, 3, 2, 1}, budget);
        QVERIFY(chain >= one && chain > 0);
        QVERIFY(static_cast<double>(chain) <= *optimum);
    }
    void neverAboveTheOptimum_data() {
        QTest::addColumn<bool>("oddities");
        QTest::addColumn<bool>("joint");
        QTest::newRow("plain") << false << false;
        QTest::newRow("oddities") << true << false;
        QTest::newRow("joint") << false << true;
        QTest::newRow("joint, oddities") << true << true;
    }
    void neverAboveTheOptimum() {
        QFETCH(bool, oddities);
        QFETCH(bool, joint);
        std::mt19937 random(17);
        int positive = 0, exact = 0;
        for (int round = 0; round < 250; ++round) {
            auto g = randomGraph(random, {7, joint ? 0.5 : 0.35, 9, 4, oddities});
            if (joint) g = unrolled(*g);
            const double unit = ScaledCosts(*g).time(1);
            const Bytes peak = simulate(*g, keepAllSchedule(*g)).peak, floor = floorOf(*g).bytes;
            for (Bytes budget = peak; budget >= floor; budget -= Bytes(1 + random() % 7)) {
                const auto least = optimalRecomputeTime(*g, budget);
                const std::int64_t bound = proved(*g, chainOf(*g, candidates(*g, random)), budget);
                if (!least) break;
                QVERIFY2(static_cast<double>(bound) * unit <= *least,
                         qPrintable(QString("round %1, budget %2: %3 is above %4")
                                        .arg(round)
                                        .arg(budget.count())
                                        .arg(bound)
                                        .arg(*least)));
                positive += *least > 0;
                exact += *least > 0 && static_cast<double>(bound) * unit == *least;
            }
        }
        qInfo("%d of %d optima above zero proved by one chain", exact, positive);
        QVERIFY(exact > 0);
    }
};

REFORWARD_TEST("phases", PhasesTest);
#include "phases_test.moc"
