// SPDX-License-Identifier: Apache-2.0
// Right values: all schedules of the class (each block's input or all its inner values kept, nested),
// replayed.
#include "core/strategies/rotor.h"

#include <QTest>
#include <algorithm>
#include <limits>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

using Steps = std::vector<RotorProgram::Step>;

// Every way to do the backward of blocks first .. last whose input is in store.
std::vector<Steps> allWays(std::size_t first, std::size_t last) {
    std::vector<Steps> ways;
    for (const Steps& rest : first < last ? allWays(first + 1, last) : std::vector<Steps>{{}}) {
        Steps way{{false, first}};
        way.insert(way.end(), rest.begin(), rest.end());
        way.push_back({true, first});
        ways.push_back(std::move(way));
    }
    for (std::size_t split = first + 1; split <= last; ++split) {
        for (const Steps& behind : allWays(split, last)) {
            for (const Steps& before : allWays(first, split - 1)) {
                Steps way;
                for (std::size_t k = first; k < split; ++k)
                    way.push_back({false, k});
                way.insert(way.end(), behind.begin(), behind.end());
                way.insert(way.end(), before.begin(), before.end());
                ways.push_back(std::move(way));
            }
        }
    }
    return ways;
}

struct Point {
    std::int64_t peak;
    double time;
};

std::vector<Point> allPoints(const Graph& g) {
    const BlockChain chain = blockChain(g, SIZE_MAX);
    std::vector<Point> points;
    for (const Steps& way : allWays(0, chain.blocks.size() - 1)) {
        BlockRuns runs(g, chain);
        for (const auto& step : way)
            step.backward ? runs.backward(step.block) : runs.forward(step.block);
        const Simulation replay = simulate(g, runs.schedule());
        if (!replay.valid()) throw std::logic_error("a way that is no schedule");
        points.push_back({replay.peak.count(), replay.recomputeTime});
    }
    return points;
}

double cheapest(const std::vector<Point>& points, std::int64_t budget) {
    double best = none;
    for (const Point& p : points) {
        if (p.peak <= budget) best = std::min(best, p.time);
    }
    return best;
}

// Steps whose backward reads input and output: what the paper's chains are.
std::shared_ptr<const Graph> randomChain(std::mt19937& random, int n, bool unit) {
    std::string text = "v0";
    for (int k = 1; k < n; ++k)
        text += "->v" + std::to_string(k);
    for (int k = 0; k < n; ++k) {
        const std::string id = "v" + std::to_string(k);
        text += "; " + id + " m=" + std::to_string(unit ? 1 : 1 + random() % 9) +
                " t=" + std::to_string(unit ? 1 : random() % 6) + " saves=" + id +
                (k > 0 ? ",v" + std::to_string(k - 1) : "");
    }
    return sharedGraph(text);
}

PlanPtr planAt(const std::shared_ptr<const Graph>& g, std::int64_t budget) {
    return strategy("rotor").solve({g, Bytes(budget), {}, 1}, Control(), {});
}

}  // namespace

