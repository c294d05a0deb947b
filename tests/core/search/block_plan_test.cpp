// SPDX-License-Identifier: Apache-2.0
#include "core/search/block_plan.h"

#include <QTest>
#include <random>

#include "core/bounds/overhead_bound.h"
#include "core/plan/plan.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"
#include "tests/support/transformer.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

Bytes shareOfBaseline(const Graph& graph, double share) {
    return Bytes(static_cast<std::int64_t>(share * static_cast<double>(baselinePeak(graph).count())));
}

// Replayed and within the budget, or nothing where the planner has none.
std::optional<Plan> planAt(const Graph& graph, const RecomputeModel& model, const BlockPlanner& planner,
                           Bytes budget) {
    const auto reruns = planner.plan(static_cast<double>(budget.count()), Control());
    if (!reruns) return std::nullopt;
    Plan plan = makePlan(graph, "test", scheduleOf(model, *reruns));
    if (plan.peak() > budget) qFatal("the plan is over the budget");
    return plan;
}

// Residual blocks of random shape one after the other, a few kinds of them, with all the oddities of the
// format but several sources.
std::shared_ptr<const Graph> randomBlocks(std::mt19937& random) {
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    struct Member {
        int bytes, time, workspace;
        bool differentiable, recompute, skip;
    };
    std::vector<std::vector<Member>> kinds(2);
    for (auto& kind : kinds) {
        for (int i = 0; i < 1 + upTo(2); ++i)
            kind.push_back(
                {upTo(5), upTo(3), upTo(2) / 2, upTo(9) > 0, upTo(9) > 0, upTo(1) == 0 && !kind.empty()});
    }
    GraphBuilder builder;
    VertexSpec first;
    first.id = "s";
    first.outputs = {{"", upTo(4), true}};
    VertexId before = builder.addVertex(first);
    for (int b = 0; b < 2 + upTo(2); ++b) {
        const VertexId in = before;
        for (const Member& m : kinds[static_cast<std::size_t>(upTo(1))]) {
            if (builder.vertexCount() == 9) break;
            VertexSpec spec;
            spec.id = std::to_string(builder.vertexCount());
            spec.outputs = {{"", m.bytes, true}};
            spec.time = m.time;
            spec.workspace = m.workspace;
            spec.differentiable = m.differentiable;
            spec.recompute = m.recompute;
            const VertexId v = builder.addVertex(std::move(spec));
            builder.addEdge(before, 0, v);
            if (m.skip) builder.addEdge(in, 0, v);
            before = v;
        }
    }
    return std::make_shared<const Graph>(std::move(builder).build());
}

}  // namespace

class BlockPlanTest : public QObject {
    Q_OBJECT
  private slots:
    // No plan beats the optimum; most are the optimum where nothing but single reruns pays.
    void neverBelowTheOptimum() {
        std::mt19937 random(4);
        int plans = 0, optimal = 0;
        for (int i = 0; i < 300; ++i) {
            const auto g = randomBlocks(random);
            const RecomputeModel model(*g, {});
            BlockPlanner planner(model);
            planner.prepare(Control());
            if (!planner.applies()) continue;
            const auto most = baselinePeak(*g).count();
            for (std::int64_t budget = most; budget >= most / 2;
                 budget -= std::max<std::int64_t>(1, most / 8)) {
                const auto best = optimalRecomputeTime(*g, Bytes(budget), Orders::fixed);
                const auto plan = planAt(*g, model, planner, Bytes(budget));
                if (!plan) continue;
                QVERIFY(best);
                QVERIFY(plan->recomputeTime() >= *best);
                ++plans;
                optimal += plan->recomputeTime() == *best;
            }
        }
        QVERIFY2(plans > 500, qPrintable(QString::number(plans)));
        QVERIFY2(optimal * 100 >= plans * 90, qPrintable(QString("%1 of %2").arg(optimal).arg(plans)));
    }

