// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/overhead_bound.h"

#include <QTest>

#include "core/bounds/floor.h"
#include "core/plan/schedule.h"
#include "core/plan/simulator.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The forward graph with its backward as explicit vertices: b(v) reads what v saves and what the b of v's
// consumers made.
std::shared_ptr<const Graph> unrolled(const Graph& graph) {
    GraphBuilder builder = rebuild(graph);
    builder.setJoint(true);
    std::vector<std::string> order;
    for (const VertexId v : graph.order())
        order.push_back(graph.id(v));
    std::vector<VertexId> backwardOf(graph.vertexCount(), noIndex);
    for (std::size_t p = graph.vertexCount(); p-- > 0;) {
        const VertexId v = graph.order()[p];
        if (!graph.differentiable(v)) continue;
        VertexSpec spec;
        spec.id = "b" + graph.id(v);
        order.push_back(spec.id);
        spec.outputs = {{"", graph.bytes(graph.firstOutput(v)).count(), true}};
        spec.time = 2 * graph.time(v);
        spec.backward = true;
        backwardOf[v] = builder.addVertex(std::move(spec));
        for (const ValueId x : graph.saves(v))
            builder.addEdge(graph.producer(x), graph.outputIndex(x), backwardOf[v]);
        for (const VertexId c : graph.consumers(graph.firstOutput(v))) {
            if (backwardOf[c] != noIndex) builder.addEdge(backwardOf[c], 0, backwardOf[v]);
        }
    }
    builder.setOrder(std::move(order));
    return std::make_shared<const Graph>(std::move(builder).build());
}

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
};

REFORWARD_TEST("overhead_bound", OverheadBoundTest);
#include "overhead_bound_test.moc"
