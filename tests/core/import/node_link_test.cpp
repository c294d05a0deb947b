// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "core/import/import.h"
#include "tests/core/import/expect_error.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

Graph read(const std::string& text, const ImportOptions& options = {}) {
    return readNodeLinkJson("net.json", text, options, {});
}

Graph readNodes(const std::string& nodes, const std::string& links = "", const std::string& graph = "") {
    return read("{\"graph\":{" + graph + "},\"nodes\":[" + nodes + "],\"links\":[" + links + "]}");
}

std::string dataFile(const std::string& name) {
    return readFile(REFORWARD_TEST_DATA "/graphs/" + name);
}

}  // namespace

class NodeLinkTest : public QObject {
    Q_OBJECT

  private slots:
    void readsWhatNetworkxWrites() {
        for (const char* name : {"networkx_links.json", "networkx_edges.json"}) {
            const Graph g = read(dataFile(name));
            QCOMPARE(g.vertexCount(), 5U);
            QCOMPARE(g.plannedCount(), 4U);
            QCOMPARE(g.edgeCount(), 3U);
            QCOMPARE(g.notes().name, std::string("diamond"));
            QCOMPARE(*g.notes().batch, 4);
            QCOMPARE(g.notes().parameterBytes.count(), 1000);
            const VertexId conv = *g.find("conv");
            QCOMPARE(g.op(conv), std::string("Conv"));
            QCOMPARE(g.time(conv), 10.0);
            QCOMPARE(g.backwardTime(conv), 20.0);
            QCOMPARE(g.workspace(conv).count(), 32);
            QCOMPARE(g.backwardWorkspace(conv).count(), 32);
            QCOMPARE(g.module(conv), std::string("block/0"));
            QVERIFY(g.fixed(*g.find("in")));
            QCOMPARE(g.saves(*g.find("add")).size(), 0U);
            QCOMPARE(g.saves(*g.find("skip")).size(), 1U);  // absent: all its inputs
            QCOMPARE(g.extra(*g.find("add"))[0].second, std::string("Sum 1"));
        }
    }

