// SPDX-License-Identifier: Apache-2.0
#include "core/search/refinement.h"

#include <QTest>
#include <cmath>

#include "core/plan/plan.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

double budgetOf(const Graph& graph, double share) {
    return std::floor(share * static_cast<double>(baselinePeak(graph).count()));
}

}  // namespace

class RefinementTest : public QObject {
    Q_OBJECT
  private slots:
    void theSameSeedAndMovesGiveTheSamePlan() {
        std::mt19937 random(23);
        for (int round = 0; round < 12; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            const RecomputeModel model(*g, {});
            Refinement one(model, budgetOf(*g, 0.7), 5), two(model, budgetOf(*g, 0.7), 5);
            one.run(40'000, Control());
            // In two parts, which is the same.
            two.run(10'000, Control());
            two.run(40'000, Control());
            QCOMPARE(one.moves(), two.moves());
            QCOMPARE(one.best().time, two.best().time);
            QVERIFY(one.best().reruns.operations == two.best().reruns.operations);
        }
    }
    void plansFitAndGetCheaper() {
        std::mt19937 random(24);
        for (int round = 0; round < 60; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            const RecomputeModel model(*g, {});
            const double budget = budgetOf(*g, 0.7);
            Refinement search(model, budget, 1);
            double before = std::numeric_limits<double>::infinity();
            search.better = [&](const Refinement::Found& found) {
                QVERIFY(found.time < before);
                before = found.time;
                const Simulation replay = simulate(*g, scheduleOf(model, found.reruns));
                QVERIFY(replay.valid() && static_cast<double>(replay.peak.count()) <= budget);
                QCOMPARE(replay.recomputeTime, found.time);
            };
            if (search.run(20'000, Control())) QCOMPARE(search.best().time, before);
        }
    }
    // Against all schedules of the fixed order: never below the optimum, and nearly always at it.
    void findsTheOptimumOfSmallGraphs() {
        std::mt19937 random(25);
        int cases = 0, met = 0, missed = 0;
        for (int round = 0; round < 120; ++round) {
            const auto g = randomGraph(random, {8, 0.35, 9, 4, round % 3 == 0});
            const std::int64_t least = leastPeak(*g, Orders::fixed).count();
            const std::int64_t slack = baselinePeak(*g).count() - least;
            const double budget = static_cast<double>(least + slack * (round % 4) / 4);
            const auto optimum =
                optimalRecomputeTime(*g, Bytes(static_cast<std::int64_t>(budget)), Orders::fixed);
            const RecomputeModel model(*g, {});
            Refinement search(model, budget, 1);
            search.bound = [&] { return optimum.value_or(0); };
            const bool found = search.run(30'000, Control());
            if (!optimum) {
                QVERIFY(!found);
                continue;
            }
            ++cases;
            if (!found) {
                ++missed;
                continue;
            }
            QVERIFY(search.best().time >= *optimum);
            met += search.best().time == *optimum;
        }
        QVERIFY2(cases > 40, qPrintable(QString::number(cases)));
        QVERIFY2(met >= 0.95 * cases,
                 qPrintable(QString("%1 of %2, %3 without a plan").arg(met).arg(cases).arg(missed)));
    }
    void endsWhenTheBoundIsMet() {
        const auto g = sharedGraph("a->b->c->d->e->f; * m=2");
        const RecomputeModel model(*g, {});
        Refinement search(model, budgetOf(*g, 0.8), 1);
        search.bound = [] { return 100.0; };
        QVERIFY(search.run({}, Control()));
        QVERIFY(search.moves() < 100'000);
    }
    void pinsAreHonoured() {
        std::mt19937 random(26);
        for (int round = 0; round < 60; ++round) {
            const auto g = randomGraph(random, {9, 0.4, 9, 4, true});
            Pins pins;
            for (VertexId v = 0; v < g->vertexCount(); ++v) {
                if (g->fixed(v)) continue;
                const auto dice = random() % 4;
                if (dice == 0) pins.keep.push_back(v);
                if (dice == 1 && g->recomputable(v)) pins.recompute.push_back(v);
            }
            const RecomputeModel model(*g, pins);
            Refinement search(model, budgetOf(*g, 0.9), 1);
            if (!search.run(20'000, Control())) continue;
            const Schedule schedule = scheduleOf(model, search.best().reruns);
            QVERIFY(simulate(*g, schedule).valid());
            const std::string broken = brokenPin(*g, schedule, pins);
            QVERIFY2(broken.empty(), broken.c_str());
        }
    }
    void squeezesToTheFloorOfAChain() {
        // Backward of a middle vertex: its input, gradients of input and output: 3; recomputing that input
        // needs nothing more than its own input and the output's gradient.
        const auto g = sharedGraph("a->b->c->d->e->f->g->h");
        const RecomputeModel model(*g, {});
        Refinement search(model, 100, 1);
        search.squeezeTo(0, 200'000, Control());
        QCOMPARE(search.leastPeak().peak, static_cast<double>(leastPeak(*g).count()));
    }
};

REFORWARD_TEST("refinement", RefinementTest);
#include "refinement_test.moc"
