// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/instant_cut.h"

#include <QTest>
#include <numeric>

#include "core/bounds/instant_search.h"
#include "core/bounds/price_search.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

// Everything a planner may decide at the end of the forward pass, one choice after the other: which vertices
// run again. What must be live follows. Calls f(live bytes, rerun time).
template <class F>
void forEachChoice(const Graph& g, F&& f) {
    const std::vector<ValueId> needed = readByBackward(g);
    for (unsigned again = 0; again < (1U << g.vertexCount()); ++again) {
        std::vector<bool> wanted(g.valueCount());
        double time = 0;
        bool allowed = true;
        for (VertexId v = 0; v < g.vertexCount(); ++v) {
            if (!(again >> v & 1)) continue;
            allowed = allowed && !g.fixed(v) && g.recomputable(v);
            time += g.time(v);
            for (const ValueId u : g.inputs(v))
                wanted[u] = true;
        }
        if (!allowed) continue;
        for (const ValueId x : needed)
            wanted[x] = true;
        std::int64_t bytes = 0;
        for (ValueId x = 0; x < g.valueCount(); ++x) {
            const VertexId v = g.producer(x);
            if (wanted[x] && !(again >> v & 1) && !g.fixed(v)) bytes += g.bytes(x).count();
        }
        f(bytes, time);
    }
}

}  // namespace

class InstantCutTest : public QObject {
    Q_OBJECT
  private slots:
    void chainByHand() {
        // Backward reads a, b (saves: inputs). Held 4 + 6; or b again (2) with a held; or both again (1 + 2).
        const Graph g = graphFromText("a->b->c; a m=4 t=1; b m=6 t=2; c m=1 t=3");
        PricedCut cut = endOfForwardCut(g, 0.1);
        QCOMPARE(cut.liveBytes, std::int64_t(10));
        QCOMPARE(cut.rerunTime, 0.0);
        QVERIFY(cut.live[0] && cut.live[1] && !cut.live[2]);
        cut = endOfForwardCut(g, 0.2501);  // a: 1.0004 > 1; b: 1.5 < 2
        QCOMPARE(cut.rerunTime, 1.0);
        QVERIFY(!cut.live[0] && cut.live[1] && cut.rerun[0]);
        cut = endOfForwardCut(g, 0.5);
        QCOMPARE(cut.liveBytes, std::int64_t(0));
        QCOMPARE(cut.rerunTime, 3.0);
        QVERIFY(cut.rerun[0] && cut.rerun[1] && !cut.rerun[2]);
    }
    void severalOutputsFixedAndOnce() {
        // x is fixed: free. o may run only once: held at any price. s makes two values that are read; one
        // run makes both.
        const Graph g =
            graphFromText("x->o->s; s->u; s:1->u; x fixed m=100; o m=7 once; s out=3,5 t=2; u m=1");
        PricedCut cut = endOfForwardCut(g, 0.24);  // 8 bytes cost 1.92
        QCOMPARE(cut.liveBytes, std::int64_t(15));
        cut = endOfForwardCut(g, 0.26);
        QCOMPARE(cut.liveBytes, std::int64_t(7));
        QCOMPARE(cut.rerunTime, 2.0);
        cut = endOfForwardCut(g, 1000);
        QVERIFY(cut.live[1] && !cut.live[0]);
        QCOMPARE(cut.liveBytes, std::int64_t(7));
    }
    void nothingIsCheaper() {
        std::mt19937 random(3);
        for (int round = 0; round < 1500; ++round) {
            const auto g = randomGraph(random, {7, 0.35, 9, 4, true});
            const double price = static_cast<double>(random() % 200) / 100;
            const PricedCut cut = endOfForwardCut(*g, price);
            const double cost = price * static_cast<double>(cut.liveBytes) + cut.rerunTime;
            double least = 1e300;
            forEachChoice(*g, [&](std::int64_t bytes, double time) {
                least = std::min(least, price * static_cast<double>(bytes) + time);
            });
            QVERIFY2(std::abs(cost - least) < 1e-9, qPrintable(QString("%1 is not %2").arg(cost).arg(least)));
        }
    }
    // The best price proves the largest of its kind: the value at that budget of the convex hull of all
    // choices (bytes, time), rounded up.
    void bestPriceIsTheHull() {
        std::mt19937 random(4);
        for (int round = 0; round < 1500; ++round) {
            const auto g = randomGraph(random, {7, 0.35, 9, 4, true});
            const ScaledCosts costs(*g);
            InstantNetwork network(*g, readByBackward(*g), {});
            std::int64_t left = random() % 20;
            const InstantBound found = bestPrice(network, costs, costs.unitsIn(left), Control());
            // Of 17 bytes values of 4, 8 and 12 can use 16.
            std::int64_t common = 0;
            for (ValueId x = 0; x < g->valueCount(); ++x)
                common = g->fixed(g->producer(x)) ? common : std::gcd(common, g->bytes(x).count());
            if (common > 0) left -= left % common;
            std::vector<std::pair<std::int64_t, double>> choices;
            forEachChoice(*g, [&](std::int64_t bytes, double time) { choices.push_back({bytes, time}); });
            double hull = 1e300;
            for (const auto& [m1, t1] : choices) {
                if (m1 <= left) hull = std::min(hull, t1);
                for (const auto& [m2, t2] : choices) {
                    if (m1 <= left && m2 > left) {
                        const double share = static_cast<double>(m2 - left) / static_cast<double>(m2 - m1);
                        hull = std::min(hull, t2 + share * (t1 - t2));
                    }
                }
            }
            QCOMPARE(found.infeasible, hull > 1e299);
            if (found.infeasible) continue;
            const double unit = costs.time(1);
            QCOMPARE(costs.time(found.time), std::ceil(hull / unit - 1e-9) * unit);
        }
    }
    // Whole values: the least rerun time over all choices that fit; stopped early, no more than that.
    void searchIsExact() {
        std::mt19937 random(6);
        for (int round = 0; round < 1500; ++round) {
            const auto g = randomGraph(random, {8, 0.35, 9, 4, round % 2 == 1});
            const ScaledCosts costs(*g);
            InstantNetwork network(*g, readByBackward(*g), {});
            const std::int64_t left = random() % 25;
            double least = 1e300;
            forEachChoice(*g, [&](std::int64_t bytes, double time) {
                if (bytes <= left) least = std::min(least, time);
            });
            const std::size_t few = 1 + random() % 10;
            const InstantOptimum stopped = searchInstant(network, costs, costs.unitsIn(left), few, Control());
            QVERIFY(stopped.infeasible ? least > 1e299 : costs.time(stopped.time) <= least);
            const InstantOptimum found =
                searchInstant(network, costs, costs.unitsIn(left), 100'000, Control());
            QCOMPARE(found.infeasible, least > 1e299);
            if (found.infeasible) continue;
            QVERIFY(found.exact);
            QCOMPARE(costs.time(found.time), least);
        }
    }
};

REFORWARD_TEST("instant_cut", InstantCutTest);
#include "instant_cut_test.moc"
