// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class LeastTest : public QObject {
    Q_OBJECT

  private slots:
    void theoryTable_data();
    void theoryTable();
    void replayedStrategies();
    void notApplicable();
};

void LeastTest::theoryTable_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<int>("bytes");
    // theory.md section 1, worked examples: least peaks by the published formula.
    QTest::newRow("unit chain, exact") << "chain5.json"
                                       << "kusumoto-exact-tc" << (5 << 20);
    QTest::newRow("unit chain, ancestors") << "chain5.json"
                                           << "kusumoto-approx-tc" << (5 << 20);
    QTest::newRow("two branches, exact") << "two_branches.json"
                                         << "kusumoto-exact-tc" << 8;
    QTest::newRow("two branches, ancestors") << "two_branches.json"
                                             << "kusumoto-approx-tc" << 10;
    QTest::newRow("memory-centric, the same") << "two_branches.json"
                                              << "kusumoto-exact-mc" << 8;
}

void LeastTest::theoryTable() {
    QFETCH(QString, file);
    QFETCH(QString, strategy);
    const CliRun run = runCli({"least", dataFile(file), "--strategy", strategy, "--json"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const QJsonObject least = run.json().object();
    QCOMPARE(least["strategy"].toString(), strategy);
    QTEST(least["least_budget_bytes"].toInt(), "bytes");
    QTEST(least["published_peak_bytes"].toInt(), "bytes");
    QVERIFY(least["replayed_peak_bytes"].toInt() > 0);
}

void LeastTest::replayedStrategies() {
    const QJsonObject keepAll =
        runCli({"least", dataFile("chain5.json"), "--strategy", "keep-all", "--json"}).json().object();
    QCOMPARE(keepAll["least_budget_bytes"].toInt(), 6 << 20);
    QCOMPARE(keepAll["replayed_peak_bytes"].toInt(), 6 << 20);
    QVERIFY(keepAll["published_peak_bytes"].isNull());
    // Not below the working set of a backward step, and solvable at that very budget, not a byte below.
    const QJsonObject exact =
        runCli({"least", dataFile("two_branches.json"), "--strategy", "liveness-exact", "--json"})
            .json()
            .object();
    const int bytes = exact["least_budget_bytes"].toInt();
    QVERIFY(bytes >= 3);
    const auto at = [](int budget) {
        return runCli({"solve", dataFile("two_branches.json"), "--strategy", "liveness-exact", "--budget",
                       QString::number(budget)})
            .exitCode;
    };
    QCOMPARE(at(bytes), 0);
    QCOMPARE(at(bytes - 1), 4);
}

void LeastTest::notApplicable() {
    QCOMPARE(runCli({"least", dataFile("joint.json"), "--strategy", "kusumoto-approx-tc"}).exitCode, 6);
}

REFORWARD_TEST("least", LeastTest);
#include "least_test.moc"
