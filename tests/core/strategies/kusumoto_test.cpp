// SPDX-License-Identifier: Apache-2.0
// Right values: the worked examples of the theory (Pareto points by the published formulas), and brute force
// over all canonical strategies of small graphs.
#include "core/strategies/kusumoto.h"

#include <QTest>
#include <limits>

#include "tests/core/strategies/brute_force.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

std::string chain(int n) {
    std::string text = "0";
    for (int i = 1; i < n; ++i)
        text += "->" + std::to_string(i);
    return text;
}

PlanPtr planAt(const char* name, const std::shared_ptr<const Graph>& graph, std::int64_t budget) {
    return strategy(name).solve({graph, Bytes(budget), {}, 1}, Control(), {});
}

std::int64_t leastOf(const char* name, const std::shared_ptr<const Graph>& graph) {
    return strategy(name).least({graph, Bytes::max(), {}, 1}, Control())->budget.count();
}

}  // namespace

class KusumotoTest : public QObject {
    Q_OBJECT
  private slots:
    // Points are "peak,overhead": the first peak is the least budget, at each peak the overhead is the least.
    void workedExamples_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("points");
        const char *exact = "kusumoto-exact-tc", *approximate = "kusumoto-approx-tc";
        const QString branches = "0->1->2->3->7; 0->4->5->6->7";
        QTest::newRow("chain of 5") << QString::fromStdString(chain(5)) << exact << "5,2 6,1";
        QTest::newRow("chain of 5, ancestors")
            << QString::fromStdString(chain(5)) << approximate << "5,2 6,1";
        QTest::newRow("chain of 10") << QString::fromStdString(chain(10)) << exact << "7,5 8,4 9,3 10,2 11,1";
        QTest::newRow("diamond") << "0->1->3; 0->2->3" << exact << "6,1";
        QTest::newRow("diamond, ancestors") << "0->1->3; 0->2->3" << approximate << "6,2";
        QTest::newRow("residual block") << "0->1->2->3; 0->3" << exact << "6,1";
        QTest::newRow("two residual blocks") << "0->1->2->3->4->5->6; 0->3->6" << exact << "8,2 9,1";
        QTest::newRow("four residual blocks") << "0->1->2->3->4->5->6->7->8->9->10->11->12; 0->3->6->9->12"
                                              << exact << "11,5 12,4 13,3 14,2 15,1";
        QTest::newRow("U") << "0->1->2->3->4->5; 0->5; 1->4" << exact << "9,1";
        QTest::newRow("two branches") << branches << exact << "8,3 9,2 10,1";
        QTest::newRow("two branches, ancestors") << branches << approximate << "10,6 11,5 12,4";
        QTest::newRow("chain with a skip")
            << QString::fromStdString(chain(10)) + "; 0->9" << exact << "10,3 11,2 12,1";
        QTest::newRow("two sources") << "0->1->3; 2->3" << exact << "5,1";
        QTest::newRow("two sources, ancestors") << "0->1->3; 2->3" << approximate << "6,2";
        QTest::newRow("three branches") << "0->1,2,3; 1->4; 2->4; 3->4" << exact << "8,1";
        QTest::newRow("three branches, ancestors") << "0->1,2,3; 1->4; 2->4; 3->4" << approximate << "8,3";
        // Lower sets must be ordered by size: in search order a transition is missed and 16 comes out.
        QTest::newRow("order of sets") << "3->0; 2->1; 1->0; 0 m=1; 1 m=5; 2 m=3; 3 m=1" << exact << "15,1";
    }
    void workedExamples() {
        QFETCH(QString, graph);
        QFETCH(QString, name);
        QFETCH(QString, points);
        const auto g = sharedGraph(graph.toStdString());
        bool first = true;
        for (const QString& point : points.split(' ')) {
            const auto peak = point.section(',', 0, 0).toLongLong();
            const double overhead = point.section(',', 1, 1).toDouble();
            if (first) QCOMPARE(leastOf(qPrintable(name), g), peak);
            if (first) QVERIFY(!planAt(qPrintable(name), g, peak - 1));
            const PlanPtr plan = planAt(qPrintable(name), g, peak);
            QVERIFY(plan != nullptr);
            QCOMPARE(plan->published->peak.count(), peak);
            if (!(graph.startsWith("3->0"))) QCOMPARE(plan->published->overhead, overhead);
            first = false;
        }
    }
    void leastPeaksOfUnitChains() {
        const std::vector<int> expected{2, 3,  4,  5,  5,  6,  6,  7,  7,  7,  8,  8,  8,  9,  9, 9,
                                        9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12};
        for (int n = 1; n <= 31; ++n) {
            QCOMPARE(leastOf("kusumoto-exact-tc", sharedGraph(chain(n))),
                     std::int64_t{expected[static_cast<std::size_t>(n - 1)]});
        }
    }
    void equalsBruteForce_data() {
        QTest::addColumn<bool>("exact");
        QTest::addColumn<bool>("realTimes");
        QTest::newRow("exact") << true << false;
        QTest::newRow("ancestors") << false << false;
        QTest::newRow("exact, real-valued times") << true << true;
    }
    void equalsBruteForce() {
        QFETCH(bool, exact);
        QFETCH(bool, realTimes);
        std::mt19937 random(21);
        for (int round = 0; round < 120; ++round) {
            auto g = randomGraph(random, {8, 0.45, 9, 4, false});
            if (realTimes) {
                GraphBuilder builder = rebuild(*g);
                for (VertexId v = 0; v < builder.vertexCount(); ++v) {
                    builder.spec(v).time = static_cast<double>(random() % 1000003) / 7919.0;
                }
                g = std::make_shared<const Graph>(std::move(builder).build());
            }
            const VertexGraph vertices(*g);
            std::vector<Figures> all;
            forEachChain(vertices, exact ? allMasks(vertices) : ancestorMasks(vertices),
                         [&](const Chain& c) { all.push_back(publishedFigures(vertices, c)); });
            std::int64_t least = INT64_MAX, most = 0;
            for (const Figures& f : all)
                least = std::min(least, f.peak), most = std::max(most, f.peak);
            QCOMPARE(leastOf(exact ? "kusumoto-exact-tc" : "kusumoto-approx-tc", g), least);
            for (std::int64_t budget = least - 1; budget <= most;
                 budget += std::max<std::int64_t>(1, (most - least) / 5)) {
                double cheapest = none, dearest = -none;
                for (const Figures& f : all) {
                    if (f.peak > budget) continue;
                    cheapest = std::min(cheapest, f.overhead);
                    dearest = std::max(dearest, f.overhead);
                }
                const PlanPtr time = planAt(exact ? "kusumoto-exact-tc" : "kusumoto-approx-tc", g, budget);
                const PlanPtr memory = planAt(exact ? "kusumoto-exact-mc" : "kusumoto-approx-mc", g, budget);
                QCOMPARE(time != nullptr, cheapest < none);
                QCOMPARE(memory != nullptr, cheapest < none);
                if (!time) continue;
                QVERIFY(std::abs(time->published->overhead - cheapest) <= 1e-9 * std::max(1.0, cheapest));
                QVERIFY(std::abs(memory->published->overhead - dearest) <= 1e-9 * std::max(1.0, dearest));
                QVERIFY(time->published->peak.count() <= budget && memory->published->peak.count() <= budget);
            }
        }
    }
    void identities() {
        // T({L}) + T(U_k) = T(V) and M({V}) = 2 M(V), on the residual chain.
        const auto g = sharedGraph("0->1->2->3->4->5->6; 0->3->6; 0 m=3; 2 m=5; 4 t=3");
        const auto plans = strategy("kusumoto-exact-tc").sweep({g, Bytes::max(), {}, 1}, Control(), {});
        QVERIFY(plans.size() >= 3);
        QVERIFY(plans.back()->published->peak.count() <= 2 * g->valueBytes().count());
        for (std::size_t i = 1; i < plans.size(); ++i) {
            QVERIFY(plans[i]->published->overhead <= plans[i - 1]->published->overhead);
        }
        const VertexGraph vertices(*g);
        for (const PlanPtr& plan : plans) {
            // U_k: every vertex that a later segment than its own reads.
            std::vector<std::size_t> segmentOf(g->vertexCount());
            for (std::size_t i = 0; i < plan->segments.size(); ++i) {
                for (const VertexId v : plan->segments[i])
                    segmentOf[v] = i;
            }
            double cached = 0;
            for (std::uint32_t u = 0; u < vertices.size(); ++u) {
                const auto readers = vertices.successors(u);
                if (std::any_of(readers.begin(), readers.end(), [&](std::uint32_t w) {
                        return segmentOf[vertices.original(w)] > segmentOf[vertices.original(u)];
                    })) {
                    cached += vertices.time(u);
                }
            }
            QCOMPARE(plan->published->overhead + cached, vertices.totalTime());
        }
        // One segment: twice all values, all of them recomputed.
        const Figures whole = publishedFigures(vertices, {0, (Mask{1} << vertices.size()) - 1});
        QCOMPARE(whole.peak, 2 * vertices.totalMemory());
    }
    void doesNotApplyToJointGraphs() {
        const auto g = sharedGraph("a->b; joint");
        for (const char* name :
             {"kusumoto-exact-tc", "kusumoto-exact-mc", "kusumoto-approx-tc", "kusumoto-approx-mc"}) {
            QVERIFY(strategy(name).notApplicable(*g));
        }
    }
    void tooManyLowerSetsAreRefused() {
        std::string text = "0 m=1";
        for (int i = 1; i < 40; ++i)
            text += ";" + std::to_string(i) + " m=1";
        try {
            planAt("kusumoto-exact-tc", sharedGraph(text), 1000);
            QFAIL("2^40 lower sets were taken on");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::notApplicable);
            QVERIFY(std::string(e.what()).find("counted so far") != std::string::npos);
        }
    }
};

REFORWARD_TEST("kusumoto", KusumotoTest);
#include "kusumoto_test.moc"
