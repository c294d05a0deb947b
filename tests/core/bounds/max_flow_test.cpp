// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/max_flow.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

using namespace reforward;

namespace {

struct Edge {
    unsigned from, to;
    std::int64_t capacity;
};

// The least capacity over all cuts: every set of nodes with the source (0) and without the sink (1).
std::int64_t leastCut(unsigned nodes, const std::vector<Edge>& edges) {
    std::int64_t least = INT64_MAX;
    for (unsigned set = 0; set < (1U << nodes); ++set) {
        if (!(set & 1) || (set & 2)) continue;
        std::int64_t cut = 0;
        for (const Edge& e : edges) {
            if ((set >> e.from & 1) && !(set >> e.to & 1)) cut += e.capacity;
        }
        least = std::min(least, cut);
    }
    return least;
}

std::int64_t cutOf(const MaxFlow& flow, const std::vector<Edge>& edges) {
    std::int64_t cut = 0;
    for (const Edge& e : edges) {
        if (flow.onSourceSide(e.from) && !flow.onSourceSide(e.to)) cut += e.capacity;
    }
    return cut;
}

}  // namespace

class MaxFlowTest : public QObject {
    Q_OBJECT
  private slots:
    void handWorked() {
        // Ford and Fulkerson's crossing: 0 -> 2 (3), 0 -> 3 (2), 2 -> 3 (5), 2 -> 1 (2), 3 -> 1 (3).
        MaxFlow flow(4);
        flow.addEdge(0, 2, 3);
        flow.addEdge(0, 3, 2);
        flow.addEdge(2, 3, 5);
        flow.addEdge(2, 1, 2);
        flow.addEdge(3, 1, 3);
        QCOMPARE(flow.run(0, 1), std::int64_t(5));
    }
    void equalsTheLeastCut() {
        std::mt19937 random(1);
        for (int round = 0; round < 3000; ++round) {
            const unsigned nodes = 2 + random() % 7;
            std::vector<Edge> edges(random() % 16);
            MaxFlow flow(nodes);
            for (Edge& e : edges) {
                e = {static_cast<unsigned>(random() % nodes), static_cast<unsigned>(random() % nodes),
                     static_cast<std::int64_t>(random() % 10)};
                flow.addEdge(e.from, e.to, e.capacity);
            }
            QCOMPARE(flow.run(0, 1), leastCut(nodes, edges));
            QVERIFY(flow.onSourceSide(0) && !flow.onSourceSide(1));
            QCOMPARE(cutOf(flow, edges), leastCut(nodes, edges));
            // Other capacities in the same network.
            for (unsigned i = 0; i < edges.size(); ++i) {
                edges[i].capacity = static_cast<std::int64_t>(random() % 1000);
                flow.setCapacity(i, edges[i].capacity);
            }
            QCOMPARE(flow.run(0, 1), leastCut(nodes, edges));
            QCOMPARE(cutOf(flow, edges), leastCut(nodes, edges));
        }
    }
    void deepAndLarge() {
        // A path of 200,000 nodes with capacities near the limit; the least is in the middle.
        const unsigned nodes = 200'000;
        MaxFlow flow(nodes);
        const std::int64_t large = MaxFlow::infinite / 2;
        for (unsigned v = 0; v + 1 < nodes; ++v)
            flow.addEdge(v, v + 1, v == nodes / 2 ? large : v % 2 == 0 ? MaxFlow::infinite : large + 1);
        QCOMPARE(flow.run(0, nodes - 1), large);
        QVERIFY(flow.onSourceSide(nodes / 2) && !flow.onSourceSide(nodes / 2 + 1));
    }
};

REFORWARD_TEST("max_flow", MaxFlowTest);
#include "max_flow_test.moc"
