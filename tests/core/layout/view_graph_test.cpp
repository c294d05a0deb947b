// SPDX-License-Identifier: Apache-2.0
#include "core/layout/view_graph.h"

#include <QTest>
#include <algorithm>

#include "core/graph/graph_builder.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

/// "a x(3) b": the nodes, collapsed modules with the number of their vertices.
QString nodesOf(const Graph& graph, const ModuleTree& tree, const ViewGraph& view) {
    QStringList parts;
    for (const ModuleTree::Item& node : view.nodes) {
        parts += node.module == noIndex ? QString::fromStdString(graph.id(node.vertex))
                                        : QString("%1(%2)")
                                              .arg(QString::fromStdString(tree.module(node.module).name))
                                              .arg(tree.vertices(node.module).size());
    }
    return parts.join(' ');
}

/// Blocks "net/0", "net/1" ... of `size` vertices each, one chain; `side` vertices without module before it.
Graph blocks(int count, int size, int side) {
    GraphBuilder builder;
    std::optional<VertexId> last;
    const auto add = [&](const std::string& id, const std::string& module) {
        VertexSpec spec;
        spec.id = id;
        spec.module = module;
        const VertexId v = builder.addVertex(std::move(spec));
        if (last) builder.addEdge(*last, 0, v);
        last = v;
    };
    for (int i = 0; i < side; ++i)
        add("s" + std::to_string(i), "");
    for (int b = 0; b < count; ++b) {
        for (int i = 0; i < size; ++i)
            add("b" + std::to_string(b) + "_" + std::to_string(i), "net/" + std::to_string(b));
    }
    return std::move(builder).build();
}

/// No path leads from a node back to it: nodes are taken as long as one has all its readers' sources taken.
bool acyclic(const ViewGraph& view) {
    std::vector<std::uint32_t> open(view.nodes.size());
    for (const auto& edge : view.edges)
        ++open[edge.to];
    std::vector<std::uint32_t> ready;
    for (std::uint32_t n = 0; n < open.size(); ++n) {
        if (open[n] == 0) ready.push_back(n);
    }
    std::size_t taken = 0;
    while (!ready.empty()) {
        const std::uint32_t n = ready.back();
        ready.pop_back();
        ++taken;
        for (const auto& edge : view.edges) {
            if (edge.from == n && --open[edge.to] == 0) ready.push_back(edge.to);
        }
    }
    return taken == open.size();
}

}  // namespace

class ViewGraphTest : public QObject {
    Q_OBJECT

  private slots:
    void collapsedModulesHaveTheEdgesOfTheirVertices() {
        const Graph graph = graphFromText(
            "i->a->b->c->d->e; a->c; b->d; a->d; i fixed; b module=x; c module=x; d module=y; e module=y");
        const ModuleTree tree(graph);
        const ViewGraph view = makeViewGraph(graph, tree, collapsedTo(tree, 1));
        QCOMPARE(nodesOf(graph, tree, view), QStringLiteral("a x(2) y(2)"));
        QCOMPARE(view.edges.size(), std::size_t{3});
        // a feeds b and c of x; a feeds d; b and c feed d.
        QCOMPARE(view.edges[0].values, 2U);
        QCOMPARE((std::pair{view.edges[1].from, view.edges[1].values}), (std::pair{0U, 1U}));
        QCOMPARE((std::pair{view.edges[2].from, view.edges[2].values}), (std::pair{1U, 2U}));
        QVERIFY(view.frames.empty());
        QCOMPARE(view.nodeOfVertex, (std::vector<std::uint32_t>{noIndex, 0, 1, 1, 2, 2}));
    }

