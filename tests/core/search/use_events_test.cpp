// SPDX-License-Identifier: Apache-2.0
#include "core/search/use_events.h"

#include <QTest>
#include <cmath>

#include "core/plan/plan.h"
#include "core/search/annealing.h"
#include "core/search/starts.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

Reruns keepAll(const RecomputeModel& model) {
    Reruns none;
    none.first.assign(static_cast<std::size_t>(model.stages()) + 1, 0);
    return none;
}

bool sameEvents(const UseEvents& a, const UseEvents& b) {
    for (std::uint32_t x = 0; x < a.model().values(); ++x) {
        const auto &one = a.events(x), &two = b.events(x);
        if (one.size() != two.size()) return false;
        for (std::size_t k = 0; k < one.size(); ++k) {
            if (one[k].stage != two[k].stage || one[k].uses != two[k].uses || one[k].born != two[k].born)
                return false;
        }
    }
    return true;
}

}  // namespace

class UseEventsTest : public QObject {
    Q_OBJECT
  private slots:
    // a -> b -> c, bytes 4, 3, 2: backward of c (reads b) and of b (reads a).
    void aChainByHand() {
        const auto g = sharedGraph("a->b->c; a m=4; b m=3; c m=2");
        const RecomputeModel model(*g, {});
        UseEvents state(model, 100, 1);
        // Forward: a 4; a, b 7; a, b, c: a is still read by b's backward, 9, as c is no longer needed after.
        // Backward of c: a, b, gradients of c and b: 4 + 3 + 2 + 3 = 12; of b: a, gradients of b and a: 11.
        QCOMPARE(state.peak(), 12.0);
        QCOMPARE(simulate(*g, scheduleOf(model, state.reruns())).peak.count(), std::int64_t{12});
        // Drop a after the forward pass: its only later event is the backward of b, stage 4.
        state.begin();
        QVERIFY(state.drop(0, 1));
        state.finish();
        QCOMPARE(state.recomputeTime(), 1.0);
        QCOMPARE(state.reruns().at(4).size(), std::size_t{1});
        // The backward of b: a made again with b's gradient there: 4 + 3 before, then + 4.
        QCOMPARE(state.peak(), 11.0);
        state.undo();
        QCOMPARE(state.recomputeTime(), 0.0);
        QCOMPARE(state.peak(), 12.0);
    }
    void memoryIsTheSimulators_data() {
        QTest::addColumn<bool>("oddities");
        QTest::newRow("plain") << false;
        QTest::newRow("oddities") << true;
    }
    // After each of many random moves: memory and time equal those of the plan loaded anew, and are at least
    // (bytes) and exactly (time) the replay's; undone moves leave no trace.
    void memoryIsTheSimulators() {
        QFETCH(bool, oddities);
        std::mt19937 random(17);
        for (int round = 0; round < 150; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, oddities});
            const RecomputeModel model(*g, {});
            if (model.values() == 0) continue;
            const double budget = std::floor(0.8 * static_cast<double>(baselinePeak(*g).count()));
            UseEvents state(model, budget, static_cast<std::uint64_t>(round));
            QCOMPARE(state.peak(), static_cast<double>(baselinePeak(*g).count()));
            Walk walk(state, {300, 3, 0.3});
            UseEvents anew(model, budget, 1);
            while (!walk.done()) {
                const Reruns before = state.reruns();
                const double time = state.recomputeTime();
                if (!walk.step()) {
                    QCOMPARE(state.recomputeTime(), time);
                    QVERIFY(state.reruns().operations == before.operations);
                    continue;
                }
                anew.load(state.reruns());
                QCOMPARE(anew.recomputeTime(), state.recomputeTime());
                const Schedule schedule = scheduleOf(model, state.reruns());
                const Simulation replay = simulate(*g, schedule);
                QVERIFY2(replay.valid(), replay.fault ? replay.fault->message.c_str() : "");
                QCOMPARE(replay.recomputeTime, state.recomputeTime());
                QVERIFY(static_cast<double>(replay.peak.count()) <= state.peak());
                QVERIFY(anew.peak() <= state.peak());
                for (std::int32_t t = 0; sameEvents(anew, state) && t < model.stages(); ++t)
                    QCOMPARE(state.memory().at(t), anew.memory().at(t));
            }
        }
    }
    void reRunsComeBackFromTheSchedule() {
        std::mt19937 random(18);
        for (int round = 0; round < 200; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            const RecomputeModel model(*g, {});
            std::vector<bool> hold(model.values());
            for (std::uint32_t x = 0; x < model.values(); ++x)
                hold[x] = random() % 2;
            const Reruns reruns = withoutUseless(model, lazyReruns(model, hold));
            Reruns back;
            QVERIFY(rerunsOf(model, scheduleOf(model, reruns), back));
            QVERIFY(back.operations == reruns.operations && back.first == reruns.first);
        }
    }
    void keepAllIsTheBaseline() {
        std::mt19937 random(19);
        for (int round = 0; round < 200; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            const RecomputeModel model(*g, {});
            const Simulation replay = simulate(*g, scheduleOf(model, keepAll(model)));
            QVERIFY(replay.valid());
            QCOMPARE(replay.peak, baselinePeak(*g));
            QCOMPARE(replay.recomputeTime, 0.0);
        }
    }
    void zeroRetentionHoldsNothing() {
        // Chain of 4: the backward of d reads c, so a, b, c run again; of c: a, b; of b: a.
        const auto g = sharedGraph("a->b->c->d");
        const RecomputeModel model(*g, {});
        Reruns reruns;
        QVERIFY(zeroRetention(model, 100, Control(), reruns));
        QCOMPARE(reruns.operations.size(), std::size_t{6});
        QVERIFY(!zeroRetention(model, 5, Control(), reruns));
    }
};

REFORWARD_TEST("use_events", UseEventsTest);
#include "use_events_test.moc"
