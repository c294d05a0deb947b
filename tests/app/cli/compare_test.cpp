// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class CompareTest : public QObject {
    Q_OBJECT

  private slots:
    void bestFirst();
    void table();
    void reasons();
    void exitCodes();
};

void CompareTest::bestFirst() {
    const CliRun run = runCli({"compare", dataFile("two_branches.json"), "--budget", "80%", "--strategies",
                               "keep-all,chen-greedy,kusumoto-exact-tc,liveness-exact,best", "--json"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const QJsonArray rows = run.json().array();
    QCOMPARE(rows.size(), 5);
    double before = 0;
    bool ended = false;
    for (const QJsonValue& value : rows) {
        const QJsonObject row = value.toObject();
        if (row.contains("reason")) {
            ended = true;
            continue;
        }
        QVERIFY(!ended);  // what has no plan stands last
        for (const char* key :
             {"strategy", "budget_bytes", "peak_bytes", "recompute_time", "overhead_forward_percent",
              "overhead_iteration_percent", "lower_bound_percent", "kept", "recomputed", "solve_ms"}) {
            QVERIFY2(row.contains(key), key);
        }
        QVERIFY(row["peak_bytes"].toInt() <= row["budget_bytes"].toInt());
        QVERIFY(row["recompute_time"].toDouble() >= before);
        before = row["recompute_time"].toDouble();
    }
    // Keeping all needs the whole baseline, so at 80% it is among those without a plan.
    QVERIFY(ended);
    const auto keepAll = std::find_if(rows.begin(), rows.end(), [](const QJsonValue& row) {
        return row.toObject()["strategy"].toString() == "keep-all";
    });
    QVERIFY(keepAll != rows.end() && keepAll->toObject().contains("reason"));
}

void CompareTest::table() {
    const CliRun run = runCli(
        {"compare", dataFile("chain5.json"), "--budget", "100%", "--strategies", "chen-sqrt,keep-all"});
    QCOMPARE(run.exitCode, 0);
    const QStringList lines = run.output.split('\n');
    QVERIFY(lines[0].contains("6.0 MiB"));
    QVERIFY2(lines[1].contains("bound") && lines[1].contains("gap"), qPrintable(run.output));
    QVERIFY2(lines[2].contains("proven best") && lines[3].contains(" points"), qPrintable(run.output));
    QVERIFY2(lines[2].startsWith("keep-all") && lines[2].contains("0.0%"), qPrintable(run.output));
}

void CompareTest::reasons() {
    const CliRun run = runCli({"compare", dataFile("joint.json"), "--budget", "100%", "--strategies",
                               "kusumoto-exact-tc,keep-all"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("not applicable: "), qPrintable(run.output));
}

void CompareTest::exitCodes() {
    QCOMPARE(runCli({"compare", dataFile("chain5.json"), "--budget", "1", "--strategies", "keep-all,best"})
                 .exitCode,
             4);
    QCOMPARE(
        runCli({"compare", dataFile("joint.json"), "--budget", "100%", "--strategies", "chen-sqrt"}).exitCode,
        6);
}

REFORWARD_TEST("compare", CompareTest);
#include "compare_test.moc"
