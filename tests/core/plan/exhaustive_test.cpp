// SPDX-License-Identifier: Apache-2.0
// The judge of planners and bounds is judged itself: by hand-worked cases, by the simulator, and by
// schedules made in other ways.
#include "tests/support/exhaustive.h"

#include <QTest>
#include <map>

#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::optional<double> best(const std::string& text, std::int64_t budget, Orders orders = Orders::any) {
    return optimalRecomputeTime(*sharedGraph(text), Bytes(budget), orders);
}

// A random walk through valid steps to a complete schedule; nothing where it loses itself.
std::optional<Schedule> randomSchedule(const Graph& graph, std::mt19937& random) {
    Replay replay(graph);
    Schedule schedule;
    for (int tries = 0; tries < 4000; ++tries) {
        Replay copy = replay;
        if (copy.finish()) return schedule;
        Step step;
        const auto kind = random() % 16;
        step.kind = kind < 6    ? StepKind::forward
                    : kind < 12 ? StepKind::backward
                    : kind < 13 ? StepKind::free
                                : StepKind::freeGradient;
        step.vertex = static_cast<VertexId>(random() % graph.vertexCount());
        if (step.kind == StepKind::free || step.kind == StepKind::freeGradient)
            step.output = static_cast<std::uint32_t>(random() % graph.outputCount(step.vertex));
        if (step.kind == StepKind::forward && replay.runs(step.vertex) > 0 && random() % 4 != 0) continue;
        if (replay.apply(step)) schedule.push_back(step);
    }
    return std::nullopt;
}

}  // namespace

