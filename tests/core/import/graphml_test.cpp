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
    return readGraphMl("net.graphml", text, {}, {});
}

Graph readGraph(const std::string& keys, const std::string& graph) {
    return read("<?xml version=\"1.0\"?><graphml>" + keys + "<graph edgedefault=\"directed\">" + graph +
                "</graph></graphml>");
}

std::string key(const std::string& name, const std::string& of = "node", const std::string& type = "string") {
    return "<key id=\"" + of + name + "\" for=\"" + of + "\" attr.name=\"" + name + "\" attr.type=\"" + type +
           "\"/>";
}

}  // namespace

class GraphMlTest : public QObject {
    Q_OBJECT

  private slots:
    void readsWhatNetworkxWrites() {
        const Graph json = readNodeLinkJson("x.json", dataFile("networkx_links.json"), {}, {});
        const Graph g = read(dataFile("networkx.graphml"));
        QCOMPARE(fingerprintText(g), fingerprintText(json));
        QCOMPARE(costFingerprint(g), costFingerprint(json));
        QCOMPARE(*g.notes().batch, 4);
        QCOMPARE(g.notes().name, std::string("diamond"));
        QCOMPARE(g.extra(*g.find("add"))[0].second, std::string("Sum 1"));
    }

    void defaultsOfKeys() {
        const Graph g = readGraph(
            "<key id=\"m\" for=\"node\" attr.name=\"memory\" attr.type=\"long\"><default>8</default></key>",
            "<node id=\"a\"/><node id=\"b\"><data key=\"m\">3</data></node>");
        QCOMPARE(g.outputBytes(0).count(), 8);
        QCOMPARE(g.outputBytes(1).count(), 3);
    }

    void savesAndOutputsByNumber() {
        const Graph g =
            readGraph(key("outputs") + key("saves") + key("output", "edge", "int"),
                      "<node id=\"a\"><data key=\"nodeoutputs\">[{\"memory\":1},{\"memory\":2}]</data></node>"
                      "<node id=\"b\"><data key=\"nodesaves\">a:1  b</data></node>"
                      "<edge source=\"a\" target=\"b\"><data key=\"edgeoutput\">1</data></edge>");
        QCOMPARE(g.inputs(1).size(), 1U);
        QCOMPARE(g.inputs(1)[0], ValueId{1});
        QCOMPARE(g.saves(1).size(), 2U);
        QCOMPARE(g.saves(1)[0], ValueId{1});
        QCOMPARE(g.saves(1)[1], ValueId{2});
    }

    void withoutSizesAValueIsOneByte() {
        const Graph g = readGraph("", "<node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/>");
        QCOMPARE(g.valueBytes().count(), 2);
        QCOMPARE(g.notes().warnings.size(), 1U);
    }

    void bad_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const std::string& text, const char* part) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(part);
        };
        const auto graph = [](const std::string& inside) {
            return "<graphml>" + key("memory") + key("time") + key("saves") +
                   "<graph edgedefault=\"directed\">" + inside + "</graph></graphml>";
        };
        row("not XML", "<graphml><graph>", "XML");
        row("text", "hello", "XML");
        row("no graphml", "<a/>", "graphml");
        row("no graph", "<graphml/>", "0 graphs");
        row("two graphs", "<graphml><graph/><graph/></graphml>", "2 graphs");
        row("empty", graph(""), "empty");
        row("undirected", "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/></graph></graphml>",
            "undirected");
        row("no id", graph("<node/>"), "node 1");
        row("duplicate", graph("<node id=\"v\"/><node id=\"v\"/>"), "node v");
        row("dangling", graph("<node id=\"v\"/><edge source=\"v\" target=\"w\"/>"), "node w");
        row("no target", graph("<node id=\"v\"/><edge source=\"v\"/>"), "target");
        row("hyperedge", graph("<node id=\"v\"/><hyperedge/>"), "hyperedge");
        row("nested", graph("<node id=\"v\"><graph/></node>"), "node v");
        row("cycle", graph("<node id=\"v\"/><edge source=\"v\" target=\"v\"/>"), "cycle");
        row("unknown key", graph("<node id=\"v\"><data key=\"zzz\">1</data></node>"), "GraphML");
        row("bad memory", graph("<node id=\"v\"><data key=\"nodememory\">big</data></node>"),
            "node v: memory");
        row("negative time", graph("<node id=\"v\"><data key=\"nodetime\">-1</data></node>"), "node v: time");
        row("infinite time", graph("<node id=\"v\"><data key=\"nodetime\">inf</data></node>"),
            "node v: time");
        row("stranger saved", graph("<node id=\"v\"><data key=\"nodesaves\">w</data></node>"),
            "node v: saves");
    }
    void bad() {
        QFETCH(QString, text);
        QFETCH(QString, part);
        tests::expectError(ErrorKind::input, {"net.graphml: ", part.toStdString()},
                           [&] { read(text.toStdString()); });
    }

    void anglesInIdsAreNoNesting() {
        std::string nodes;
        for (int i = 0; i < 200; ++i)
            nodes += "<node id=\"n>" + std::to_string(i) + "\"/><!-- <a> --><node id='m>" +
                     std::to_string(i) + "'/>";
        QCOMPARE(readGraph("", nodes).vertexCount(), 400U);
    }

    void hostileNestingIsRefused() {
        std::string text = "<graphml>";
        for (int i = 0; i < 1000000; ++i)
            text += "<a>";
        tests::expectError(ErrorKind::input, {"net.graphml", "deep"}, [&] { read(text); });
    }
};

REFORWARD_TEST("graphml", GraphMlTest);
#include "graphml_test.moc"
