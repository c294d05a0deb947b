// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;

class BatchTest : public QObject {
    Q_OBJECT
  private slots:
    void scalesBytesAndTimes() {
        GraphBuilder builder =
            rebuild(reforward::tests::graphFromText("x->a; x fixed m=64; a m=33 t=3 w=8 bw=16"));
        builder.notes.batch = 32;
        const Graph g = std::move(builder).build();
        const Graph h = withBatch(g, 8);
        const VertexId a = *h.find("a");
        QCOMPARE(h.outputBytes(a), Bytes(9));  // 33 / 4 rounds up
        QCOMPARE(h.outputBytes(*h.find("x")), Bytes(16));
        QCOMPARE(h.workspace(a), Bytes(2));
        QCOMPARE(h.backwardWorkspace(a), Bytes(4));
        QCOMPARE(h.time(a), 0.75);
        QCOMPARE(*h.notes().batch, 8);
        QVERIFY_THROWS_EXCEPTION(Error, withBatch(g, 0));
        QVERIFY_THROWS_EXCEPTION(Error, withBatch(g, INT64_MAX));
    }
    void needsAStatedBatch() {
        const Graph g = reforward::tests::graphFromText("a->b");
        try {
            withBatch(g, 2);
            QFAIL("scaled a graph without a batch");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::usage);
        }
    }
};

REFORWARD_TEST("batch", BatchTest);
#include "batch_test.moc"
