// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph_builder.h"

#include <QTest>
#include <limits>

#include "core/base/error.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::graphFromText;

namespace {

std::vector<std::string> orderOf(const Graph& graph) {
    std::vector<std::string> ids;
    for (const VertexId v : graph.order())
        ids.push_back(graph.id(v));
    return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

class GraphBuilderTest : public QObject {
    Q_OBJECT
  private slots:
    void fillsDefaults() {
        const Graph g = graphFromText("x->a->b; x fixed m=7; a m=3 t=4 w=5");
        QCOMPARE(g.vertexCount(), 3U);
        QCOMPARE(g.plannedCount(), 2U);
        QCOMPARE(g.edgeCount(), 1U);
        const VertexId a = *g.find("a"), x = *g.find("x");
        QCOMPARE(g.backwardTime(a), 8.0);
        QCOMPARE(g.backwardWorkspace(a), Bytes(5));
        QCOMPARE(g.name(a), std::string("a"));
        QVERIFY(g.recomputable(a) && g.differentiable(a) && !g.fixed(a));
        QVERIFY(g.fixed(x) && !g.differentiable(x) && !g.hasGradient(g.firstOutput(x)));
        // Absent saves are all inputs.
        QCOMPARE(g.saves(a).size(), 1U);
        QCOMPARE(g.producer(g.saves(a)[0]), x);
        QCOMPARE(g.forwardTime(), 5.0);
        QCOMPARE(g.backwardTime(), 10.0);
        QCOMPARE(g.valueBytes(), Bytes(4));
        QCOMPARE(g.fixedBytes(), Bytes(7));
        QVERIFY(!g.find("c"));
    }
    void severalOutputs() {
        const Graph g = graphFromText("p:1->q; p:0->r; p out=4,8!; q saves=p:1");
        const VertexId p = *g.find("p"), q = *g.find("q");
        QCOMPARE(g.outputBytes(p), Bytes(12));
        QCOMPARE(g.outputCount(p), 2U);
        QVERIFY(g.hasGradient(g.firstOutput(p)) && !g.hasGradient(g.firstOutput(p) + 1));
        QCOMPARE(g.inputs(q).size(), 1U);
        QCOMPARE(g.outputIndex(g.inputs(q)[0]), 1U);
        QCOMPARE(g.consumers(g.firstOutput(p) + 1).size(), 1U);
    }
    void equalEdgesAreOneInput() {
        const Graph g = graphFromText("a->b; a->b; a:1->b; a out=1,1");
        QCOMPARE(g.inputs(*g.find("b")).size(), 2U);
        QCOMPARE(g.edgeCount(), 1U);
    }
    void orderIsKahnFirstInTheFileFirst() {
        // d is ready from the start but stands last; b stands before c.
        QCOMPARE(orderOf(graphFromText("a->b; a->c; c->b; d->b")), (Ids{"a", "c", "d", "b"}));
        QVERIFY(!graphFromText("a->b; order a b").orderGiven());
        const Graph g = graphFromText("a->b; c->d; order c a d b");
        QCOMPARE(orderOf(g), (Ids{"c", "a", "d", "b"}));
        QVERIFY(g.orderGiven());
        QCOMPARE(g.position(*g.find("d")), 2U);
    }
    void modulesSplitAtSlashAndDot() {
        const Graph g = graphFromText("a->b; a module=/layer1/layer1.0/conv1/; b module=x");
        QCOMPARE(g.module(*g.find("a")), std::string("layer1/layer1/0/conv1"));
        QCOMPARE(g.module(*g.find("b")), std::string("x"));
    }
    void jointGraphsHaveNoGradients() {
        const Graph g = graphFromText("a->b->c; c backward");
        QVERIFY(g.joint());
        QVERIFY(!g.differentiable(*g.find("a")) && !g.hasGradient(0));
        QCOMPARE(g.backwardTime(), 0.0);
    }
    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("reason");
        QTest::newRow("empty") << ""
                               << ""
                               << "empty";
        QTest::newRow("cycle") << "a->b->c->b"
                               << "b"
                               << "cycle";
        QTest::newRow("self loop") << "a->b; b->b"
                                   << "b"
                                   << "cycle";
        QTest::newRow("negative bytes") << "a->b; b m=-1"
                                        << "b"
                                        << "negative";
        QTest::newRow("negative workspace") << "a->b; b w=-1"
                                            << "b"
                                            << "workspace is negative";
        QTest::newRow("negative time") << "a->b; b t=-1"
                                       << "b"
                                       << "time is negative";
        QTest::newRow("not a number") << "a->b; b t=nan"
                                      << "b"
                                      << "finite";
        QTest::newRow("infinite") << "a->b; b bt=inf"
                                  << "b"
                                  << "backward_time";
        QTest::newRow("overflow of one") << "a->b; b m=9223372036854775807"
                                         << "b"
                                         << "2^61";
        QTest::newRow("overflow of the sum") << "a->b; a m=600000000000000000; b m=600000000000000000"
                                             << "b"
                                             << "2^61";
        QTest::newRow("saves neither") << "a->b->c; c saves=a"
                                       << "c"
                                       << "neither its input nor its output";
        QTest::newRow("saves nobody") << "a->b; b saves=z"
                                      << "b"
                                      << "no vertex";
        QTest::newRow("saves no such output") << "a->b; b saves=a:3"
                                              << "b"
                                              << "does not have";
        QTest::newRow("no such output") << "a:2->b"
                                        << "b"
                                        << "output 2";
        QTest::newRow("fixed with input") << "a->b; b fixed"
                                          << "b"
                                          << "fixed";
        QTest::newRow("order not topological") << "a->b; order b a"
                                               << "b"
                                               << "before its input";
        QTest::newRow("order misses one") << "a->b; order a"
                                          << "b"
                                          << "leaves it out";
        QTest::newRow("order twice") << "a->b; order a a b"
                                     << "a"
                                     << "twice";
        QTest::newRow("order names nobody") << "a->b; order a b z"
                                            << "z"
                                            << "no vertex";
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, node);
        QFETCH(QString, reason);
        try {
            graphFromText(text.toStdString());
            QFAIL("it was accepted");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::input);
            QCOMPARE(QString::fromStdString(e.context().node), node);
            QVERIFY2(QString::fromStdString(e.context().reason).contains(reason), e.what());
        }
    }
    void idsAreUnique() {
        GraphBuilder builder;
        VertexSpec spec;
        spec.id = "a";
        builder.addVertex(spec);
        QVERIFY_THROWS_EXCEPTION(Error, builder.addVertex(spec));
    }
    void rebuildIsTheSameGraph() {
        const Graph g = graphFromText(
            "x->a->b:0->c; b:1->c; x fixed m=3; a t=2 bt=7 w=1 bw=9 saves= op=Conv module=m/n; b out=4,5! "
            "once; c nograd; order x a b c");
        const Graph h = rebuild(g).build();
        for (VertexId v = 0; v < g.vertexCount(); ++v) {
            QCOMPARE(h.id(v), g.id(v));
            QCOMPARE(h.backwardTime(v), g.backwardTime(v));
            QCOMPARE(h.backwardWorkspace(v), g.backwardWorkspace(v));
            QCOMPARE(h.saves(v).size(), g.saves(v).size());
            QCOMPARE(h.inputs(v).size(), g.inputs(v).size());
            QCOMPARE(h.recomputable(v), g.recomputable(v));
            QCOMPARE(h.module(v), g.module(v));
        }
    }
    void aDeepChainIsNoProblem() {
        GraphBuilder builder;
        constexpr int length = 100'000;
        for (int i = 0; i < length; ++i) {
            VertexSpec spec;
            spec.id = std::to_string(i);
            builder.addVertex(std::move(spec));
            if (i > 0) builder.addEdge(static_cast<VertexId>(i - 1), 0, static_cast<VertexId>(i));
        }
        builder.addEdge(length - 1, 0, 0);
        try {
            std::move(builder).build();
            QFAIL("a cycle was accepted");
        } catch (const Error& e) {
            QVERIFY(e.context().reason.find("cycle") != std::string::npos);
        }
    }
};

REFORWARD_TEST("graph_builder", GraphBuilderTest);
#include "graph_builder_test.moc"
