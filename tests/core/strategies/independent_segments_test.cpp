// SPDX-License-Identifier: Apache-2.0
// Right values: divisions worked by hand, and what makes a division one, checked on random graphs.
#include "core/strategies/independent_segments.h"

#include <QTest>
#include <algorithm>
#include <set>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

using Kind = Division::Kind;

// "-" an edge, "(- 1 - 2 -)" a series, "[-|(- 1 -)]" a parallel part, "{1 2: - - -}" another; branches and
// inner segments are sorted as text.
std::string text(const Division& d) {
    std::vector<std::string> texts;
    for (const Division::Part& part : d.parts) {
        std::vector<std::string> children;
        for (const std::uint32_t child : d.childrenOf(part))
            children.push_back(texts[child]);
        std::string own;
        if (part.kind == Kind::edge) {
            own = "-";
        } else if (part.kind == Kind::series) {
            own = "(" + children[0];
            for (std::size_t k = 0; k < part.vertexCount; ++k)
                own += " " + std::to_string(d.verticesOf(part)[k]) + " " + children[k + 1];
            own += ")";
        } else {
            std::sort(children.begin(), children.end());
            if (part.kind == Kind::parallel) {
                for (const std::string& child : children)
                    own += (own.empty() ? "[" : "|") + child;
                own += "]";
            } else {
                own = "{";
                for (const std::uint32_t v : d.verticesOf(part))
                    own += std::to_string(v) + (v == d.verticesOf(part).back() ? ":" : " ");
                for (const std::string& child : children)
                    own += " " + child;
                own += "}";
            }
        }
        texts.push_back(own);
    }
    return texts.back();
}

std::string divisionOf(const std::string& graph) {
    return text(divide(VertexGraph(graphFromText(graph)), Control()));
}

std::vector<std::set<std::uint32_t>> interiors(const Division& d) {
    std::vector<std::set<std::uint32_t>> all;
    for (const Division::Part& part : d.parts) {
        std::set<std::uint32_t> own(d.verticesOf(part).begin(), d.verticesOf(part).end());
        for (const std::uint32_t child : d.childrenOf(part))
            own.insert(all[child].begin(), all[child].end());
        all.push_back(own);
    }
    return all;
}

// Vertices outside that an edge joins to the inside; virtual ends count as one vertex each.
std::set<std::uint32_t> touched(const VertexGraph& g, const Division& d,
                                const std::set<std::uint32_t>& inside) {
    const auto n = static_cast<std::uint32_t>(g.size());
    std::set<std::uint32_t> outside;
    for (const std::uint32_t v : inside) {
        for (const std::uint32_t w : g.predecessors(v))
            if (!inside.contains(w)) outside.insert(w);
        for (const std::uint32_t w : g.successors(v))
            if (!inside.contains(w)) outside.insert(w);
        if (d.source == noIndex && g.predecessors(v).empty()) outside.insert(n);
        if (d.sink == noIndex && g.successors(v).empty()) outside.insert(n + 1);
    }
    return outside;
}

}  // namespace

