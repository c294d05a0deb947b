// SPDX-License-Identifier: Apache-2.0
#include "core/graph/module_tree.h"

#include <QTest>
#include <algorithm>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

/// "a x{b c} y{d z{e f}}": the tree in its order.
QString textOf(const Graph& graph, const ModuleTree& tree, std::uint32_t m = ModuleTree::root) {
    QStringList parts;
    for (const ModuleTree::Item& item : tree.items(m)) {
        if (item.module == noIndex) {
            parts += QString::fromStdString(graph.id(item.vertex));
        } else {
            parts += QString::fromStdString(tree.module(item.module).name) + '{' +
                     textOf(graph, tree, item.module) + '}';
        }
    }
    return parts.join(' ');
}

QString treeOf(const std::string& text) {
    const Graph graph = graphFromText(text);
    return textOf(graph, ModuleTree(graph));
}

/// What every tree must be: each vertex once, modules intervals within each other, no edge backwards.
QString fault(const Graph& graph, const ModuleTree& tree) {
    std::vector<std::uint32_t> place(graph.vertexCount(), noIndex);
    for (std::uint32_t i = 0; i < tree.order().size(); ++i) {
        const VertexId v = tree.order()[i];
        if (place[v] != noIndex) return "a vertex is there twice";
        if (graph.fixed(v)) return "a fixed vertex is there";
        place[v] = i;
    }
    if (tree.order().size() != graph.plannedCount()) return "a vertex is missing";
    for (const VertexId v : tree.order()) {
        for (const ValueId x : graph.inputs(v)) {
            const VertexId u = graph.producer(x);
            if (!graph.fixed(u) && place[u] >= place[v]) return "an edge leads backwards";
        }
    }
    for (std::uint32_t m = 0; m < tree.size(); ++m) {
        const auto& module = tree.module(m);
        const auto& outer = tree.module(module.parent);
        if (module.first < outer.first || module.last > outer.last) return "a module sticks out";
        if (m > 0 && module.last - module.first < 2) return "a module of one vertex";
        if (m > 0 && module.level != outer.level + 1) return "a level is skipped";
        const auto items = tree.items(m);
        if (m > 0 && items.size() == 1) return "a module of one module";
        for (const VertexId v : tree.vertices(m)) {
            if (!(graph.module(v) + '/').starts_with(module.path.empty() ? "" : module.path + '/'))
                return "a vertex is in a foreign module";
        }
    }
    return {};
}

}  // namespace

class ModuleTreeTest : public QObject {
    Q_OBJECT

  private slots:
    void followsThePaths() {
        QCOMPARE(treeOf("a->b->c->d->e; a module=x; b module=x; c module=y; d module=y/z; e module=y/z"),
                 QStringLiteral("x{a b} y{c z{d e}}"));
    }
    void oneVertexIsNoModule() {
        QCOMPARE(treeOf("a->b->c; a module=x; b module=y; c module=y/z"), QStringLiteral("a y{b c}"));
    }
    void levelsWithOneModuleInsideAreMerged() {
        QCOMPARE(treeOf("a->b->c->d; a module=m/n/x; b module=m/n/x; c module=m/n/y; d module=m/n/y"),
                 QStringLiteral("m/n{x{a b} y{c d}}"));
    }
    void aModuleThatTheOrderInterruptsStaysWhole() {
        // a, b and c of x are apart in the file, but nothing leads out of x and back.
        QCOMPARE(treeOf("a->b->c; p->q; a module=x; b module=x; c module=x; order a p b q c"),
                 QStringLiteral("x{a b c} p q"));
    }
    void aModuleWithAWayOutAndBackIsSplit() {
        // From x through p and back into x.
        QCOMPARE(treeOf("a->b->p->c->d; a module=x; b module=x; c module=x; d module=x"),
                 QStringLiteral("x (1){a b} p x (2){c d}"));
        // Two modules that lead into each other: as few parts as possible, though the file alternates.
        QCOMPARE(treeOf("a->b; c->d; b->c; a2->b2; a module=x; a2 module=x; b module=y; b2 module=y; "
                        "c module=x; d module=x; order a b c d a2 b2"),
                 QStringLiteral("x (1){a a2} y{b b2} x (2){c d}"));
    }
    void fixedVerticesAreLeftOut() {
        QCOMPARE(treeOf("i->a->b; i fixed; i module=x; a module=x; b module=x"), QStringLiteral("x{a b}"));
    }
    void hostilePathsStayCheap() {
        std::string deep = "m";
        for (int i = 0; i < 20000; ++i)
            deep += "/m";
        const Graph graph =
            graphFromText("a->b->c; a module=" + deep + "; b module=" + deep + "/x; c module=m");
        const ModuleTree tree(graph);
        QVERIFY2(fault(graph, tree).isEmpty(), qPrintable(fault(graph, tree)));
        QVERIFY(tree.levels() <= ModuleTree::mostLevels);
    }
    void randomGraphsWithRandomModules() {
        std::mt19937 random(11);
        for (int round = 0; round < 400; ++round) {
            RandomGraph kind;
            kind.most = 40;
            kind.edgeShare = round % 4 == 0 ? 0.02 : 0.12;
            kind.oddities = round % 3 == 0;
            const auto plain = randomGraph(random, kind);
            GraphBuilder builder;
            for (VertexId v = 0; v < plain->vertexCount(); ++v) {
                VertexSpec spec;
                spec.id = plain->id(v);
                spec.fixed = plain->fixed(v);
                for (std::uint32_t depth = random() % 4; depth > 0; --depth)
                    spec.module += std::string(spec.module.empty() ? "" : "/") + char('a' + random() % 3);
                builder.addVertex(std::move(spec));
                for (const ValueId x : plain->inputs(v))
                    builder.addEdge(plain->producer(x), 0, v);
            }
            const Graph graph = std::move(builder).build();
            const ModuleTree tree(graph);
            const QString wrong = fault(graph, tree);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString("round %1: %2").arg(round).arg(wrong)));
        }
    }
};

REFORWARD_TEST("module_tree", ModuleTreeTest);
#include "module_tree_test.moc"
