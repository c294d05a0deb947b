// SPDX-License-Identifier: Apache-2.0
#include "core/search/held_replay.h"

#include <QTest>
#include <random>

#include "core/plan/plan.h"
#include "core/search/starts.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class HeldReplayTest : public QObject {
    Q_OBJECT
  private slots:
    void chainByHand() {
        // Unit chain of four, backward reads inputs: a is held, b and c run again (2) for the backward of d,
        // which reads c; then a, b, c live and the gradients of d and c are made: 5.
        const Graph g = graphFromText("a->b->c->d");
        const RecomputeModel model(g, {});
        HeldReplay replay(model);
        replay.run({true, false, false, false});
        QCOMPARE(replay.time(), 2.0);
        QCOMPARE(replay.peak(), 5.0);
        QVERIFY(replay.holds(0));
        QVERIFY(!replay.holds(1));
        replay.run(std::vector<bool>(4, true));
        QCOMPARE(replay.time(), 0.0);
        QCOMPARE(replay.peak(), 5.0);
    }

    void againstTheSimulator_data() {
        QTest::addColumn<bool>("oddities");
        QTest::newRow("plain") << false;
        QTest::newRow("odd") << true;
    }
    void againstTheSimulator() {
        QFETCH(bool, oddities);
        std::mt19937 random(oddities ? 2 : 1);
        RandomGraph kind;
        kind.most = 14;
        kind.oddities = oddities;
        for (int i = 0; i < 3000; ++i) {
            const auto g = randomGraph(random, kind);
            const RecomputeModel model(*g, {});
            if (model.operations() == 0) continue;
            HeldReplay replay(model);
            std::vector<bool> held(model.values());
            for (std::size_t x = 0; x < held.size(); ++x)
                held[x] = random() % 2 == 0;
            replay.run(held);
            const Reruns expected = lazyReruns(model, held);
            QCOMPARE(replay.reruns().first, expected.first);
            QCOMPARE(replay.reruns().operations, expected.operations);
            const Plan plan = makePlan(*g, "test", scheduleOf(model, expected));
            QCOMPARE(replay.time(), plan.recomputeTime());
            const auto peak = static_cast<double>(plan.peak().count());
            // Of an operation with several outputs one may be held though the run for another makes it again.
            if (oddities) {
                QVERIFY(replay.peak() >= peak);
            } else {
                QCOMPARE(replay.peak(), peak);
            }
        }
    }
};

REFORWARD_TEST("held_replay", HeldReplayTest);
#include "held_replay_test.moc"