class RotorTest : public QObject {
    Q_OBJECT
  private slots:
    // The program counts a block's input for as long as the block may be needed, and the replay only until
    // its last read; so it may pass over a plan that fits, but not often.
    void isTheBestOfItsClass_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("chains") << 0;
        QTest::newRow("unit chains") << 1;
        QTest::newRow("graphs") << 2;
    }
    void isTheBestOfItsClass() {
        QFETCH(int, kind);
        std::mt19937 random(101);
        int budgets = 0, equal = 0;
        for (int round = 0; round < 120; ++round) {
            const auto g = kind == 2 ? randomGraph(random, {9, 0.15, 9, 4, true})
                                     : randomChain(random, 1 + round % 6, kind == 1);
            if (g->plannedCount() == 0 || blockChain(*g, SIZE_MAX).blocks.size() > 6) continue;
            const auto points = allPoints(*g);
            const std::int64_t baseline = baselinePeak(*g).count();
            for (std::int64_t budget = baseline; budget >= baseline / 3; --budget) {
                const PlanPtr plan = planAt(g, budget);
                const double truth = cheapest(points, budget), own = plan ? plan->recomputeTime() : none;
                QVERIFY(own >= truth);
                ++budgets;
                if (own == truth) ++equal;
                if (kind != 2) QCOMPARE(own, truth);
            }
        }
        QVERIFY2(equal * 100 >= budgets * 99, qPrintable(QString("%1 of %2").arg(equal).arg(budgets)));
    }
    void isNeverDearerThanRevolve() {
        std::mt19937 random(102);
        for (const int n : {5, 12, 25, 40}) {
            const auto g = randomChain(random, n, true);
            for (std::int64_t s = 1; s <= 6; ++s) {
                const PlanPtr revolve =
                    strategy("revolve").solve({g, Bytes::max(), {{"checkpoints", s}}, 1}, Control(), {});
                const PlanPtr rotor = planAt(g, revolve->peak().count());
                QVERIFY(rotor && rotor->recomputeTime() <= revolve->recomputeTime());
            }
        }
    }
    void theProgramOnAHandWorkedChain() {
        // Three steps of 4 bytes that take 1, keep 4 and have backwards of 8 + 4 (values and gradients).
        const auto g = sharedGraph("a->b->c; a m=4 saves=a; b m=4 saves=a,b; c m=4 saves=b,c");
        const RotorProgram program(blockCosts(*g, blockChain(*g, SIZE_MAX)), 1000, 1, Control());
        QCOMPARE(program.slotBytes(), 1);
        // Keep all: values of a, b and c, gradients of c and b: 20. Else a and b run forward for the input of
        // c alone, and again after it: besides that input the backward of c needs 12, and so does that of b
        // besides the value of a, with the gradient of b inside.
        QCOMPARE(program.time(20), 3.0);
        QCOMPARE(program.time(19), 5.0);
        QCOMPARE(program.time(16), 5.0);
        QCOMPARE(program.time(15), none);
    }
    void stepsTakeTheTimeTheyPromise() {
        std::mt19937 random(103);
        for (int round = 0; round < 40; ++round) {
            const auto g = randomChain(random, 1 + round % 20, false);
            const auto costs = blockCosts(*g, blockChain(*g, SIZE_MAX));
            const RotorProgram program(costs, 50, 1, Control());
            for (std::size_t m = 0; m <= program.slotCount(); ++m) {
                if (program.time(m) == none) continue;
                double time = 0;
                std::size_t backwards = 0;
                for (const auto& step : program.steps(m)) {
                    if (step.backward) ++backwards;
                    if (!step.backward) time += costs[step.block].time;
                }
                QCOMPARE(time, program.time(m));
                QCOMPARE(backwards, costs.size());
            }
        }
    }
    void longChainsAreJoined() {
        GraphBuilder builder;
        for (VertexId v = 0; v < 3000; ++v) {
            VertexSpec spec;
            spec.id = std::to_string(v);
            spec.outputs = {{"", 100 + v % 7, true}};
            builder.addVertex(std::move(spec));
            if (v > 0) builder.addEdge(v - 1, 0, v);
        }
        const auto g = std::make_shared<const Graph>(std::move(builder).build());
        const std::int64_t baseline = baselinePeak(*g).count();
        const PlanPtr plan = planAt(g, baseline / 5);
        QVERIFY(plan && plan->overheadForward() < 1);
    }
    void aStoppedProgramHasNoPlans() {
        std::stop_source source;
        source.request_stop();
        const auto g = sharedGraph("0->1->2");
        const RotorProgram program(blockCosts(*g, blockChain(*g, SIZE_MAX)), 10, 1,
                                   Control(source.get_token()));
        QCOMPARE(program.time(program.slotCount()), none);
    }
};

REFORWARD_TEST("rotor", RotorTest);
#include "rotor_test.moc"