    void keepsAllWhereItFits() {
        const auto g = transformer({.layers = 4});
        const RecomputeModel model(*g, {});
        const auto reruns = blockPlan(model, static_cast<double>(baselinePeak(*g).count()), Control());
        QVERIFY(reruns);
        QVERIFY(reruns->operations.empty());
    }

    void nearTheBound_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<bool>("positions");
        for (const double share : {0.5, 0.2, 0.1}) {
            QTest::addRow("plain %.1f", share) << share << false;
            QTest::addRow("positions %.1f", share) << share << true;
        }
    }
    // 120 layers; the bound holds for every schedule.
    void nearTheBound() {
        QFETCH(double, share);
        QFETCH(bool, positions);
        const auto g = transformer({.layers = 120, .mask = positions, .positions = positions});
        const RecomputeModel model(*g, {});
        BlockPlanner planner(model);
        planner.prepare(Control());
        const Bytes budget = shareOfBaseline(*g, share);
        const auto plan = planAt(*g, model, planner, budget);
        QVERIFY(plan);
        OverheadBound bound(g);
        const double points =
            100 * (plan->recomputeTime() - bound.atLeast(budget, Control())) / g->forwardTime();
        QVERIFY2(points >= 0 && points < 1, qPrintable(QString::number(points)));
    }

    // Each held value saves one run, and at most `budget` are held: 90 of 100 run again at least.
    void longChain() {
        const auto g = unitChain(100'000);
        const RecomputeModel model(*g, {});
        BlockPlanner planner(model);
        planner.prepare(Control());
        const auto plan = planAt(*g, model, planner, shareOfBaseline(*g, 0.1));
        QVERIFY(plan);
        QVERIFY2(plan->overheadForward() < 0.902, qPrintable(QString::number(plan->overheadForward())));
    }

    // What is pinned as kept runs once.
    void keptVertices() {
        const auto g = transformer({.layers = 12});
        Pins pins;
        pins.keep = {*g->find("layer3.up"), *g->find("layer7.softmax")};
        const RecomputeModel model(*g, pins);
        const Bytes budget = shareOfBaseline(*g, 0.5);
        const auto reruns = blockPlan(model, static_cast<double>(budget.count()), Control());
        QVERIFY(reruns);
        const Plan plan = makePlan(*g, "test", scheduleOf(model, *reruns));
        QVERIFY(plan.peak() <= budget);
        for (const VertexId v : pins.keep)
            QCOMPARE(plan.predicted.runs[v], 1U);
        const RecomputeModel free(*g, {});
        const auto without = blockPlan(free, static_cast<double>(budget.count()), Control());
        QVERIFY(without);
        QVERIFY(plan.recomputeTime() >= makePlan(*g, "test", scheduleOf(free, *without)).recomputeTime());
    }

    void nothingFits() {
        const auto g = unitChain(100);
        const RecomputeModel model(*g, {});
        QVERIFY(!blockPlan(model, 4, Control()));
        QVERIFY(!blockPlan(model, 0, Control()));
    }

    void notApplicable() {
        const Graph g = graphFromText("a->b->c->d->e; a->e; b->d");
        const RecomputeModel model(g, {});
        BlockPlanner planner(model);
        QVERIFY(!planner.applies());
        planner.prepare(Control());
        QVERIFY(!planner.plan(100, Control()));
    }

    void stopAndGoOn() {
        const auto g = transformer({.layers = 60});
        const RecomputeModel model(*g, {});
        const auto budget = static_cast<double>(shareOfBaseline(*g, 0.3).count());
        std::stop_source stop;
        stop.request_stop();
        BlockPlanner planner(model);
        planner.prepare(Control(stop.get_token()));
        QVERIFY(!planner.plan(budget, Control()));
        planner.prepare(Control());
        QVERIFY(!planner.plan(budget, Control(stop.get_token())));
        const auto reruns = planner.plan(budget, Control());
        QVERIFY(reruns);
        QCOMPARE(reruns->operations, blockPlan(model, budget, Control())->operations);
    }
};

REFORWARD_TEST("block_plan", BlockPlanTest);
#include "block_plan_test.moc"
