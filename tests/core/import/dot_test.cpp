// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "core/import/import.h"
#include "tests/core/import/expect_error.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

std::string dataFile(const std::string& name) {
    return readFile(REFORWARD_TEST_DATA "/graphs/" + name);
}

Graph read(const std::string& text) {
    return readDot("net.dot", text, {}, {});
}

}  // namespace

class DotTest : public QObject {
    Q_OBJECT

  private slots:
    void sameGraphAsJson() {
        const Graph json = readNodeLinkJson("x.json", dataFile("networkx_links.json"), {}, {});
        const Graph g = read(dataFile("diamond.dot"));
        QCOMPARE(fingerprintText(g), fingerprintText(json));
        QCOMPARE(costFingerprint(g), costFingerprint(json));
        QCOMPARE(*g.notes().batch, 4);
        QCOMPARE(g.name(*g.find("add")), std::string("add"));
    }

    void labelsAreNames() {
        const Graph g = read("digraph { a [label=\"first layer\"]; b [name=second, label=drawn]; a -> b }");
        QCOMPARE(g.name(0), std::string("first layer"));
        QCOMPARE(g.name(1), std::string("second"));
        QVERIFY(g.extra(1).empty());
        QCOMPARE(g.notes().warnings.size(), 1U);  // no sizes
    }

    void multipleOutputs() {
        const Graph g = read(
            "digraph { a [outputs=\"[{\\\"memory\\\":1},{\\\"memory\\\":2}]\"]; b [memory=1, saves=\"a:1\"];"
            " a -> b; a -> b [output=1]; }");
        QCOMPARE(g.inputs(1).size(), 2U);
        QCOMPARE(g.saves(1).size(), 1U);
        QCOMPARE(g.saves(1)[0], ValueId{1});
    }

    void bad_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("syntax") << "digraph {\n a -> b;\n c -> -> d\n}"
                                << "line 3";
        QTest::newRow("unfinished") << "digraph { a -> b"
                                    << "DOT";
        QTest::newRow("nothing") << "// only a comment"
                                 << "DOT";
        QTest::newRow("undirected") << "graph { a -- b }"
                                    << "undirected";
        QTest::newRow("empty") << "digraph { }"
                               << "empty";
        QTest::newRow("cycle") << "digraph { a -> b -> a }"
                               << "cycle";
        QTest::newRow("bad memory") << "digraph { v [memory=lots] }"
                                    << "node v: memory";
        QTest::newRow("bad batch") << "digraph { batch=many; v }"
                                   << "batch";
        QTest::newRow("bad saves") << "digraph { v [saves=w] }"
                                   << "node v: saves";
    }
    void bad() {
        QFETCH(QString, text);
        QFETCH(QString, part);
        tests::expectError(ErrorKind::input, {"net.dot: ", part.toStdString()},
                           [&] { read(text.toStdString()); });
    }

    // Graphviz's parser is in another process: whatever it does with this, the program goes on.
    void hostileNestingEndsInAnError() {
        std::string text = "digraph ";
        for (int i = 0; i < 1000000; ++i)
            text += "{";
        tests::expectError(ErrorKind::input, {"net.dot: "}, [&] { read(text); });
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        tests::expectError(ErrorKind::interrupted, {},
                           [&] { readDot("net.dot", "digraph { a }", {}, Control(stop.get_token())); });
    }
};

REFORWARD_TEST("dot", DotTest);
#include "dot_test.moc"
