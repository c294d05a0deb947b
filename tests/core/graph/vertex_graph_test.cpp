// SPDX-License-Identifier: Apache-2.0
#include "core/graph/vertex_graph.h"

#include <QTest>
#include <functional>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

// All vertices that every path from a source to a sink passes, by walking all paths (small graphs only).
std::vector<std::uint32_t> cutsByPaths(const VertexGraph& g) {
    std::vector<std::uint32_t> on(g.size());
    std::uint32_t paths = 0;
    std::vector<std::uint32_t> path;
    const std::function<void(std::uint32_t)> walk = [&](std::uint32_t v) {
        path.push_back(v);
        if (g.successors(v).empty()) {
            ++paths;
            for (const std::uint32_t u : path)
                ++on[u];
        }
        for (const std::uint32_t w : g.successors(v))
            walk(w);
        path.pop_back();
    };
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (g.predecessors(v).empty()) walk(v);
    }
    std::vector<std::uint32_t> cuts;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (on[v] == paths) cuts.push_back(v);
    }
    return cuts;
}

bool reaches(const VertexGraph& g, std::uint32_t from, std::uint32_t to, std::uint32_t skipFrom,
             std::uint32_t skipTo) {
    std::vector<bool> seen(g.size());
    seen[from] = true;
    for (std::uint32_t v = from; v < g.size(); ++v) {
        if (!seen[v]) continue;
        for (const std::uint32_t w : g.successors(v)) {
            if (v != skipFrom || w != skipTo) seen[w] = true;
        }
    }
    return seen[to];
}

}  // namespace

class VertexGraphTest : public QObject {
    Q_OBJECT
  private slots:
    void leavesFixedVerticesOut() {
        const Graph graph =
            graphFromText("x->b; x->a->b; x fixed m=9; a m=2 t=3; b out=4,5 once; order x a b");
        const VertexGraph g(graph);
        QCOMPARE(g.size(), 2U);
        QCOMPARE(g.original(0), *graph.find("a"));
        QCOMPARE(g.number(*graph.find("x")), noIndex);
        QCOMPARE(g.predecessors(0).size(), 0U);
        QCOMPARE(g.memory(1), 9);
        QCOMPARE(g.totalMemory(), 11);
        QCOMPARE(g.totalTime(), 4.0);
        QVERIFY(g.once(1) && !g.once(0));
    }
    void cutVerticesEqualThoseOfAllPaths() {
        std::mt19937 random(2);
        for (int round = 0; round < 300; ++round) {
            const VertexGraph g(*randomGraph(random, {9, 0.4, 9, 4, false}));
            QCOMPARE(cutVertices(g), cutsByPaths(g));
        }
    }
    void redundantEdgesHaveAnotherPath() {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            const VertexGraph g(*randomGraph(random, {9, 0.5, 9, 4, false}));
            std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
            for (std::uint32_t v = 0; v < g.size(); ++v) {
                for (const std::uint32_t u : g.predecessors(v)) {
                    if (reaches(g, u, v, u, v)) expected.emplace_back(u, v);
                }
            }
            QCOMPARE(redundantEdges(g), expected);
        }
    }
};

REFORWARD_TEST("vertex_graph", VertexGraphTest);
#include "vertex_graph_test.moc"