    void everyKeyAsAGraphText() {
        const Graph g = readNodes(
            R"({"id":"a","memory":5,"time":2,"backward_time":4.5,"workspace":3,"backward_workspace":6},
               {"id":"b","op":"Split","name":"the split","module":"x.y",
                "outputs":[{"name":"left","memory":3},{"memory":4,"differentiable":false}],
                "saves":["a",{"vertex":"b","output":1}]},
               {"id":"c","memory":1,"differentiable":false,"recompute":false})",
            R"({"source":"a","target":"b"},{"source":"b","target":"c","output":1})");
        const Graph expected = tests::graphFromText(
            "a->b; b:1->c; a m=5 t=2 bt=4.5 w=3 bw=6; b out=3,4 saves=a,b:1; c m=1 nograd once");
        QCOMPARE(g.name(1), std::string("the split"));
        QCOMPARE(g.module(1), std::string("x/y"));
        QCOMPARE(g.valueName(g.firstOutput(1)), std::string("left"));
        QVERIFY(!g.declaredDifferentiableValue(g.firstOutput(1) + 1));
        QCOMPARE(g.time(0), 2.0);
        QCOMPARE(g.backwardTime(0), 4.5);
        QCOMPARE(g.inputs(2)[0], expected.inputs(2)[0]);
        QCOMPARE(g.saves(1).size(), expected.saves(1).size());
        QVERIFY(std::ranges::equal(g.saves(1), expected.saves(1)));
        QVERIFY(!g.recomputable(2) && !g.differentiable(2));
    }

    void aliases() {
        for (const char* memory : {"memory", "cost_ram", "out_cost"}) {
            for (const char* time : {"time", "cost_cpu", "duration"}) {
                const Graph g = readNodes(std::string("{\"id\":1,\"") + memory + "\":7,\"" + time + "\":3}");
                QCOMPARE(g.outputBytes(0).count(), 7);
                QCOMPARE(g.time(0), 3.0);
                QVERIFY(g.extra(0).empty());
            }
        }
    }

    void wholeIdsAreTextsAndWholeDoublesAreBytes() {
        const Graph g = readNodes(R"({"id":0,"memory":1e3},{"id":1,"memory":2.0,"name":2})", "");
        QCOMPARE(g.id(0), std::string("0"));
        QCOMPARE(g.outputBytes(0).count(), 1000);
        QCOMPARE(g.name(1), std::string("2"));
    }

    void repeatedLinksAreOneInput() {
        const std::string links =
            R"({"source":"a","target":"b","key":0},{"source":"a","target":"b","key":1})";
        QCOMPARE(readNodes(R"({"id":"a","memory":1},{"id":"b","memory":1})", links).inputs(1).size(), 1U);
    }

    void unknownKeysAreKept() {
        const Graph g =
            readNodes(R"({"id":"a","memory":1,"colour":"red","depth":3,"list":[1,2],"text":"3"})");
        std::map<std::string, std::string> extra(g.extra(0).begin(), g.extra(0).end());
        const std::map<std::string, std::string> expected{
            {"colour", "red"}, {"depth", "3"}, {"list", "[1,2]"}, {"text", "\"3\""}};
        QCOMPARE(extra, expected);
    }

    void jointGraphs() {
        const std::string nodes = R"({"id":"f","memory":1},{"id":"b","memory":1)";
        QVERIFY(!readNodes(nodes + "}").joint());
        QVERIFY(readNodes(nodes + ",\"backward\":true}").joint());
        QVERIFY(readNodes(nodes + "}", "", "\"joint\":true").joint());
        ImportOptions options;
        options.joint = true;
        QVERIFY(read("{\"nodes\":[" + nodes + "}]}", options).joint());
    }

    void orderOfTheFile() {
        const std::string nodes = R"({"id":"a","memory":1},{"id":"b","memory":1},{"id":"c","memory":1})";
        const std::string links = R"({"source":"a","target":"c"})";
        const Graph plain = readNodes(nodes, links);
        QVERIFY(!plain.orderGiven());
        const Graph given = readNodes(nodes, links, R"("order":["b","a","c"])");
        QVERIFY(given.orderGiven());
        QCOMPARE(given.order()[0], VertexId{1});
        tests::expectError(ErrorKind::input, {"net.json", "c", "order"},
                           [&] { readNodes(nodes, links, R"("order":["c","a","b"])"); });
        tests::expectError(ErrorKind::input, {"order", "b"},
                           [&] { readNodes(nodes, links, R"("order":["a","c"])"); });
    }

    void withoutSizesAValueIsOneByte() {
        const Graph g = readNodes(R"({"id":"a"},{"id":"b","time":3})");
        QCOMPARE(g.valueBytes().count(), 2);
        QCOMPARE(g.notes().warnings.size(), 1U);
        QVERIFY(readNodes(R"({"id":"a","memory":0})").notes().warnings.empty());
    }

    void batchScales() {
        ImportOptions options;
        options.batch = 8;
        const std::string node = R"("nodes":[{"id":"a","memory":10,"time":2,"workspace":3}])";
        const Graph g = read("{\"graph\":{\"batch\":4}," + node + "}", options);
        QCOMPARE(g.outputBytes(0).count(), 20);
        QCOMPARE(g.workspace(0).count(), 6);
        QCOMPARE(g.time(0), 4.0);
        tests::expectError(ErrorKind::usage, {"batch"}, [&] { read("{" + node + "}", options); });
    }

    void costModels() {
        ImportOptions options;
        options.costs = "paper";
        const std::string text =
            R"({"nodes":[{"id":"a","op":"Convolution2DFunction","time":7},{"id":"b","op":"Conv","time":7,
            "backward_time":1},{"id":"c","op":"ConvTranspose","time":7}]})";
        const Graph g = read(text, options);
        QCOMPARE(g.time(0), 10.0);
        QCOMPARE(g.time(1), 10.0);
        QCOMPARE(g.backwardTime(1), 20.0);
        QCOMPARE(g.time(2), 1.0);
        for (const char* costs : {"flops", "flops:device", "nonsense"}) {
            options.costs = costs;
            tests::expectError(ErrorKind::usage, {"net.json"}, [&] { read(text, options); });
        }
    }

    void optionsOfOtherFormatsAreUsageErrors() {
        ImportOptions options;
        options.dimensions["sequence"] = 3;
        tests::expectError(ErrorKind::usage, {"sequence"}, [&] { read(R"({"nodes":[{"id":1}]})", options); });
        options = {};
        options.allowRecompute = {"a"};
        QVERIFY(read(R"({"nodes":[{"id":"a","recompute":false}]})", options).recomputable(0));
        options.allowRecompute = {"z"};
        tests::expectError(ErrorKind::usage, {"z"}, [&] { read(R"({"nodes":[{"id":"a"}]})", options); });
    }

    void badNodes_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("key");
        QTest::newRow("negative memory") << R"({"id":"v","memory":-1})"
                                         << "memory";
        QTest::newRow("fraction of a byte") << R"({"id":"v","memory":1.5})"
                                            << "memory";
        QTest::newRow("too many bytes") << R"({"id":"v","memory":9223372036854775808})"
                                        << "memory";
        QTest::newRow("far too many bytes") << R"({"id":"v","memory":1e300})"
                                            << "memory";
        QTest::newRow("infinite literal") << R"({"id":"v","memory":1e999})"
                                          << "memory";
        QTest::newRow("text for bytes") << R"({"id":"v","memory":"12"})"
                                        << "memory";
        QTest::newRow("negative alias") << R"({"id":"v","cost_ram":-5})"
                                        << "cost_ram";
        QTest::newRow("negative time") << R"({"id":"v","time":-0.5})"
                                       << "time";
        QTest::newRow("NaN") << R"({"id":"v","time":NaN})"
                             << "time";
        QTest::newRow("Infinity") << R"({"id":"v","duration":Infinity})"
                                  << "duration";
        QTest::newRow("-Infinity") << R"({"id":"v","backward_time":-Infinity})"
                                   << "backward_time";
        QTest::newRow("text for time") << R"({"id":"v","time":"fast"})"
                                       << "time";
        QTest::newRow("negative workspace") << R"({"id":"v","workspace":-1})"
                                            << "workspace";
        QTest::newRow("workspace as list") << R"({"id":"v","backward_workspace":[1]})"
                                           << "backward_workspace";
        QTest::newRow("flag as text") << R"({"id":"v","fixed":"yes"})"
                                      << "fixed";
        QTest::newRow("flag as number") << R"({"id":"v","differentiable":2})"
                                        << "differentiable";
        QTest::newRow("op as list") << R"({"id":"v","op":[]})"
                                    << "op";
        QTest::newRow("saves as text") << R"({"id":"v","saves":"u"})"
                                       << "saves";
        QTest::newRow("saves a fraction") << R"({"id":"v","saves":[1.5]})"
                                          << "saves";
        QTest::newRow("saves without vertex") << R"({"id":"v","saves":[{"output":1}]})"
                                              << "saves";
        QTest::newRow("saves a negative output") << R"({"id":"v","saves":[{"vertex":"v","output":-1}]})"
                                                 << "saves";
        QTest::newRow("saves what is not there") << R"({"id":"v","saves":["z"]})"
                                                 << "saves";
        QTest::newRow("saves a stranger") << R"({"id":"v","saves":["u"]})"
                                          << "saves";
        QTest::newRow("saves an output too far") << R"({"id":"v","saves":[{"vertex":"v","output":1}]})"
                                                 << "saves";
        QTest::newRow("outputs as number") << R"({"id":"v","outputs":2})"
                                           << "outputs";
        QTest::newRow("outputs of numbers") << R"({"id":"v","outputs":[2]})"
                                            << "outputs";
        QTest::newRow("no outputs") << R"({"id":"v","outputs":[]})"
                                    << "outputs";
        QTest::newRow("negative output") << R"({"id":"v","outputs":[{"memory":-2}]})"
                                         << "memory";
        QTest::newRow("duplicate id") << R"({"id":"v"},{"id":"v"})"
                                      << "twice";
        QTest::newRow("overflow of the total") << R"({"id":"v","memory":4611686018427387904})"
                                               << "sum of all bytes";
    }
    void badNodes() {
        QFETCH(QString, node);
        QFETCH(QString, key);
        tests::expectError(ErrorKind::input, {"net.json: node v: ", key.toStdString()},
                           [&] { readNodes(R"({"id":"u","memory":1},)" + node.toStdString()); });
    }

    void badFiles_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* text, const char* part) {
            QTest::newRow(name) << QString(text) << QString(part);
        };
        row("not JSON", "{", "not valid JSON");
        row("cut", R"({"nodes":[{"id":1)", "not valid JSON");
        row("not UTF-8", "{\"nodes\":[{\"id\":\"\xff\"}]}", "not valid JSON");
        row("a list", "[1]", "nodes");
        row("no nodes", R"({"links":[]})", "nodes");
        row("nodes no list", R"({"nodes":3})", "nodes");
        row("links no list", R"({"nodes":[{"id":1}],"links":{}})", "links");
        row("empty", R"({"nodes":[],"links":[]})", "empty");
        row("node no object", R"({"nodes":[3]})", "1 of the list");
        row("no id", R"({"nodes":[{"id":1},{"op":"x"}]})", "2 of the list");
        row("id a fraction", R"({"nodes":[{"id":1.5}]})", "id");
        row("undirected", R"({"directed":false,"nodes":[{"id":1}]})", "directed");
        row("graph no object", R"({"graph":5,"nodes":[{"id":1}]})", "graph");
        row("batch zero", R"({"graph":{"batch":0},"nodes":[{"id":1}]})", "batch");
        row("batch text", R"({"graph":{"batch":"x"},"nodes":[{"id":1}]})", "batch");
        row("order no list", R"({"graph":{"order":1},"nodes":[{"id":1}]})", "order");
        row("link without target", R"({"nodes":[{"id":1}],"links":[{"source":1}]})", "target");
        row("link no object", R"({"nodes":[{"id":1}],"links":[7]})", "link 1");
        row("link to nowhere", R"({"nodes":[{"id":1}],"links":[{"source":1,"target":9}]})", "node 9");
        row("link from nowhere", R"({"nodes":[{"id":1}],"links":[{"source":8,"target":1}]})", "node 8");
        row("output too far", R"({"nodes":[{"id":1},{"id":2}],"links":[{"source":1,"target":2,"output":1}]})",
            "node 2");
        row("negative output",
            R"({"nodes":[{"id":1},{"id":2}],"links":[{"source":1,"target":2,"output":-1}]})", "output");
        row("self loop", R"({"nodes":[{"id":1}],"links":[{"source":1,"target":1}]})", "cycle");
        row("cycle",
            R"({"nodes":[{"id":1},{"id":2}],"links":[{"source":1,"target":2},{"source":2,"target":1}]})",
            "cycle");
        row("fixed with input",
            R"({"nodes":[{"id":1},{"id":2,"fixed":true}],"links":[{"source":1,"target":2}]})", "node 2");
        row("a plan", R"({"format":"reforward-plan/1","schedule":[]})", "plan");
    }
    void badFiles() {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const std::string bytes = QTest::currentDataTag() == std::string("not UTF-8")
                                      ? "{\"nodes\":[{\"id\":\"\xff\"}]}"
                                      : text.toStdString();
        tests::expectError(ErrorKind::input, {"net.json: ", part.toStdString()}, [&] { read(bytes); });
    }

    void notANumberInAnUnknownKeyIsKept() {
        QCOMPARE(readNodes(R"({"id":"a","note":NaN})").extra(0)[0].second, std::string("NaN"));
    }

    void hostileNestingIsRefused() {
        for (const std::string& open : {std::string("["), std::string("{\"a\":"), std::string("[{\"a\":")}) {
            std::string text;
            for (int i = 0; i < 1000000; ++i)
                text += open;
            tests::expectError(ErrorKind::input, {"net.json", "deep"}, [&] { read(text); });
            tests::expectError(ErrorKind::input, {"net.json", "deep"},
                               [&] { read("{\"nodes\":[{\"id\":1,\"x\":" + text); });
        }
    }

    void longChainOpens() {
        constexpr int n = 100000;
        std::string nodes, links;
        for (int i = 0; i < n; ++i) {
            const std::string id = std::to_string(i);
            nodes += (i == 0 ? "{\"id\":" : ",{\"id\":") + id + ",\"memory\":1}";
            if (i > 0)
                links += (i == 1 ? "" : ",") + ("{\"source\":" + std::to_string(i - 1)) +
                         ",\"target\":" + id + "}";
        }
        const Graph g = readNodes(nodes, links);
        QCOMPARE(g.edgeCount(), static_cast<std::size_t>(n - 1));
        QCOMPARE(g.order()[n - 1], VertexId{n - 1});
    }
};

REFORWARD_TEST("node_link", NodeLinkTest);
#include "node_link_test.moc"