    void expandedModulesAreFramedButTheTrunkIsNot() {
        const Graph graph = blocks(10, 13, 3);
        const ModuleTree tree(graph);
        QCOMPARE(nodesOf(graph, tree, makeViewGraph(graph, tree, collapsedTo(tree, 1))),
                 QStringLiteral("s0 s1 s2 net(130)"));
        const ViewGraph trunk = makeViewGraph(graph, tree, collapsedTo(tree, 2));
        QCOMPARE(trunk.nodes.size(), std::size_t{13});
        QVERIFY(trunk.frames.empty());
        Expansion one = collapsedTo(tree, 2);
        one.expanded[tree.moduleOf(*graph.find("b4_0"))] = true;
        const ViewGraph framed = makeViewGraph(graph, tree, one);
        QCOMPARE(framed.nodes.size(), std::size_t{25});
        QCOMPARE(framed.frames.size(), std::size_t{1});
        QCOMPARE(std::ranges::count(framed.frameOfNode, 0U), std::ptrdiff_t{13});
    }

    void opensWithAReadableNumberOfBoxes() {
        const auto first = [](const Graph& graph) {
            const ModuleTree tree(graph);
            return makeViewGraph(graph, tree, firstExpansion(tree)).nodes.size();
        };
        QCOMPARE(first(blocks(5, 20, 3)), std::size_t{103});  // small: as it is
        QCOMPARE(first(blocks(12, 25, 5)), std::size_t{17});  // blocks alike stay alike
        QCOMPARE(first(blocks(30, 40, 5)), std::size_t{35});
        QCOMPARE(first(blocks(500, 3, 1)), std::size_t{2});    // 500 would be too many
        QCOMPARE(first(blocks(0, 0, 400)), std::size_t{400});  // without modules
    }

    void everyVertexOnceAndNoCycles() {
        std::mt19937 random(5);
        for (int round = 0; round < 300; ++round) {
            RandomGraph kind;
            kind.most = 30;
            kind.edgeShare = 0.1;
            const auto plain = randomGraph(random, kind);
            GraphBuilder builder = rebuild(*plain);
            for (VertexId v = 0; v < plain->vertexCount(); ++v) {
                for (std::uint32_t depth = random() % 4; depth > 0; --depth)
                    builder.spec(v).module += std::string("/") + char('a' + random() % 3);
            }
            const Graph graph = std::move(builder).build();
            const ModuleTree tree(graph);
            Expansion expansion = collapsedTo(tree, 1);
            for (std::uint32_t m = 0; m < tree.size(); ++m)
                expansion.expanded[m] = random() % 2 == 0;
            const ViewGraph view = makeViewGraph(graph, tree, expansion);
            std::size_t seen = 0;
            for (const auto& node : view.nodes)
                seen += node.module == noIndex ? 1 : tree.vertices(node.module).size();
            QCOMPARE(seen, graph.plannedCount());
            for (std::uint32_t n = 0; n < view.nodes.size(); ++n) {
                if (view.nodes[n].module == noIndex) QCOMPARE(view.nodeOfVertex[view.nodes[n].vertex], n);
            }
            std::size_t values = 0;
            for (const auto& edge : view.edges)
                values += edge.values;
            std::size_t expected = 0;
            for (VertexId v = 0; v < graph.vertexCount(); ++v) {
                for (const ValueId x : graph.inputs(v))
                    expected += view.nodeOfVertex[graph.producer(x)] != view.nodeOfVertex[v] ? 1 : 0;
            }
            QCOMPARE(values, expected);
            QVERIFY(acyclic(view));
        }
    }

    void whatSurroundsAModuleCanBeOpened() {
        const Graph graph = blocks(10, 13, 3);
        const ModuleTree tree(graph);
        const std::uint32_t block = tree.moduleOf(*graph.find("b4_0"));
        const Expansion shown = withVisible(tree, collapsedTo(tree, 1), block);
        QVERIFY(shown.isExpanded(tree.module(block).parent));
        QVERIFY(!shown.isExpanded(block));
    }
};

REFORWARD_TEST("view_graph", ViewGraphTest);
#include "view_graph_test.moc"