class IndependentSegmentsTest : public QObject {
    Q_OBJECT
  private slots:
    void workedDivisions_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("division");
        QTest::newRow("a vertex") << "0 m=3"
                                  << "-";
        QTest::newRow("an edge") << "0->1"
                                 << "-";
        QTest::newRow("a chain") << "0->1->2->3"
                                 << "(- 1 - 2 -)";
        QTest::newRow("diamond") << "0->1->3; 0->2->3"
                                 << "[(- 1 -)|(- 2 -)]";
        QTest::newRow("two residual blocks") << "0->1->2->3->4->5->6; 0->3->6"
                                             << "([(- 1 - 2 -)|-] 3 [(- 4 - 5 -)|-])";
        QTest::newRow("U") << "0->1->2->3->4->5; 0->5; 1->4"
                           << "[(- 1 [(- 2 - 3 -)|-] 4 -)|-]";
        // 2 and 3 lie on edges of the bridge 0, 1, 4, 5.
        QTest::newRow("crossed") << "0->1,2; 1->3; 2->4; 1->4; 3->5; 4->5"
                                 << "{1 4: (- 2 -) (- 3 -) - - -}";
        // The bridge 1 .. 4 in place of the inner edge of the bridge 0, 1, 4, 5.
        QTest::newRow("a bridge in a bridge") << "0->1; 1->2,3; 2->3; 2->4; 3->4; 0->4; 1->5; 4->5"
                                              << "{1 4: - - - - {2 3: - - - - -}}";
        QTest::newRow("two bridges in series") << "0->1,2; 1->2; 1->3; 2->3; 3->4,5; 4->5; 4->6; 5->6"
                                               << "({1 2: - - - - -} 3 {4 5: - - - - -})";
        // A virtual source before 0 and 2, a virtual sink behind 3 and 4.
        QTest::newRow("two sources") << "0->1->3; 2->3"
                                     << "[(- 0 - 1 -)|(- 2 -)]";
        QTest::newRow("two sinks") << "0->1->2; 1->3"
                                   << "(- 1 [(- 2 -)|(- 3 -)])";
        QTest::newRow("two graphs") << "0->1; 2->3"
                                    << "[(- 0 - 1 -)|(- 2 - 3 -)]";
    }
    void workedDivisions() {
        QFETCH(QString, graph);
        QFETCH(QString, division);
        QCOMPARE(QString::fromStdString(divisionOf(graph.toStdString())), division);
    }
    void partsTouchTheRestThroughTwoVertices() {
        std::mt19937 random(71);
        for (int round = 0; round < 600; ++round) {
            const auto g = randomGraph(random, {14, 0.1 + 0.1 * (round % 4), 9, 4, false});
            const VertexGraph vertices(*g);
            const Division d = divide(vertices, Control());
            std::vector<int> uses(vertices.size());
            for (const std::uint32_t v : d.vertices)
                ++uses[v];
            for (std::uint32_t v = 0; v < vertices.size(); ++v)
                QCOMPARE(uses[v], v == d.source || v == d.sink ? 0 : 1);
            const auto inside = interiors(d);
            for (std::size_t p = 0; p + 1 < d.parts.size(); ++p) {
                const Division::Part& part = d.parts[p];
                if (inside[p].empty())
                    QVERIFY(part.kind == Kind::edge);
                else
                    QCOMPARE(touched(vertices, d, inside[p]).size(), 2U);
                for (const std::uint32_t child : d.childrenOf(part))
                    QVERIFY(d.parts[child].kind != part.kind || part.kind == Kind::other);
            }
        }
    }
    // Of a part of kind other: no two vertices cut off an independent segment that is not inside one child.
    void otherPartsHoldMaximalSegments() {
        std::mt19937 random(72);
        int others = 0;
        for (int round = 0; round < 400; ++round) {
            const auto g = randomGraph(random, {11, 0.2 + 0.1 * (round % 3), 9, 4, false});
            const VertexGraph vertices(*g);
            const Division d = divide(vertices, Control());
            const auto inside = interiors(d);
            for (std::size_t p = 0; p < d.parts.size(); ++p) {
                if (d.parts[p].kind != Kind::other) continue;
                ++others;
                for (unsigned mask = 1; mask < (1U << vertices.size()); ++mask) {
                    std::set<std::uint32_t> some;
                    for (std::uint32_t v = 0; v < vertices.size(); ++v)
                        if (mask >> v & 1) some.insert(v);
                    if (some.size() >= inside[p].size()) continue;
                    if (!std::includes(inside[p].begin(), inside[p].end(), some.begin(), some.end()))
                        continue;
                    if (touched(vertices, d, some).size() > 2) continue;
                    const auto children = d.childrenOf(d.parts[p]);
                    QVERIFY(std::any_of(children.begin(), children.end(), [&](std::uint32_t c) {
                        return std::includes(inside[c].begin(), inside[c].end(), some.begin(), some.end());
                    }));
                }
            }
        }
        QVERIFY(others > 100);
    }
    // 60 bridges, each in place of the inner edge of the one around it.
    void nestedBridges() {
        std::string graph;
        const int depth = 60;
        const auto in = [](int k) { return "i" + std::to_string(k); };
        const auto out = [](int k) { return "o" + std::to_string(k); };
        for (int k = 0; k < depth; ++k) {
            graph += in(k) + "->" + in(k + 1) + "; " + in(k) + "->" + out(k + 1) + "; " + in(k + 1) + "->" +
                     out(k) + "; " + out(k + 1) + "->" + out(k) + "; ";
        }
        graph += in(depth) + "->" + out(depth);
        const Division d = divide(VertexGraph(graphFromText(graph)), Control());
        QCOMPARE(std::count_if(d.parts.begin(), d.parts.end(),
                               [](const Division::Part& p) { return p.kind == Kind::other; }),
                 depth);
    }
    void deepNestsAndLongChainsAreDivided() {
        // A U of 20,000 levels: 0>1>...>2n-1, and k>2n-1-k for each level k.
        GraphBuilder builder;
        const int levels = 20000;
        for (int k = 0; k < 2 * levels; ++k) {
            VertexSpec spec;
            spec.id = std::to_string(k);
            const VertexId v = builder.addVertex(std::move(spec));
            if (k > 0) builder.addEdge(v - 1, 0, v);
        }
        for (int k = 0; k < levels - 1; ++k)
            builder.addEdge(static_cast<VertexId>(k), 0, static_cast<VertexId>(2 * levels - 1 - k));
        const Graph nest = std::move(builder).build();
        const VertexGraph vertices(nest);
        const Division d = divide(vertices, Control());
        const auto count = [&](Kind kind) {
            return std::count_if(d.parts.begin(), d.parts.end(),
                                 [&](const auto& p) { return p.kind == kind; });
        };
        QCOMPARE(count(Kind::parallel), levels - 1);
        QCOMPARE(count(Kind::series), levels - 1);
        QCOMPARE(count(Kind::other), 0);
    }
};

REFORWARD_TEST("independent_segments", IndependentSegmentsTest);
#include "independent_segments_test.moc"
