// SPDX-License-Identifier: Apache-2.0
// The incremental profile against a straightforward simulation of each segment, and chains of segments
// against the replay of their schedules.
#include "core/strategies/stage_profile.h"

#include <QTest>

#include "core/plan/schedule.h"
#include "core/plan/simulator.h"
#include "core/strategies/segments.h"
#include "core/strategies/stage_source.h"
#include "tests/core/strategies/naive_stage.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class StageProfileTest : public QObject {
    Q_OBJECT
  private slots:
    void equalsTheNaiveSimulation() {
        std::mt19937 random(31);
        for (int round = 0; round < 250; ++round) {
            const auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            const VertexGraph vertices(*g);
            if (vertices.size() == 0) continue;
            const SetFamily family(vertices, lowerSetsFor(vertices, true, Control()));
            StageSimulator naive(*g, vertices);
            StageProfile profile(*g, family);
            for (std::uint32_t j = 1; j < family.size(); ++j) {
                profile.enter(j);
                for (std::uint32_t i = 0; i < j; ++i) {
                    if (!family.subset(i, j)) continue;
                    std::vector<std::uint32_t> members;
                    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
                        if (family.sets.contains(j, v) && !family.sets.contains(i, v)) members.push_back(v);
                    }
                    profile.moveTo(i);
                    const Transition got = profile.transition(),
                                     expected = naive.simulate(members, family, i, j);
                    QCOMPARE(got.peak, expected.peak);
                    QCOMPARE(got.cached, expected.cached);
                    QCOMPARE(got.time, expected.time);
                }
            }
        }
    }
    void aChainBoundsItsReplay() {
        std::mt19937 random(32);
        for (int round = 0; round < 300; ++round) {
            const auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            const VertexGraph vertices(*g);
            if (vertices.size() == 0) continue;
            const SetFamily family(vertices, lowerSetsFor(vertices, true, Control()));
            StageProfile profile(*g, family);
            SetPath path{0};
            std::int64_t cached = 0, peak = 0;
            double time = 0;
            while (path.back() + 1 < family.size()) {
                auto next = static_cast<std::uint32_t>(path.back() + 1 +
                                                       random() % (family.size() - 1 - path.back()));
                while (!family.subset(path.back(), next))
                    ++next;
                profile.enter(next);
                profile.moveTo(path.back());
                const Transition t = profile.transition();
                peak = std::max(peak, cached + t.peak);
                cached += t.cached;
                time += t.time;
                path.push_back(next);
            }
            const Simulation replay = simulate(*g, scheduleFromSegments(*g, segmentsOf(family, path)));
            QVERIFY2(replay.valid(), replay.fault ? replay.fault->message.c_str() : "");
            QVERIFY(replay.peak.count() <= peak + g->fixedBytes().count());
            QCOMPARE(replay.recomputeTime, time);
        }
    }
};

REFORWARD_TEST("stage_profile", StageProfileTest);
#include "stage_profile_test.moc"
