// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/floor.h"

#include <QTest>

#include "core/plan/schedule.h"
#include "core/plan/simulator.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class FloorTest : public QObject {
    Q_OBJECT
  private slots:
    void handWorked_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("vertex");
        QTest::addColumn<bool>("backward");
        // b(b): saves a 4, gradients b 2 and a 4.
        QTest::newRow("chain") << "a->b; a m=4; b m=2" << qint64(10) << "b" << true;
        QTest::newRow("fixed on top") << "x->a->b; x fixed m=100; a m=4; b m=2" << qint64(110) << "b" << true;
        // Nothing saved: forward b needs 4 + 2 + 30 of workspace.
        QTest::newRow("forward binds") << "a->b; a m=4; b m=2 w=30 bw=0 saves=" << qint64(36) << "b" << false;
        QTest::newRow("no gradients") << "a->b; a m=4 nograd; b m=2 nograd" << qint64(6) << "b" << false;
        // While b(b) runs (saves a 1, gradients b 9 and a 1), c's backward has run, a's has not: that is a's
        // own gradient. But s -> b -> c and s -> c: the gradient of s (50) is b's input, counted once: 50 +
        // 50 + 9.
        QTest::newRow("input gradient once")
            << "s->b->c; s->c; s m=50; b m=9; c m=1 saves=" << qint64(109) << "b" << true;
        // A skip over j: u -> j -> w and r -> u, r -> w. At b(j) the gradient of r (7) certainly lives:
        // w's backward has run, r's has not. j: saves u 20, gradients j 20 and u 20.
        QTest::newRow("certain gradient")
            << "r->u->j->w; r->w; r m=7; u m=20; j m=20; w m=1 saves=; u saves=" << qint64(67) << "j" << true;
    }
    void handWorked() {
        QFETCH(QString, text);
        QFETCH(qint64, bytes);
        QFETCH(QString, vertex);
        QFETCH(bool, backward);
        const Graph g = graphFromText(text.toStdString());
        const Floor floor = floorOf(g);
        QCOMPARE(floor.bytes.count(), bytes);
        QCOMPARE(QString::fromStdString(g.id(floor.vertex)), vertex);
        QCOMPARE(floor.backward, backward);
        Bytes sum;
        for (const Floor::Part& part : floor.parts)
            sum += part.bytes;
        QCOMPARE(sum, floor.bytes);
    }
    void noScheduleGoesBelow() {
        std::mt19937 random(5);
        for (int round = 0; round < 500; ++round) {
            const auto g = randomGraph(random, {8, 0.35, 9, 4, true});
            const Bytes floor = floorOf(*g).bytes;
            QVERIFY(simulate(*g, keepAllSchedule(*g)).peak >= floor);
            for (int i = 0; i < 10; ++i) {
                std::vector<bool> keep, retain;
                for (VertexId v = 0; v < g->vertexCount(); ++v)
                    keep.push_back(random() % 3 == 0), retain.push_back(random() % 2);
                const Simulation s = simulate(*g, scheduleFromBits(*g, keep, retain));
                QVERIFY(s.valid() && s.peak >= floor);
            }
        }
    }
};

REFORWARD_TEST("floor", FloorTest);
#include "floor_test.moc"
