// SPDX-License-Identifier: Apache-2.0
#include "core/search/model_blocks.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"
#include "tests/support/transformer.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::optional<EqualBlocks> blocksOf(const Graph& graph, const Pins& pins = {}) {
    return equalBlocks(RecomputeModel(graph, pins));
}

// "0-2 3-5 ...": first and last operation of each block.
QString ranges(const EqualBlocks& blocks) {
    QStringList text;
    for (const auto& b : blocks.blocks)
        text << QString("%1-%2").arg(b.begin).arg(b.end - 1);
    return text.join(' ');
}

QString kinds(const EqualBlocks& blocks) {
    QString text;
    for (const auto& b : blocks.blocks)
        text += QChar('a' + static_cast<int>(b.kind));
    return text;
}

// Three residual blocks x -> y -> z, x -> z behind a first vertex.
const std::string residual =
    "s->a->b->c; s->c; c->d->e->f; c->f; f->g->h->i; f->i; * m=2 t=3; b m=5; e m=5; h m=5";

}  // namespace

class ModelBlocksTest : public QObject {
    Q_OBJECT
  private slots:
    void residualBlocks() {
        const Graph g = graphFromText(residual);
        const auto blocks = blocksOf(g);
        QVERIFY(blocks);
        QCOMPARE(ranges(*blocks), QString("0-0 1-3 4-6 7-9"));
        // The last one is like the others but that nothing leaves it.
        QCOMPARE(kinds(*blocks), QString("abbc"));
        QCOMPARE(blocks->blocks[1].crossing, std::vector<std::uint32_t>{3});
        QVERIFY(blocks->blocks[3].crossing.empty());
        QVERIFY(blocks->outside.empty());
    }

    void anyDifferenceTells_data() {
        QTest::addColumn<QString>("change");
        for (const char* change : {"e m=6", "e t=4", "e w=1", "e bw=1", "e saves=e", "e saves=", "e nograd",
                                   "e out=5,1", "d->f", "c->e", "f m=3"})
            QTest::newRow(change) << change;
    }
    void anyDifferenceTells() {
        QFETCH(QString, change);
        const Graph g = graphFromText(residual + "; " + change.toStdString());
        const auto blocks = blocksOf(g);
        QVERIFY(blocks);
        QCOMPARE(ranges(*blocks), QString("0-0 1-3 4-6 7-9"));
        QVERIFY(blocks->blocks[1].kind != blocks->blocks[2].kind);
    }

    void keptVerticesDiffer() {
        const Graph g = graphFromText(residual);
        Pins pins;
        pins.keep = {*g.find("e")};
        const auto blocks = blocksOf(g, pins);
        QVERIFY(blocks);
        QVERIFY(blocks->blocks[1].kind != blocks->blocks[2].kind);
    }

    void fixedVerticesDoNotMatter() {
        const Graph g = graphFromText("p fixed m=9; p->b,e,h; " + residual);
        const auto blocks = blocksOf(g);
        QVERIFY(blocks);
        QCOMPARE(kinds(*blocks), QString("abbc"));
    }

    void everyVertexOfAChain() {
        const auto blocks = blocksOf(*unitChain(1000));
        QVERIFY(blocks);
        QCOMPARE(blocks->blocks.size(), std::size_t(1000));
        QCOMPARE(blocks->kinds, std::uint32_t(3));  // the first, the last, the others
    }

    void transformerLayers_data() {
        QTest::addColumn<bool>("mask");
        QTest::addColumn<bool>("positions");
        QTest::newRow("plain") << false << false;
        QTest::newRow("mask") << true << false;
        QTest::newRow("both") << true << true;
    }
    // Attention and the two products of each layer, the embedding, and the last one from which nothing goes
    // on.
    void transformerLayers() {
        QFETCH(bool, mask);
        QFETCH(bool, positions);
        const auto g = transformer({.layers = 100, .mask = mask, .positions = positions});
        const auto blocks = blocksOf(*g);
        QVERIFY(blocks);
        QCOMPARE(blocks->blocks.size(), std::size_t(positions ? 202 : 201));
        QCOMPARE(blocks->kinds, std::uint32_t(positions ? 5 : 4));
        QCOMPARE(blocks->outside.size(), std::size_t(positions ? 1 : 0));
    }

    void notOfOthers() {
        QVERIFY(!blocksOf(graphFromText("a->b")));
        QVERIFY(!blocksOf(graphFromText("a->b->c->d->e; a->e; b->d")));
        QVERIFY(!blocksOf(graphFromText("joint; a->b->c->d")));
        const Graph g = graphFromText(residual);
        Pins pins;
        pins.recompute = {*g.find("e")};
        QVERIFY(!blocksOf(g, pins));
    }
};

REFORWARD_TEST("model_blocks", ModelBlocksTest);
#include "model_blocks_test.moc"
