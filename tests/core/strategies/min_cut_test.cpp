// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/min_cut.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

// The least bytes of a set of vertices from which light ones can make all that backward reads, over all sets.
std::int64_t leastBytes(const Graph& graph, const std::vector<bool>& heavy) {
    const std::size_t n = graph.vertexCount();
    std::int64_t least = INT64_MAX;
    for (unsigned held = 0; held < 1U << n; ++held) {
        std::vector<bool> there(n);
        std::int64_t bytes = 0;
        for (const VertexId v : graph.order()) {
            if (held >> v & 1) bytes += graph.outputBytes(v).count();
            const auto inputs = graph.inputs(v);
            there[v] = (held >> v & 1) ||
                       (!heavy[v] && std::all_of(inputs.begin(), inputs.end(),
                                                 [&](ValueId x) { return there[graph.producer(x)]; }));
        }
        bool enough = true;
        for (VertexId v = 0; v < n; ++v) {
            for (const ValueId x : graph.saves(v))
                enough = enough && there[graph.producer(x)];
        }
        if (enough) least = std::min(least, bytes);
    }
    return least;
}

}  // namespace

class MinCutTest : public QObject {
    Q_OBJECT
  private slots:
    void heavyOperators() {
        const auto g = sharedGraph(
            "a->b->c->d->e->f; a op=Conv; b op=BatchNormalization; c op=Convolution2DFunction; d op=Relu "
            "once; "
            "e op=MatMul; f op=Concat");
        QCOMPARE(heavyVertices(*g), (std::vector<bool>{true, false, true, true, true, false}));
        // Without operators: what takes longer than the average of 2.
        QCOMPARE(heavyVertices(*sharedGraph("a->b->c; a t=3; c t=2")),
                 (std::vector<bool>{true, false, false}));
    }
    void holdsWhatLightOnesAreMadeFrom() {
        // Batch normalization and ReLU run again from the convolution's output.
        const auto g = sharedGraph("c->n->r->d; c op=Conv; n op=BN; r op=Relu; d op=Conv");
        QCOMPARE(leastHeld(*g, heavyVertices(*g)), (std::vector<bool>{true, false, false, false}));
        // Only b's backward reads anything, a; a is smaller than the h it is made from.
        const auto small =
            sharedGraph("h->a->b; h op=Conv m=5 saves=; a op=Relu saves=; b op=Relu m=3 saves=a");
        QCOMPARE(leastHeld(*small, heavyVertices(*small)), (std::vector<bool>{false, true, false}));
    }
    void theCutIsTheLeast() {
        std::mt19937 random(71);
        for (int round = 0; round < 300; ++round) {
            const auto g = randomGraph(random, {9, 0.35, 9, 4, false});
            std::vector<bool> heavy(g->vertexCount());
            for (std::size_t v = 0; v < heavy.size(); ++v)
                heavy[v] = random() % 3 == 0;
            const std::vector<bool> held = leastHeld(*g, heavy);
            std::int64_t bytes = 0;
            for (VertexId v = 0; v < g->vertexCount(); ++v)
                bytes += held[v] ? g->outputBytes(v).count() : 0;
            QCOMPARE(bytes, leastBytes(*g, heavy));
        }
    }
    void heavyOnesRunAgainOnlyWhenAllowed() {
        const auto g = sharedGraph(
            "a->b->c->d->e->f->g->h; a op=Conv; b op=BN; c op=Relu; d op=Conv; e op=BN; f op=Relu; g "
            "op=Conv; "
            "h op=Loss; * m=10; a t=10; d t=10; g t=10");
        const Strategy& minCut = strategy("min-cut");
        Problem problem{g, Bytes::max(), {}, 1};
        bool again = false;
        for (const PlanPtr& plan : minCut.sweep(problem, Control(), {}))
            again = again || plan->predicted.runs[3] > 1;
        QVERIFY(again);
        addOption(minCut.info(), problem.options, "recompute-heavy=false");
        const auto plans = minCut.sweep(problem, Control(), {});
        QVERIFY(!plans.empty());
        for (const PlanPtr& plan : plans) {
            for (const VertexId v : {0, 3, 6})
                QCOMPARE(plan->predicted.runs[v], 1U);
            QVERIFY(plan->recomputeTime() > 0);
        }
    }
    void tighterRatiosCostMoreAndHoldLess() {
        std::string text = "0";
        for (int i = 1; i < 60; ++i)
            text += "->" + std::to_string(i);
        for (int i = 0; i < 60; ++i)
            text += "; " + std::to_string(i) + (i % 3 == 0 ? " op=Conv m=20 t=10" : " op=Relu m=20");
        const auto plans = strategy("min-cut").sweep({sharedGraph(text), Bytes::max(), {}, 1}, Control(), {});
        QVERIFY(plans.size() > 5);
        for (std::size_t i = 1; i < plans.size(); ++i) {
            QVERIFY(plans[i]->peak() < plans[i - 1]->peak());
            QVERIFY(plans[i]->recomputeTime() > plans[i - 1]->recomputeTime());
        }
    }
};

REFORWARD_TEST("min_cut", MinCutTest);
#include "min_cut_test.moc"
