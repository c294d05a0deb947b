// SPDX-License-Identifier: Apache-2.0
#include "core/export/graph_files.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "core/import/import.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

struct Format {
    const char* name;
    std::string (*write)(const Graph&);
    Graph (*read)(const std::string&, const std::string&, const ImportOptions&, const Control&);
};

const Format formats[] = {{"JSON", toNodeLinkJson, readNodeLinkJson},
                          {"GraphML", toGraphMl, readGraphMl},
                          {"DOT", [](const Graph& g) { return toDot(g); }, readDot}};

std::string allOf(const Graph& g) {
    std::string text = fingerprintText(g) + costFingerprint(g) + (g.joint() ? " joint " : " ") +
                       g.notes().name + std::to_string(g.notes().batch.value_or(-1)) + ' ' +
                       std::to_string(g.notes().parameterBytes.count()) + '\n';
    for (const VertexId v : g.order()) {
        text += g.id(v) + '|' + g.op(v) + '|' + g.name(v) + '|' + g.module(v) + '|';
        std::map<std::string, std::string> sorted(g.extra(v).begin(), g.extra(v).end());
        for (const auto& [key, value] : sorted)
            text += key + '=' + value + ';';
        for (ValueId x = g.firstOutput(v); x < g.firstOutput(v) + g.outputCount(v); ++x)
            text += g.valueName(x) + ',';
        text += '\n';
    }
    return text;
}

void expectSame(const Graph& graph) {
    for (const Format& format : formats) {
        const std::string text = format.write(graph);
        const Graph back = format.read("", text, {}, {});
        if (allOf(back) == allOf(graph)) continue;
        QFAIL((std::string(format.name) + " gives\n" + allOf(back) + "for\n" + allOf(graph) + "by\n" + text)
                  .c_str());
    }
}

Graph fromJson(const std::string& text) {
    return readNodeLinkJson("", text, {}, {});
}

}  // namespace

class GraphFilesTest : public QObject {
    Q_OBJECT

  private slots:
    void everyAttribute() {
        expectSame(tests::graphFromText(
            "in->a->b->c; b:1->c; b:1->d; a->d; in m=9 fixed; a m=5 t=2.5 bt=7 w=3 bw=6 op=Conv module=x/y; "
            "b out=3,4 saves=a,b:1; c saves= once m=0 t=0; d m=7 nograd saves=a,b:1"));
    }

    void jointGraphAndOrder() {
        expectSame(tests::graphFromText("joint; f->l; f->g; l->g; h; g backward m=4; order h f l g"));
        const std::string plain = toNodeLinkJson(tests::graphFromText("a->b"));
        QVERIFY(plain.find("order") == std::string::npos);
        QVERIFY(plain.find("joint") == std::string::npos);
    }

    void notesNamesAndUnknownKeys() {
        expectSame(fromJson(R"({"graph":{"name":"my net","batch":3,"parameter_bytes":17},
            "nodes":[{"id":"a","memory":1,"name":"The first","colour":"red","n":5,"text":"5","list":[1,{"k":"v w"}],
                      "yes":true,"pi":3.5,"shape":"float32[1,2]"},
                     {"id":"b","outputs":[{"name":"only one","memory":2}],"n":"x"}],
            "links":[{"source":"a","target":"b"}]})"));
    }

    void awkwardIds() {
        const std::vector<std::string> ids{
            "with space", "two  spaces", "a:1",         "[1]",      "quote\"inside",
            "<&>'",       "über",        "back\\slash", "/a/b.c/d", "0"};
        nlohmann::json nodes = nlohmann::json::array(), links = nlohmann::json::array(), order;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            nodes.push_back({{"id", ids[i]}, {"memory", i + 1}});
            if (i > 0) {
                links.push_back({{"source", ids[i - 1]}, {"target", ids[i]}});
                nodes.back()["saves"] = {ids[i - 1], ids[i]};
            }
        }
        expectSame(fromJson(nlohmann::json{{"nodes", nodes}, {"links", links}}.dump()));
    }

    void idThatReadsLikeAnOutput() {
        expectSame(
            fromJson(R"({"nodes":[{"id":"a","outputs":[{"memory":1},{"memory":2}]},{"id":"a:1","memory":3},
            {"id":"b","memory":1,"saves":[{"vertex":"a","output":1}]},{"id":"c","memory":1,"saves":["a:1"]}],
            "links":[{"source":"a","target":"b","output":1},{"source":"a:1","target":"b"},
                     {"source":"a","target":"c","output":1},{"source":"a:1","target":"c"}]})"));
    }

    void whatAFormatCannotHoldIsRefused() {
        const Graph backslash = fromJson(R"({"nodes":[{"id":"ends in \\","memory":1}]})");
        QVERIFY_THROWS_EXCEPTION(Error, toDot(backslash));
        const Graph control = fromJson(R"({"nodes":[{"id":"bell \u0007","memory":1}]})");
        QVERIFY_THROWS_EXCEPTION(Error, toGraphMl(control));
        QCOMPARE(allOf(fromJson(toNodeLinkJson(control))), allOf(control));
    }

    void multigraphOnlyWhereNeeded() {
        const auto multigraph = [](const char* text) {
            return nlohmann::json::parse(toNodeLinkJson(tests::graphFromText(text)))["multigraph"]
                .get<bool>();
        };
        QVERIFY(!multigraph("a->b->c; a->c"));
        QVERIFY(multigraph("a out=1,2; a->b; a:1->b"));
    }

    void randomGraphs() {
        std::mt19937 random(7);
        for (int round = 0; round < 12; ++round) {
            const int n = 1 + static_cast<int>(random() % 12);
            std::string text;
            for (int v = 0; v < n; ++v) {
                text += "v" + std::to_string(v) + " out=" + std::to_string(random() % 100) + "," +
                        std::to_string(random() % 100) + " t=" + std::to_string(random() % 5) + ";";
                for (int u = 0; u < v; ++u) {
                    if (random() % 3 == 0)
                        text += "v" + std::to_string(u) + ":" + std::to_string(random() % 2) + "->v" +
                                std::to_string(v) + ";";
                }
            }
            expectSame(tests::graphFromText(text));
        }
    }

    void dotShowsThePlan() {
        const Graph g = tests::graphFromText("a->b->c");
        Plan plan;
        plan.predicted.states = {VertexState::kept, VertexState::recomputed, VertexState::dropped};
        const std::string dot = toDot(g, &plan);
        QVERIFY(dot.find("#0072B2") != std::string::npos);
        QVERIFY(dot.find("dashed") != std::string::npos);
        QVERIFY(dot.find("dotted") != std::string::npos);
        QCOMPARE(fingerprint(readDot("x", dot, {}, {})), fingerprint(g));
    }

    void longChain() {
        constexpr int n = 100000;
        GraphBuilder builder;
        for (int i = 0; i < n; ++i) {
            VertexSpec spec;
            spec.id = std::to_string(i);
            spec.outputs = {{"", 1, true}};
            builder.addVertex(std::move(spec));
            if (i > 0) builder.addEdge(static_cast<VertexId>(i - 1), 0, static_cast<VertexId>(i));
        }
        const Graph g = std::move(builder).build();
        QCOMPARE(fingerprint(fromJson(toNodeLinkJson(g))), fingerprint(g));
    }
};

REFORWARD_TEST("graph_files", GraphFilesTest);
#include "graph_files_test.moc"
