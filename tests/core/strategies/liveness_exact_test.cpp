// SPDX-License-Identifier: Apache-2.0
// Right values: brute force over all canonical strategies, each judged by the straightforward stage
// simulation.
#include "core/strategies/liveness_exact.h"

#include <QTest>

#include "core/strategies/segments.h"
#include "tests/core/strategies/brute_force.h"
#include "tests/core/strategies/naive_stage.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::uint32_t indexOf(const SetFamily& family, Mask mask) {
    for (std::uint32_t i = 0; i < family.size(); ++i) {
        if (family.sets[i][0] == mask) return i;
    }
    return noIndex;
}

Figures stageFigures(const SetFamily& family, StageSimulator& stages, const Chain& chain) {
    Figures figures;
    std::int64_t cached = 0;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        std::vector<std::uint32_t> members;
        for (std::uint32_t v = 0; v < family.graph.size(); ++v) {
            if ((chain[k] & ~chain[k - 1]) >> v & 1) members.push_back(v);
        }
        const Transition t =
            stages.simulate(members, family, indexOf(family, chain[k - 1]), indexOf(family, chain[k]));
        figures.peak = std::max(figures.peak, cached + t.peak);
        figures.overhead += t.time;
        cached += t.cached;
    }
    return figures;
}

}  // namespace

class LivenessExactTest : public QObject {
    Q_OBJECT
  private slots:
    void equalsBruteForce_data() {
        QTest::addColumn<bool>("all");
        QTest::newRow("all lower sets") << true;
        QTest::newRow("ancestors") << false;
    }
    void equalsBruteForce() {
        QFETCH(bool, all);
        const OptionValues options = all ? OptionValues{{"lower-sets", std::string("all")}} : OptionValues{};
        std::mt19937 random(41);
        for (int round = 0; round < 80; ++round) {
            const auto g = randomGraph(random, {8, 0.45, 9, 4, true});
            const VertexGraph vertices(*g);
            if (vertices.size() == 0) continue;
            const SetFamily family(vertices, lowerSetsFor(vertices, all, Control()));
            StageSimulator stages(*g, vertices);
            std::vector<Figures> chains;
            forEachChain(vertices, all ? allMasks(vertices) : ancestorMasks(vertices),
                         [&](const Chain& c) { chains.push_back(stageFigures(family, stages, c)); });
            const std::int64_t fixed = g->fixedBytes().count();
            for (std::int64_t budget = 0; budget < 90; budget += 7) {
                double cheapest = -1;
                for (const Figures& f : chains) {
                    if (f.peak + fixed <= budget && (cheapest < 0 || f.overhead < cheapest))
                        cheapest = f.overhead;
                }
                const PlanPtr plan =
                    strategy("liveness-exact").solve({g, Bytes(budget), options, 1}, Control(), {});
                if (plan) QVERIFY(plan->peak().count() <= budget);
                // Stage peaks are upper bounds: below them only a plan that fits when replayed may come.
                if (cheapest < 0) continue;
                QVERIFY(plan != nullptr);
                QCOMPARE(plan->recomputeTime(), cheapest);
            }
        }
    }
    void leastIsWhereSolveFindsAPlan() {
        std::mt19937 random(42);
        for (int round = 0; round < 100; ++round) {
            const auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            if (g->plannedCount() == 0) continue;
            const auto least = strategy("liveness-exact").least({g, Bytes::max(), {}, 1}, Control());
            QVERIFY(least && least->plan->peak() == least->budget);
        }
    }
    void keepsAllWhereThatFits() {
        const auto g = sharedGraph("0->1->2->3->4->5");
        const PlanPtr plan = strategy("liveness-exact").solve({g, baselinePeak(*g), {}, 1}, Control(), {});
        QCOMPARE(plan->recomputeTime(), 0.0);
    }
};

REFORWARD_TEST("liveness_exact", LivenessExactTest);
#include "liveness_exact_test.moc"
