// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

/// Ctrl-C in the middle of work that would take minutes.
class InterruptTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void keepsTheBestPlan();
    void nothingFoundYet();
    void sweepKeepsItsRows();

  private:
    QTemporaryDir folder_;
    QString graph_;
};

void InterruptTest::initTestCase() {
    graph_ = folder_.filePath("lanes.json");
    QFile file(graph_);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lanesJson(6, 6));  // 117,651 lower sets, all pairs of which the exact family looks at
}

void InterruptTest::keepsTheBestPlan() {
    const QString plan = folder_.filePath("plan.json");
    const CliRun run = runCliInterrupted({"solve", graph_, "--budget", "100%", "--strategy", "liveness-exact",
                                          "--option", "lower-sets=all", "-o", plan, "-v"});
    // Whether a plan was found by then is a matter of the machine's speed; both are said and true.
    if (run.exitCode == 130) {
        QVERIFY(!QFile::exists(plan));
        return;
    }
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.errors.contains("stopped"), qPrintable(run.errors));
    QCOMPARE(runCli({"check", graph_, plan}).exitCode, 0);
}

void InterruptTest::nothingFoundYet() {
    const CliRun run = runCliInterrupted({"least", graph_, "--strategy", "kusumoto-exact-tc", "-v"});
    QVERIFY2(run.exitCode == 130, qPrintable(run.errors));
    QCOMPARE(run.output, "");
    QVERIFY2(run.errors.contains("stopped"), qPrintable(run.errors));
}

void InterruptTest::sweepKeepsItsRows() {
    const QString file = folder_.filePath("frontier.csv");
    const CliRun run =
        runCliInterrupted({"sweep", graph_, "--strategies", "keep-all,kusumoto-exact-tc", "-o", file, "-v"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QVERIFY2(run.errors.contains("stopped"), qPrintable(run.errors));
    QVERIFY(contentOf(file).contains("keep-all,"));
}

REFORWARD_TEST("interrupt", InterruptTest);
#include "interrupt_test.moc"
