// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class CheckTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void rightPlan();
    void everyWrongFigureIsFound_data();
    void everyWrongFigureIsFound();
    void brokenSchedule();
    void anotherGraph();
    void noPlanAtAll_data();
    void noPlanAtAll();

  private:
    CliRun checkChanged(const QJsonObject& plan);

    QTemporaryDir folder_;
    QString planFile_;
};

void CheckTest::initTestCase() {
    planFile_ = folder_.filePath("plan.json");
    QCOMPARE(runCli({"solve", dataFile("chain5.json"), "--budget", "80%", "-o", planFile_}).exitCode, 0);
}

CliRun CheckTest::checkChanged(const QJsonObject& plan) {
    const QString changed = folder_.filePath("changed.json");
    QFile file(changed);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QJsonDocument(plan).toJson());
    file.close();
    return runCli({"check", dataFile("chain5.json"), changed, "--json"});
}

void CheckTest::rightPlan() {
    const CliRun run = runCli({"check", dataFile("chain5.json"), planFile_, "--json"});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject check = run.json().object();
    const QJsonObject predicted = jsonFile(planFile_)["predicted"].toObject();
    QCOMPARE(check["valid"].toBool(), true);
    QCOMPARE(check["peak_bytes"], predicted["peak_bytes"]);
    QCOMPARE(check["recompute_time"], predicted["recompute_time"]);
    QVERIFY(check["wrong"].isArray() && check["wrong"].toArray().isEmpty());
}

void CheckTest::everyWrongFigureIsFound_data() {
    QTest::addColumn<QString>("key");
    for (const char* key : {"peak_bytes", "forward_time", "recompute_time", "backward_time"})
        QTest::newRow(key) << key;
}

void CheckTest::everyWrongFigureIsFound() {
    QFETCH(QString, key);
    QJsonObject plan = jsonFile(planFile_);
    QJsonObject predicted = plan["predicted"].toObject();
    predicted[key] = predicted[key].toInteger() + 1;
    plan["predicted"] = predicted;
    const CliRun run = checkChanged(plan);
    QCOMPARE(run.exitCode, 5);
    const QJsonObject check = run.json().object();
    QCOMPARE(check["valid"].toBool(), true);
    QCOMPARE(check["wrong"].toArray().size(), 1);
    QVERIFY(check["wrong"].toArray()[0].toString().contains(key));
}

void CheckTest::brokenSchedule() {
    QJsonObject plan = jsonFile(planFile_);
    QJsonArray schedule = plan["schedule"].toArray();
    schedule.removeFirst();  // the forward of v0, which v1 reads
    plan["schedule"] = schedule;
    const CliRun run = checkChanged(plan);
    QCOMPARE(run.exitCode, 5);
    QCOMPARE(run.json().object()["valid"].toBool(true), false);
    QVERIFY(!run.json().object()["wrong"].toArray().isEmpty());
    QVERIFY2(run.errors.contains("v0"), qPrintable(run.errors));
}

void CheckTest::anotherGraph() {
    const CliRun run = runCli({"check", dataFile("two_branches.json"), planFile_});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errorLines() == 1, qPrintable(run.errors));
    // What differs: five vertices there, eight here.
    QVERIFY2(run.errors.contains('5') && run.errors.contains('8'), qPrintable(run.errors));
    // Another batch is another graph too.
    QCOMPARE(runCli({"check", dataFile("chain5.json"), planFile_, "--batch", "8"}).exitCode, 3);
}

void CheckTest::noPlanAtAll_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("prose") << QByteArray("not a plan");
    QTest::newRow("an array") << QByteArray("[]");
    QTest::newRow("no format") << QByteArray("{\"schedule\": []}");
    QTest::newRow("a later format") << QByteArray("{\"format\": \"reforward-plan/2\", \"schedule\": []}");
    QTest::newRow("no schedule") << QByteArray("{\"format\": \"reforward-plan/1\"}");
    QTest::newRow("schedule of words")
        << QByteArray("{\"format\": \"reforward-plan/1\", \"schedule\": [\"forward\"]}");
}

void CheckTest::noPlanAtAll() {
    QFETCH(QByteArray, text);
    const QString path = folder_.filePath("none.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const CliRun run = runCli({"check", dataFile("chain5.json"), path});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errorLines() == 1 && run.errors.contains("none.json"), qPrintable(run.errors));
}

REFORWARD_TEST("check", CheckTest);
#include "check_test.moc"
