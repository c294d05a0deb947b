// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/app/cli/plan_replay.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class SolveTest : public QObject {
    Q_OBJECT

  private slots:
    void jsonKeys();
    void budgetWords_data();
    void budgetWords();
    void publishedBudget();
    void everyPlanReplays_data();
    void everyPlanReplays();
    void infeasible();
    void nothingWrittenWhereInfeasible();
    void notApplicable();
    void unwritable();
    void sameSeedSamePlan();
    void theBoundIsStated();
    void pinsAndTheirPrice();
    void pinsOnAModule();
    void movesMakeThePlan();
    void searchedOrder();
};

constexpr int mib = 1 << 20;

void SolveTest::jsonKeys() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("plan.json");
    const CliRun run = runCli({"solve", dataFile("chain5.json"), "--budget", "5MiB", "--json", "-o", file});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject said = run.json().object();
    QVERIFY(!said.contains("schedule"));
    QVERIFY(said.contains("gap_percent"));
    QVERIFY(said["solve_ms"].isDouble());
    const QJsonObject plan = jsonFile(file);
    QCOMPARE(plan["format"].toString(), "reforward-plan/1");
    QCOMPARE(plan["graph"].toObject()["name"].toString(), "chain5");
    QCOMPARE(plan["graph"].toObject()["vertices"].toInt(), 5);
    QVERIFY(plan["graph"].toObject()["fingerprint"].toString().startsWith("sha256:"));
    QCOMPARE(plan["budget_bytes"].toInt(), 5 * mib);
    QCOMPARE(plan["budget_applies_to"].toString(), "replayed");
    QVERIFY(plan["schedule"].toArray().size() > 10);
    QCOMPARE(plan["kept"].toArray().size() + plan["recomputed"].toArray().size() +
                 plan["dropped"].toArray().size(),
             5);
    const QJsonObject predicted = plan["predicted"].toObject();
    QVERIFY(predicted["peak_bytes"].toInt() <= 5 * mib);
    QCOMPARE(predicted["baseline_peak_bytes"].toInt(), 6 * mib);
    QCOMPARE(predicted["forward_time"].toDouble(), 5.0);
    QCOMPARE(predicted["backward_time"].toDouble(), 10.0);
    for (auto key = plan.begin(); key != plan.end(); ++key) {
        if (key.key() != "schedule") QCOMPARE(said[key.key()], key.value());
    }
}

void SolveTest::budgetWords_data() {
    QTest::addColumn<QString>("budget");
    QTest::addColumn<int>("bytes");
    QTest::newRow("bytes") << "6291456" << 6 * mib;
    QTest::newRow("binary unit") << "6MiB" << 6 * mib;
    QTest::newRow("binary unit, parts") << "5.5 MiB" << 11 * mib / 2;
    QTest::newRow("decimal unit") << "7MB" << 7'000'000;
    QTest::newRow("decimal unit, kilo") << "6300kB" << 6'300'000;
    QTest::newRow("whole share") << "100%" << 6 * mib;
    QTest::newRow("share, rounded down") << "99.99999%" << 6'291'455;
    QTest::newRow("more than the baseline") << "150%" << 9 * mib;
}

