// SPDX-License-Identifier: Apache-2.0
// Right values: the worked examples of the theory (numbers of lower sets), and brute force over all subsets.
#include "core/graph/lower_sets.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::string chain(int n) {
    std::string text = "0";
    for (int i = 1; i < n; ++i)
        text += "->" + std::to_string(i);
    return text;
}

bool closed(const VertexGraph& g, std::uint32_t mask) {
    for (std::uint32_t v = 0; v < g.size(); ++v) {
        if (!(mask >> v & 1)) continue;
        for (const std::uint32_t u : g.predecessors(v)) {
            if (!(mask >> u & 1)) return false;
        }
    }
    return true;
}

}  // namespace

class LowerSetsTest : public QObject {
    Q_OBJECT
  private slots:
    void counts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("expected");
        QTest::newRow("chain of 5") << QString::fromStdString(chain(5)) << 6;
        QTest::newRow("chain of 10") << QString::fromStdString(chain(10)) << 11;
        QTest::newRow("diamond") << "0->1->3; 0->2->3" << 6;
        QTest::newRow("residual block") << "0->1->2->3; 0->3" << 5;
        QTest::newRow("two residual blocks") << "0->1->2->3->4->5->6; 0->3->6" << 8;
        QTest::newRow("U") << "0->1->2->3->4->5; 0->5; 1->4" << 7;
        QTest::newRow("two branches") << "0->1->2->3->7; 0->4->5->6->7" << 18;
        QTest::newRow("two sources") << "0->1->3; 2->3" << 7;
        QTest::newRow("three branches") << "0->1,2,3; 1->4; 2->4; 3->4" << 10;
    }
    void counts() {
        QFETCH(QString, text);
        QFETCH(int, expected);
        const VertexGraph g(graphFromText(text.toStdString()));
        QCOMPARE(*countLowerSets(g, 1000, Control()), static_cast<std::size_t>(expected));
        QCOMPARE(allLowerSets(g, 1000, Control()).size(), static_cast<std::size_t>(expected));
    }
    void equalBruteForce() {
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round) {
            const VertexGraph g(*randomGraph(random, {9, 0.3, 9, 4, false}));
            std::vector<std::uint32_t> expected;
            for (std::uint32_t mask = 0; mask < 1U << g.size(); ++mask) {
                if (closed(g, mask)) expected.push_back(mask);
            }
            const LowerSetFamily family = allLowerSets(g, 1000, Control());
            std::vector<std::uint32_t> found;
            for (std::size_t i = 0; i < family.size(); ++i) {
                found.push_back(static_cast<std::uint32_t>(family[i][0]));
                if (i > 0) QVERIFY(std::popcount(found[i - 1]) <= std::popcount(found[i]));
            }
            QCOMPARE(found.front(), 0U);
            QCOMPARE(std::popcount(found.back()), static_cast<int>(g.size()));
            std::sort(found.begin(), found.end());
            QCOMPARE(found, expected);
        }
    }
    void limitsAreKept() {
        const VertexGraph g(graphFromText("0->1->3; 0->2->3"));
        std::size_t counted = 0;
        QCOMPARE(allLowerSets(g, 5, Control(), &counted).size(), 0U);
        QCOMPARE(counted, 6U);
        QVERIFY(!countLowerSets(g, 5, Control()));
        QVERIFY(countLowerSets(g, 6, Control()));
        // 60 vertices without an edge have 2^60 lower sets: the limit is met, not the end.
        std::string text = "0 m=1";
        for (int i = 1; i < 60; ++i)
            text += ";" + std::to_string(i) + " m=1";
        QVERIFY(!countLowerSets(VertexGraph(graphFromText(text)), 10'000, Control()));
    }
    void ancestorsAndBoundary() {
        // Two sinks: V has to be added.
        const VertexGraph g(graphFromText("0->1; 0->2"));
        const LowerSetFamily family = ancestorFamily(g);
        QCOMPARE(family.size(), 5U);
        QCOMPARE(family.set(4).count(), 3U);
        VertexSet lower(3);
        lower.insert(0);
        lower.insert(1);
        QCOMPARE(boundary(g, lower).members(), std::vector<std::uint32_t>{0});
        // One sink: its ancestors are V already.
        QCOMPARE(ancestorFamily(VertexGraph(graphFromText("0->1->2"))).size(), 4U);
    }
    void aLongChainIsNoProblem() {
        const VertexGraph g(graphFromText(chain(20'000)));
        QCOMPARE(*countLowerSets(g, 100'000, Control()), 20'001U);
    }
};

REFORWARD_TEST("lower_sets", LowerSetsTest);
#include "lower_sets_test.moc"
