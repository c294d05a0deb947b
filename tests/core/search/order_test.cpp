// SPDX-License-Identifier: Apache-2.0
#include "core/search/order.h"

#include <QTest>
#include <random>

#include "core/base/error.h"
#include "core/graph/fingerprint.h"
#include "core/plan/plan.h"
#include "core/search/first_orders.h"
#include "core/search/order_memory.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

// Throws where the order is not topological or not of all vertices.
Bytes peakIn(const Graph& graph, std::span<const VertexId> order) {
    return baselinePeak(withOrder(graph, order));
}

// The least baseline peak over all topological orders, one after the other.
Bytes leastPeak(const Graph& graph) {
    Bytes least = Bytes::max();
    std::vector<VertexId> order;
    std::vector<bool> stands(graph.vertexCount());
    const std::function<void()> extend = [&] {
        if (order.size() == graph.vertexCount()) least = std::min(least, peakIn(graph, order));
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            const auto inputs = graph.inputs(v);
            if (stands[v] || !std::all_of(inputs.begin(), inputs.end(),
                                          [&](ValueId x) { return stands[graph.producer(x)]; })) {
                continue;
            }
            stands[v] = true;
            order.push_back(v);
            extend();
            order.pop_back();
            stands[v] = false;
        }
    };
    extend();
    return least;
}

std::shared_ptr<const Graph> randomJoint(std::mt19937& random, int most, double edgeShare) {
    RandomGraph kind;
    kind.most = most;
    kind.edgeShare = edgeShare;
    kind.oddities = true;
    GraphBuilder builder = rebuild(*randomGraph(random, kind));
    builder.setJoint(true);
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace

class OrderTest : public QObject {
    Q_OBJECT
  private slots:
    void oneBranchAfterTheOther() {
        // a c b d e: a, c and b live together, 21. a b c d e: b, c and d, 12, and no order needs less, since
        // whichever big value comes second lives with its own reader's result and the other's.
        const Graph g =
            graphFromText("joint; a->b; c->d; b,d->e; a m=10; b m=1; c m=10; d m=1; e m=1; order a c b d e");
        QCOMPARE(baselinePeak(g).count(), std::int64_t(21));
        QCOMPARE(peakIn(g, searchOrder(g, 1, Control())).count(), std::int64_t(12));
    }

    void fixedVerticesAndAllOthers() {
        const Graph g = graphFromText("joint; p->a; q->a->b; p fixed m=5; q fixed m=7");
        QCOMPARE(searchOrder(g, 1, Control()).size(), std::size_t(4));
        QCOMPARE(peakIn(g, searchOrder(g, 1, Control())).count(), std::int64_t(14));
        const Graph none = graphFromText("joint; p fixed m=5");
        QCOMPARE(searchOrder(none, 1, Control()).size(), std::size_t(1));
    }

    void forwardGraphsKeepTheirs() {
        const Graph g = graphFromText("a->b; c->d; b,d->e; order a c b d e");
        const auto order = searchOrder(g, 1, Control());
        QVERIFY(std::equal(order.begin(), order.end(), g.order().begin(), g.order().end()));
    }

    void againstAllOrders() {
        std::mt19937 random(7);
        int graphs = 0, least = 0;
        for (int i = 0; i < 150; ++i) {
            const auto g = randomJoint(random, 7, 0.3);
            const Bytes found = peakIn(*g, searchOrder(*g, 1, Control()));
            const Bytes truth = leastPeak(*g);
            QVERIFY(found >= truth);
            QVERIFY(found <= baselinePeak(*g));
            ++graphs;
            least += found == truth;
        }
        QVERIFY2(least >= graphs * 98 / 100, qPrintable(QString::number(least)));
    }

    void seedAndStop() {
        std::mt19937 random(3);
        const auto g = randomJoint(random, 60, 0.08);
        QCOMPARE(searchOrder(*g, 5, Control()), searchOrder(*g, 5, Control()));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(peakIn(*g, searchOrder(*g, 5, Control(stop.get_token()))) <= baselinePeak(*g));
    }

    void fingerprintStays() {
        std::mt19937 random(11);
        for (int i = 0; i < 50; ++i) {
            const auto g = randomJoint(random, 12, 0.3);
            const Graph other = withOrder(*g, searchOrder(*g, 1, Control()));
            QCOMPARE(fingerprint(other), fingerprint(*g));
        }
        const Graph g = graphFromText("joint; a->b");
        const std::vector<VertexId> wrong{1, 0};
        QVERIFY_THROWS_EXCEPTION(Error, withOrder(g, wrong));
    }

    // Each change of a part against counting the whole order anew.
    void partsAgainstTheWhole() {
        std::mt19937 random(5);
        for (int i = 0; i < 200; ++i) {
            const auto g = randomJoint(random, 12, 0.25);
            const ReadGraph reads(*g);
            if (reads.size() < 2) continue;
            SearchRandom noise(static_cast<std::uint64_t>(i));
            OrderMemory memory(reads, depthFirstOrder(reads, DepthFirst::mostMemory));
            const std::vector<std::uint32_t> other = greedyOrder(reads, 0.5, noise);
            memory.setLimit(6);
            const double before = memory.excess();
            const double change = memory.tryPart(0, other);
            OrderMemory anew(reads, other);
            anew.setLimit(6);
            QCOMPARE(before + change, anew.excess());
            memory.accept();
            QCOMPARE(memory.peak(), anew.peak());
            std::int64_t fixed = g->fixedBytes().count();
            std::vector<VertexId> order;
            for (VertexId v = 0; v < g->vertexCount(); ++v) {
                if (g->fixed(v)) order.push_back(v);
            }
            for (const std::uint32_t w : other)
                order.push_back(reads.vertex(w));
            QCOMPARE(memory.peak() + fixed, peakIn(*g, order).count());
        }
    }

    void longChain() {
        GraphBuilder builder;
        builder.setJoint(true);
        for (VertexId v = 0; v < 100'000; ++v) {
            VertexSpec spec;
            spec.id = std::to_string(v);
            spec.outputs = {{"", 1, true}};
            builder.addVertex(std::move(spec));
            if (v > 0) builder.addEdge(v - 1, 0, v);
        }
        const Graph g = std::move(builder).build();
        QCOMPARE(searchOrder(g, 1, Control()).size(), g.vertexCount());
    }
};

REFORWARD_TEST("order", OrderTest);
#include "order_test.moc"