class ExhaustiveTest : public QObject {
    Q_OBJECT
  private slots:
    void chainOfThree() {
        // Backward of c holds a, b and two gradients: 4. With 3, a is dropped after b's run, and run again.
        // Backward of c needs b and two gradients in any case: 3.
        QCOMPARE(best("a->b->c; a t=5", 4), 0.0);
        QCOMPARE(best("a->b->c; a t=5", 3), 5.0);
        QVERIFY(!best("a->b->c; a t=5", 2));
        QCOMPARE(leastPeak(*sharedGraph("a->b->c")).count(), 3);
    }
    void workspaceAndOnlyOnce() {
        // As above with 2 more bytes while a runs: again it needs 2 + a + gradient of b = 4.
        QVERIFY(!best("a->b->c; a w=2 bw=0", 3));
        QCOMPARE(best("a->b->c; a w=2 bw=0", 4), 0.0);
        QVERIFY(!best("a->b->c; a once", 3));
        QCOMPARE(leastPeak(*sharedGraph("a->b->c; a once")).count(), 4);
    }
    void fixedValuesStay() {
        // 10 fixed bytes all the time; a reads them: nothing else changes (no gradient of x).
        QCOMPARE(best("x->a->b->c; x fixed m=10", 14), 0.0);
        QCOMPARE(best("x->a->b->c; x fixed m=10", 13), 1.0);
        QVERIFY(!best("x->a->b->c; x fixed m=10", 12));
    }
    void severalOutputs() {
        // Only output 1 (3 bytes) of a is read later, but each run of a makes both: 5 + 3 = 8 bytes.
        // Backward of b: a:1, gradients of b (1) and a:1 (3), and of c none: 7 bytes.
        const std::string text = "a:1->b; a out=5,3 t=2 saves=";
        QCOMPARE(best(text, 8), 0.0);
        QVERIFY(!best(text, 7));
        QCOMPARE(leastPeak(*sharedGraph(text)).count(), 8);
    }
    void theOrderMatters() {
        // In the graph's order a and b are made before either is reduced: 10 bytes, and 11 with the result.
        // One after the other they need 7: the second, its result and the first's.
        const std::string text = "a; b; a->c; b->d; c,d->e; a m=5; b m=5; joint";
        QCOMPARE(best(text, 11, Orders::fixed), 0.0);
        QCOMPARE(best(text, 10, Orders::fixed), 1.0);
        QCOMPARE(best(text, 9, Orders::fixed), 2.0);
        QCOMPARE(best(text, 7, Orders::fixed), 2.0);
        QCOMPARE(best(text, 7), 0.0);
        QVERIFY(!best(text, 6));
        QCOMPARE(leastPeak(*sharedGraph(text)).count(), 7);
    }
    void recomputesInTheForwardPass() {
        // a (9 bytes) is read first and last; b, c, d in between are made one from the other and need 11.
        const std::string text = "a->b->c->d->e; a->e; a m=9 t=3; b m=4; c m=6; d m=1; joint";
        QCOMPARE(best(text, 19), 0.0);
        QCOMPARE(best(text, 18), 3.0);
        QCOMPARE(best(text, 13), 3.0);
        QVERIFY(!best(text, 12));
    }
    void schedulesReplayAsSaid() {
        std::mt19937 random(11);
        int found = 0;
        for (int round = 0; round < 300; ++round) {
            const auto g = randomGraph(random, {7, 0.35, 9, 4, true});
            const Bytes least = leastPeak(*g), baseline = baselinePeak(*g);
            QVERIFY(least <= baseline);
            QVERIFY(!optimalRecomputeTime(*g, least - Bytes(1)));
            double before = 1e9;
            for (Bytes budget = least; budget <= baseline; budget += Bytes(2)) {
                for (const Orders orders : {Orders::any, Orders::fixed}) {
                    const auto optimum = optimalSchedule(*g, budget, orders);
                    if (!optimum) {
                        QVERIFY(orders == Orders::fixed);
                        continue;
                    }
                    const Simulation replay = simulate(*g, optimum->schedule);
                    QVERIFY2(replay.valid(), replay.fault ? replay.fault->message.c_str() : "");
                    QVERIFY(replay.peak <= budget);
                    QCOMPARE(replay.recomputeTime, optimum->recomputeTime);
                    if (orders == Orders::fixed) {
                        QVERIFY(optimum->recomputeTime >= *optimalRecomputeTime(*g, budget));
                    } else {
                        QVERIFY(optimum->recomputeTime <= before);
                        before = optimum->recomputeTime;
                    }
                    ++found;
                }
            }
            QCOMPARE(optimalRecomputeTime(*g, baseline, Orders::fixed), std::optional(0.0));
        }
        QVERIFY(found > 1000);
    }
    void noRandomScheduleIsCheaper() {
        std::mt19937 random(12);
        int walks = 0, tight = 0;
        for (int round = 0; round < 150; ++round) {
            const auto g = randomGraph(random, {5, 0.4, 9, 4, true});
            std::map<Bytes, double> optima;
            for (int walk = 0; walk < 40; ++walk) {
                const auto schedule = randomSchedule(*g, random);
                if (!schedule) continue;
                const Simulation replay = simulate(*g, *schedule);
                QVERIFY(replay.valid());
                if (!optima.contains(replay.peak)) {
                    const auto optimum = optimalRecomputeTime(*g, replay.peak);
                    QVERIFY(optimum.has_value());
                    optima[replay.peak] = *optimum;
                }
                QVERIFY(optima[replay.peak] <= replay.recomputeTime);
                ++walks;
                if (replay.recomputeTime > 0 && optima[replay.peak] == replay.recomputeTime) ++tight;
            }
        }
        QVERIFY(walks > 2000);
        QVERIFY(tight > 0);
    }
    void noScheduleOfBitsIsCheaper() {
        std::mt19937 random(13);
        for (int round = 0; round < 60; ++round) {
            const auto g = randomGraph(random, {5, 0.4, 9, 4, true});
            const std::size_t n = g->vertexCount();
            std::map<Bytes, double> optima;
            for (unsigned bits = 0; bits < 1U << (2 * n); ++bits) {
                std::vector<bool> keep(n), retain(n);
                for (std::size_t v = 0; v < n; ++v) {
                    keep[v] = bits >> v & 1;
                    retain[v] = bits >> (n + v) & 1;
                }
                const Simulation replay = simulate(*g, scheduleFromBits(*g, keep, retain));
                QVERIFY(replay.valid());
                if (!optima.contains(replay.peak))
                    optima[replay.peak] = *optimalRecomputeTime(*g, replay.peak, Orders::fixed);
                QVERIFY(optima[replay.peak] <= replay.recomputeTime);
            }
        }
    }
};

REFORWARD_TEST("exhaustive", ExhaustiveTest);
#include "exhaustive_test.moc"
