// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/greedy_evict.h"

#include <QTest>

#include "core/strategies/slack.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

Simulation replay(const Graph& graph, const std::vector<Run>& runs) {
    return simulate(graph, withFrees(graph, runs));
}

// A random graph turned into a joint one: nothing has an implicit backward.
std::shared_ptr<const Graph> jointOf(const Graph& graph) {
    GraphBuilder builder = rebuild(graph);
    builder.setJoint(true);
    return std::make_shared<const Graph>(std::move(builder).build());
}

Pins randomPins(const Graph& graph, std::mt19937& random) {
    Pins pins;
    for (VertexId v = 0; v < graph.vertexCount(); ++v) {
        if (graph.fixed(v)) continue;
        const auto kind = random() % 6;
        if (kind == 0) pins.keep.push_back(v);
        if (kind == 1 && graph.recomputable(v)) pins.recompute.push_back(v);
    }
    return pins;
}

}  // namespace

class GreedyEvictTest : public QObject {
    Q_OBJECT
  private slots:
    void evictsWhatIsCheapestForItsBytesAndNextUse() {
        // Backward of d holds a, b, c and two gradients: 5 bytes. With 4 one value goes: a is used last and
        // costs nothing less than b, which would need it.
        const auto g = sharedGraph("a->b->c->d");
        const auto runs = greedyEvictRuns(*g, Bytes(4), {}, {}, Control());
        QVERIFY(runs.has_value());
        const Simulation s = replay(*g, *runs);
        QVERIFY(s.valid() && s.peak <= Bytes(4));
        QCOMPARE(s.recomputeTime, 1.0);
        QCOMPARE(s.runs, (std::vector<std::uint32_t>{2, 1, 1, 1}));
    }
    void plansOfJointGraphsToo() {
        // Worked by hand in exhaustive_test: a again for the end, 3 of time.
        const auto g = sharedGraph("a->b->c->d->e; a->e; a m=9 t=3; b m=4; c m=6; d m=1; joint");
        const auto runs = greedyEvictRuns(*g, Bytes(13), {}, {}, Control());
        QVERIFY(runs.has_value());
        QCOMPARE(replay(*g, *runs).recomputeTime, 3.0);
        QVERIFY(!greedyEvictRuns(*g, Bytes(12), {}, {}, Control()));
    }
    void anotherOrderOfFirstRuns() {
        const auto g = sharedGraph("a; b; a->c; b->d; c,d->e; a m=5; b m=5; joint");
        GreedyEvictOptions options;
        options.order = {0, 2, 1, 3, 4};
        const auto runs = greedyEvictRuns(*g, Bytes(7), {}, options, Control());
        QVERIFY(runs.has_value());
        QCOMPARE(replay(*g, *runs).recomputeTime, 0.0);
    }
    void neverFreesWhatMayRunOnlyOnceAndIsWanted() {
        const auto g = sharedGraph("a->b->c->d; b once");
        const auto runs = greedyEvictRuns(*g, Bytes(4), {}, {}, Control());
        QVERIFY(runs.has_value());
        QCOMPARE(replay(*g, *runs).runs[1], 1U);
    }
    void isSeldomFarFromTheOptimum_data() {
        QTest::addColumn<bool>("joint");
        QTest::newRow("forward") << false;
        QTest::newRow("joint") << true;
    }
    void isSeldomFarFromTheOptimum() {
        QFETCH(bool, joint);
        std::mt19937 random(61);
        int cases = 0, found = 0, equal = 0;
        for (int round = 0; round < 1500; ++round) {
            auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            if (joint) g = jointOf(*g);
            const Bytes baseline = baselinePeak(*g), floor = floorOf(*g).bytes;
            for (Bytes budget = floor; budget < baseline; budget += Bytes(3)) {
                const auto optimum = optimalRecomputeTime(*g, budget, Orders::fixed);
                const auto runs = greedyEvictRuns(*g, budget, {}, {}, Control());
                if (!optimum) {
                    QVERIFY(!runs);
                    continue;
                }
                ++cases;
                if (!runs) continue;
                const Simulation s = replay(*g, *runs);
                QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
                QVERIFY(s.peak <= budget);
                QVERIFY(s.recomputeTime >= *optimum);
                ++found;
                if (s.recomputeTime == *optimum) ++equal;
            }
        }
        qInfo("%d budgets: %d planned, %d as the optimum", cases, found, equal);
        QVERIFY(cases > 800);
        QVERIFY(found > cases * 93 / 100);
        QVERIFY(equal > cases * 85 / 100);
    }
    void pinsAreHonoured() {
        std::mt19937 random(62);
        int checked = 0;
        for (int round = 0; round < 600; ++round) {
            auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            if (round % 2) g = jointOf(*g);
            const Pins pins = randomPins(*g, random);
            const Bytes baseline = baselinePeak(*g), floor = floorOf(*g).bytes;
            for (const int part : {0, 1, 2, 4}) {
                const Bytes budget = floor + Bytes((baseline - floor).count() * part / 3);
                const auto runs = greedyEvictRuns(*g, budget, pins, {}, Control());
                if (!runs) continue;
                const Schedule schedule = withFrees(*g, *runs);
                const Simulation s = simulate(*g, schedule);
                QVERIFY(s.valid() && s.peak <= budget);
                const std::string broken = brokenPin(*g, schedule, pins);
                QVERIFY2(broken.empty(), broken.c_str());
                ++checked;
            }
        }
        QVERIFY(checked > 1500);
    }
    void slackTakesNeedlessRunsOut() {
        // a runs again although it could have stayed; b only for the sake of the second c, which nobody
        // reads.
        const auto g = sharedGraph("a->b->c->d; joint");
        const std::vector<Run> runs{{StepKind::forward, 0, 0}, {StepKind::forward, 0, 1},
                                    {StepKind::forward, 0, 2}, {StepKind::forward, 0, 0},
                                    {StepKind::forward, 0, 1}, {StepKind::forward, 0, 2},
                                    {StepKind::forward, 0, 3}};
        QVERIFY(simulate(*g, withFrees(*g, runs)).valid());
        QCOMPARE(withoutNeedlessRuns(*g, runs, Bytes(2), {}, Control()).size(), 4U);
    }
    void slackNeverBreaksAPlan() {
        std::mt19937 random(63);
        int shorter = 0;
        for (int round = 0; round < 800; ++round) {
            auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            if (round % 2) g = jointOf(*g);
            // Everything again before each backward (or, joint, the best schedule): much to mend.
            std::vector<Run> runs;
            if (g->joint()) {
                const auto optimum = optimalSchedule(*g, leastPeak(*g));
                for (const Step& step : optimum->schedule)
                    if (step.kind == StepKind::forward) runs.push_back(step);
            } else {
                for (const Step& step : scheduleFromBits(*g, std::vector<bool>(g->vertexCount(), false),
                                                         std::vector<bool>(g->vertexCount(), false)))
                    if (step.kind == StepKind::forward || step.kind == StepKind::backward)
                        runs.push_back(step);
            }
            const Simulation before = replay(*g, runs);
            for (const int more : {0, 2, 9, 100}) {
                const Bytes budget = before.peak + Bytes(more);
                const auto mended = withoutNeedlessRuns(*g, runs, budget, {}, Control());
                const Simulation after = replay(*g, mended);
                QVERIFY2(after.valid(), after.fault ? after.fault->message.c_str() : "");
                QVERIFY(after.peak <= budget);
                QVERIFY(after.recomputeTime <= before.recomputeTime);
                if (mended.size() < runs.size()) ++shorter;
                if (more == 100 && !g->joint()) QCOMPARE(after.recomputeTime, 0.0);
            }
        }
        QVERIFY(shorter > 300);
    }
    void anyBudgetIsTaken() {
        const auto g = sharedGraph("f->a->b->c; f fixed m=7");
        const auto runs = greedyEvictRuns(*g, Bytes::max(), {}, {}, Control());
        QVERIFY(runs.has_value());
        QCOMPARE(replay(*g, *runs).recomputeTime, 0.0);
        for (const std::int64_t budget : {0, 6, 7, 9})
            QVERIFY(!greedyEvictRuns(*g, Bytes(budget), {}, {}, Control()));
    }
    void sameSeedSamePlan() {
        std::mt19937 random(64);
        const auto g = randomGraph(random, {40, 0.1, 90, 9, true});
        const Bytes budget((floorOf(*g).bytes.count() + baselinePeak(*g).count()) / 2);
        GreedyEvictOptions options;
        options.passes = 40;
        const auto runs = greedyEvictRuns(*g, budget, {}, options, Control());
        QVERIFY(runs.has_value());
        QVERIFY(runs == greedyEvictRuns(*g, budget, {}, options, Control()));
    }
    void aLongChainIsNoProblem() {
        std::string text = "0";
        for (int i = 1; i < 3000; ++i)
            text += "->" + std::to_string(i);
        const auto g = sharedGraph(text);
        GreedyEvictOptions options;
        options.passes = 1;
        const Stopwatch watch;
        const auto runs = greedyEvictRuns(*g, Bytes(1000), {}, options, Control());
        QVERIFY(runs.has_value());
        const Simulation s = replay(*g, *runs);
        QVERIFY(s.valid() && s.peak <= Bytes(1000));
        QVERIFY2(watch.seconds() < 5, qPrintable(QString::number(watch.seconds())));
    }
};

REFORWARD_TEST("greedy_evict", GreedyEvictTest);
#include "greedy_evict_test.moc"
