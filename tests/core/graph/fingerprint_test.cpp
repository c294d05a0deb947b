// SPDX-License-Identifier: Apache-2.0
// The right text stands in tests/data/plan, written by hand; its hash is what sha256sum says of the file.
#include "core/graph/fingerprint.h"

#include <QFile>
#include <QTest>

#include "core/graph/graph_builder.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

GraphBuilder example() {
    GraphBuilder builder;
    VertexSpec x;
    x.id = "x";
    x.outputs = {{"", 64, true}};
    x.fixed = true;
    VertexSpec a;
    a.id = "a \"q\"";
    a.outputs = {{"y", 10, true}, {"indices", 20, false}};
    a.workspace = 8;
    a.saves = {{"a \"q\"", 1}, {"x", 0}};
    VertexSpec b;
    b.id = "7";
    b.outputs = {{"", 5, true}};
    b.differentiable = false;
    b.recompute = false;
    b.backwardWorkspace = 4;
    b.saves.emplace();
    builder.addVertex(x);
    builder.addVertex(a);
    builder.addVertex(b);
    builder.addEdge(0, 0, 1);
    builder.addEdge(1, 1, 2);
    builder.addEdge(1, 0, 2);
    return builder;
}

}  // namespace

class FingerprintTest : public QObject {
    Q_OBJECT
  private slots:
    void isTheTextOfTheFormat() {
        QFile file(QString(REFORWARD_TEST_DATA) + "/plan/fingerprint.txt");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Graph g = example().build();
        QCOMPARE(QString::fromStdString(fingerprintText(g)), QString::fromUtf8(file.readAll()));
        QCOMPARE(fingerprint(g),
                 std::string("sha256:a95a506280fa956842971e4db905363183f44caf8dc5007479ccfe149190061b"));
    }
    void coversValidityOnly() {
        const std::string before = fingerprint(example().build());
        GraphBuilder other = example();
        other.spec(1).time = 99;
        other.spec(1).name = "another name";
        other.spec(1).module = "m";
        const Graph slower = std::move(other).build();
        QCOMPARE(fingerprint(slower), before);
        QVERIFY(costFingerprint(slower) != costFingerprint(example().build()));
        GraphBuilder larger = example();
        larger.spec(2).outputs[0].bytes = 6;
        QVERIFY(fingerprint(std::move(larger).build()) != before);
    }
};

REFORWARD_TEST("fingerprint", FingerprintTest);
#include "fingerprint_test.moc"
