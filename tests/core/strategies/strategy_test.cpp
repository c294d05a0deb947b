// SPDX-License-Identifier: Apache-2.0
// What holds of every strategy of the registry.
#include "core/strategies/strategy.h"

#include <QTest>
#include <set>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class StrategyTest : public QObject {
    Q_OBJECT
  private slots:
    void theRegistryNamesThem() {
        std::set<std::string> names;
        for (const Strategy* s : strategies()) {
            const StrategyInfo& info = s->info();
            QVERIFY(names.insert(info.name).second);
            QVERIFY(!info.title.empty() && info.sentence.ends_with("."));
            QCOMPARE(&strategy(info.name), s);
        }
        QCOMPARE(strategies().front()->info().name, std::string("best"));
        for (const char* name :
             {"best", "keep-all", "chen-sqrt", "chen-greedy", "kusumoto-exact-tc", "kusumoto-exact-mc",
              "kusumoto-approx-tc", "kusumoto-approx-mc", "reforward-linear", "reforward-general", "revolve",
              "rotor", "liveness-exact", "min-cut", "greedy-evict", "optimal"}) {
            QVERIFY2(names.contains(name), name);
        }
        QVERIFY_THROWS_EXCEPTION(Error, strategy("nothing"));
    }
    void plansAreValidWithinBudgetAndDearerWhenTighter_data() {
        QTest::addColumn<QString>("name");
        for (const Strategy* s : strategies())
            QTest::newRow(s->info().name.c_str()) << QString::fromStdString(s->info().name);
    }
    void plansAreValidWithinBudgetAndDearerWhenTighter() {
        QFETCH(QString, name);
        const Strategy& s = strategy(name.toStdString());
        std::mt19937 random(51);
        for (int round = 0; round < 40; ++round) {
            const auto g = randomGraph(random, {8, 0.35, 9, 4, true});
            if (s.notApplicable(*g)) continue;
            const Bytes baseline = baselinePeak(*g), floor = floorOf(*g).bytes;
            double before = -1;
            for (std::int64_t budget = baseline.count(); budget >= floor.count() - 1;
                 budget -= std::max<std::int64_t>(1, baseline.count() / 12)) {
                const PlanPtr plan = s.solveReplayed({g, Bytes(budget), {}, 1}, Control(), {});
                if (!plan) continue;
                QVERIFY(plan->peak().count() <= budget && plan->peak() >= floor);
                const Simulation replay = simulate(*g, plan->schedule);
                QVERIFY(replay.valid() && replay.peak == plan->peak() &&
                        replay.recomputeTime == plan->recomputeTime());
                // More budget never costs more (they are visited from much to little).
                QVERIFY(plan->recomputeTime() >= before);
                before = plan->recomputeTime();
            }
        }
    }
    void sweepsAndLeastAgreeWithSolve_data() { plansAreValidWithinBudgetAndDearerWhenTighter_data(); }
    void sweepsAndLeastAgreeWithSolve() {
        QFETCH(QString, name);
        const Strategy& s = strategy(name.toStdString());
        std::mt19937 random(52);
        for (int round = 0; round < 25; ++round) {
            const auto g = randomGraph(random, {8, 0.4, 9, 4, false});
            if (s.notApplicable(*g)) continue;
            const Problem problem{g, Bytes::max(), {}, 1};
            std::size_t streamed = 0;
            const auto plans = s.sweep(problem, Control(), [&](const PlanPtr&) { ++streamed; });
            QVERIFY(!plans.empty() && streamed >= plans.size());
            const auto least = s.least(problem, Control());
            QVERIFY(least.has_value());
            Problem at = problem;
            at.budget = least->budget;
            const PlanPtr there = s.solve(at, Control(), {});
            QVERIFY(there != nullptr);
            at.budget = least->budget - Bytes(1);
            const PlanPtr below = at.budget < Bytes(0) ? nullptr : s.solve(at, Control(), {});
            QVERIFY(below == nullptr || s.info().name == "liveness-exact" || s.info().name == "best");
            for (const PlanPtr& plan : plans)
                QVERIFY(simulate(*g, plan->schedule).valid());
        }
    }
    void aStoppedControlEndsEveryCall() {
        std::stop_source source;
        source.request_stop();
        const Control stopped(source.get_token());
        const auto g = sharedGraph("0->1->2->3->4->5; 0->3; 1->5");
        for (const Strategy* s : strategies()) {
            const Problem problem{g, Bytes(8), {}, 1};
            try {
                s->solve(problem, stopped, {});
                s->sweep(problem, stopped, {});
                s->least(problem, stopped);
            } catch (const Error& e) {
                QCOMPARE(e.kind(), ErrorKind::interrupted);
            }
        }
    }
    void infeasibleNamesAllFigures() {
        // Floor: b(b) with a 4, gradients 2 and 4 = 10. Baseline the same.
        const auto g = sharedGraph("a->b; a m=4; b m=2");
        for (const Strategy* s : strategies()) {
            try {
                solve(*s, {g, Bytes(5), {}, 1}, BudgetMeaning::replayed, Control());
                QFAIL("5 bytes were enough");
            } catch (const InfeasibleError& e) {
                QCOMPARE(e.kind(), ErrorKind::infeasible);
                QCOMPARE(e.floor().bytes.count(), 10);
                QCOMPARE(e.baseline().count(), 10);
                QCOMPARE(g->id(e.floor().vertex), std::string("b"));
                QVERIFY(e.smallest() != nullptr);
                const std::string text = e.what();
                for (const char* part : {"no plan fits 5 B", "floor 10 B", "backward of b",
                                         "smallest budget found", "baseline peak 10 B"}) {
                    QVERIFY2(text.find(part) != std::string::npos, text.c_str());
                }
            }
        }
    }
    void solveSaysWhatDoesNotApply() {
        const auto g = sharedGraph("a->b; joint");
        try {
            solve(strategy("chen-sqrt"), {g, Bytes(100), {}, 1}, BudgetMeaning::own, Control());
            QFAIL("Chen planned a joint graph");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::notApplicable);
            QVERIFY(std::string(e.what()).find("use best") != std::string::npos);
        }
        QCOMPARE(
            solve(strategy("best"), {g, Bytes(100), {}, 1}, BudgetMeaning::own, Control())->recomputeTime(),
            0.0);
    }
    void optionsAreRecords() {
        const StrategyInfo& info = strategy("liveness-exact").info();
        OptionValues options;
        addOption(info, options, "lower-sets=all");
        addOption(info, options, "lower-sets=all");
        QCOMPARE(options.size(), 1U);
        const Problem problem{sharedGraph("a->b"), Bytes(100), options, 1};
        QCOMPARE(std::get<std::string>(option(info, problem, "lower-sets")), std::string("all"));
        for (const char* bad : {"lower-sets", "lower-sets=some", "depth=3"}) {
            QVERIFY_THROWS_EXCEPTION(Error, addOption(info, options, bad));
        }
        QVERIFY_THROWS_EXCEPTION(Error, solve(strategy("keep-all"), problem, BudgetMeaning::own, Control()));
    }
};

REFORWARD_TEST("strategy", StrategyTest);
#include "strategy_test.moc"