void SolveTest::budgetWords() {
    QFETCH(QString, budget);
    const CliRun run = runCli({"solve", dataFile("chain5.json"), "--budget", budget, "--json"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QTEST(run.json().object()["budget_bytes"].toInt(), "bytes");
}

// theory.md: the unit chain of 5 has the points (5, 2) and (6, 1) by the published formula.
void SolveTest::publishedBudget() {
    for (const char* strategy : {"kusumoto-exact-tc", "kusumoto-approx-tc"}) {
        for (const auto& [budget, overhead] : {std::pair("5MiB", 2), std::pair("6MiB", 1)}) {
            const CliRun run = runCli(
                {"solve", dataFile("chain5.json"), "--budget", budget, "--strategy", strategy, "--json"});
            QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
            const QJsonObject plan = run.json().object();
            QCOMPARE(plan["budget_applies_to"].toString(), "published");
            QCOMPARE(plan["published"].toObject()["overhead_time"].toDouble(), overhead);
            QVERIFY(plan["published"].toObject()["peak_bytes"].toInt() <= plan["budget_bytes"].toInt());
            QVERIFY(!plan["segments"].toArray().isEmpty());
        }
        QCOMPARE(
            runCli({"solve", dataFile("chain5.json"), "--budget", "4MiB", "--strategy", strategy}).exitCode,
            4);
    }
}

void SolveTest::everyPlanReplays_data() {
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("strategy");
    for (const char* graph : {"chain5.json", "two_branches.json", "outputs.json"}) {
        for (const char* strategy : {"best", "keep-all", "chen-sqrt", "chen-greedy", "kusumoto-exact-tc",
                                     "kusumoto-exact-mc", "kusumoto-approx-tc", "kusumoto-approx-mc",
                                     "reforward-general", "revolve", "rotor", "liveness-exact"}) {
            QTest::addRow("%s %s", graph, strategy) << dataFile(graph) << strategy;
        }
    }
}

// Replayed without a line of core. Each budget gives a plan or exit 4; a generous one always gives a plan.
void SolveTest::everyPlanReplays() {
    QFETCH(QString, graph);
    QFETCH(QString, strategy);
    const QTemporaryDir folder;
    const QString file = folder.filePath("plan.json");
    int plans = 0;
    for (const char* budget : {"200%", "100%", "80%", "60%", "50%"}) {
        const CliRun run = runCli({"solve", graph, "--budget", budget, "--strategy", strategy, "-o", file});
        if (run.exitCode == 4) continue;
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        ++plans;
        const QJsonObject plan = jsonFile(file);
        const QJsonObject predicted = plan["predicted"].toObject();
        const PlanReplay replay = replayPlan(jsonFile(graph), plan);
        QCOMPARE(replay.fault, "");
        QCOMPARE(predicted["peak_bytes"].toInteger(), replay.peak);
        QCOMPARE(predicted["forward_time"].toDouble(), replay.forwardTime);
        QCOMPARE(predicted["recompute_time"].toDouble(), replay.recomputeTime);
        QCOMPARE(predicted["backward_time"].toDouble(), replay.backwardTime);
        if (plan["budget_applies_to"].toString() == "replayed") {
            QVERIFY(replay.peak <= plan["budget_bytes"].toInteger());
        }
    }
    QVERIFY(plans > 0);
}

void SolveTest::infeasible() {
    // Three values of 1 MiB are the working set of a backward step of this chain.
    const CliRun run = runCli({"solve", dataFile("chain5.json"), "--budget", "2MiB"});
    QCOMPARE(run.exitCode, 4);
    QCOMPARE(run.output, "");
    QVERIFY2(run.errorLines() == 1, qPrintable(run.errors));
    for (const char* part : {"2.0 MiB", "floor", "3.0 MiB", "6.0 MiB", "baseline", "v"}) {
        QVERIFY2(run.errors.contains(part), qPrintable(run.errors));
    }
}

void SolveTest::nothingWrittenWhereInfeasible() {
    const QTemporaryDir folder;
    QCOMPARE(runCli({"solve", dataFile("chain5.json"), "--budget", "2MiB", "-o", folder.filePath("p.json")})
                 .exitCode,
             4);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void SolveTest::notApplicable() {
    const CliRun run =
        runCli({"solve", dataFile("joint.json"), "--budget", "100%", "--strategy", "kusumoto-exact-tc"});
    QCOMPARE(run.exitCode, 6);
    QVERIFY2(run.errorLines() == 1 && run.errors.contains("use best"), qPrintable(run.errors));
    QCOMPARE(runCli({"solve", dataFile("joint.json"), "--budget", "100%", "--strategy", "keep-all"}).exitCode,
             0);
}

void SolveTest::unwritable() {
    const CliRun run =
        runCli({"solve", dataFile("chain5.json"), "--budget", "100%", "-o", "/no/such/folder/plan.json"});
    QCOMPARE(run.exitCode, 3);
    QVERIFY(run.errors.contains("/no/such/folder/plan.json"));
}

// A count of moves, not the clock, ends the search: the same plan, however busy the machine is.
void SolveTest::sameSeedSamePlan() {
    const QTemporaryDir folder;
    for (const char* name : {"a.json", "b.json"}) {
        QCOMPARE(runCli({"solve", dataFile("two_branches.json"), "--budget", "80%", "--seed", "7", "--moves",
                         "5000", "-o", folder.filePath(name)})
                     .exitCode,
                 0);
    }
    QCOMPARE(contentOf(folder.filePath("a.json")), contentOf(folder.filePath("b.json")));
    QCOMPARE(jsonFile(folder.filePath("a.json"))["seed"].toInt(), 7);
}

// The unit chain of 5 with 6 MiB keeps all and costs nothing; in 5 MiB one value at least is made again.
void SolveTest::theBoundIsStated() {
    const auto solve = [](const char* budget) {
        return runCli({"solve", dataFile("chain5.json"), "--budget", budget, "--bound-time", "1", "--json"});
    };
    const CliRun whole = solve("6MiB");
    QCOMPARE(whole.json().object()["gap_percent"].toDouble(), 0.0);
    QCOMPARE(whole.json().object()["predicted"].toObject()["recompute_lower_bound"].toDouble(), 0.0);
    const QJsonObject tight = solve("5MiB").json().object();
    const QJsonObject predicted = tight["predicted"].toObject();
    const double bound = predicted["recompute_lower_bound"].toDouble(-1);
    QVERIFY(bound >= 0 && bound <= predicted["recompute_time"].toDouble());
    QCOMPARE(tight["gap_percent"].toDouble(), 100 * (predicted["recompute_time"].toDouble() - bound) / 5);
    const CliRun words = runCli({"solve", dataFile("chain5.json"), "--budget", "6MiB", "-v"});
    QVERIFY2(words.output.contains("0.0% of one forward, proven best"), qPrintable(words.output));
    QVERIFY2(words.errors.contains("every forward step before the first backward"), qPrintable(words.errors));
}

// A unit chain pinned to make one more value again than it needs: nothing at the whole baseline.
void SolveTest::pinsAndTheirPrice() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("plan.json");
    const QStringList common{
        "solve", dataFile("chain5.json"), "--budget", "100%", "--time-limit", "1", "--json", "-o", file};
    const CliRun run = runCli(common + QStringList{"--keep", "v1", "--recompute", "v3"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const QJsonObject plan = run.json().object();
    QVERIFY(plan["recomputed"].toArray().contains("v3"));
    QVERIFY(!plan["recomputed"].toArray().contains("v1"));
    // Without pins everything is kept; making v3 again costs 1 of 5.
    QCOMPARE(plan["pins_price_percent"].toDouble(), 20.0);
    QCOMPARE(runCli({"check", dataFile("chain5.json"), file}).exitCode, 0);
    const CliRun words = runCli(
        {"solve", dataFile("chain5.json"), "--budget", "100%", "--time-limit", "1", "--recompute", "v3"});
    QVERIFY2(words.output.contains("20 points of one forward"), qPrintable(words.output));
    QVERIFY(!runCli({"solve", dataFile("chain5.json"), "--budget", "100%", "--json"})
                 .json()
                 .object()
                 .contains("pins_price_percent"));
    const CliRun refused = runCli(
        {"solve", dataFile("chain5.json"), "--budget", "100%", "--strategy", "chen-sqrt", "--keep", "v1"});
    QCOMPARE(refused.exitCode, 2);
    for (const char* word : {"chen-sqrt", "best", "refined", "greedy-evict"})
        QVERIFY2(refused.errors.contains(word), qPrintable(refused.errors));
}

void SolveTest::pinsOnAModule() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("modules.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"nodes": [{"id": "a", "module": "net.one"}, {"id": "b", "module": "net.one"},
                             {"id": "c", "module": "net.two"}],
                   "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]})");
    file.close();
    const CliRun run =
        runCli({"solve", file.fileName(), "--budget", "200%", "--strategy", "refined", "--time-limit", "1",
                "--recompute", "net.one/", "--keep", "net/two/", "--json"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QCOMPARE(run.json().object()["recomputed"].toArray(), (QJsonArray{"a", "b"}));
}

void SolveTest::movesMakeThePlan() {
    const auto plan = [] {
        const CliRun run = runCli({"solve", dataFile("two_branches.json"), "--strategy", "refined",
                                   "--budget", "80%", "--moves", "5000", "--seed", "3", "--json"});
        QJsonObject said = run.json().object();
        said.remove("solve_ms");
        return said;
    };
    const QJsonObject first = plan();
    QVERIFY(first.contains("moves"));
    QCOMPARE(plan(), first);
}

// Shares of the budget refer to the file's order, whatever order is found.
void SolveTest::searchedOrder() {
    const QStringList common{"solve", dataFile("joint.json"), "--budget", "100%", "--time-limit", "1",
                             "--json"};
    const QJsonObject file = runCli(common).json().object();
    const QJsonObject searched = runCli(common + QStringList{"--order", "search"}).json().object();
    QVERIFY(!file.contains("order_baseline_peak_bytes"));
    QCOMPARE(searched["budget_bytes"], file["budget_bytes"]);
    const double baseline = file["predicted"].toObject()["baseline_peak_bytes"].toDouble();
    QCOMPARE(searched["predicted"].toObject()["baseline_peak_bytes"].toDouble(), baseline);
    const double order = searched["order_baseline_peak_bytes"].toDouble(-1);
    QVERIFY(order > 0 && order <= baseline);
    const CliRun forward =
        runCli({"solve", dataFile("chain5.json"), "--budget", "100%", "--order", "search"});
    QCOMPARE(forward.exitCode, 0);
    QVERIFY(forward.errors.contains("nothing changes"));
}

REFORWARD_TEST("solve", SolveTest);
#include "solve_test.moc"
