// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class ConvertTest : public QObject {
    Q_OBJECT

  private slots:
    void formats_data();
    void formats();
    void keepsThePlan();
    void refusals();
};

void ConvertTest::formats_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("suffix");
    for (const char* file : {"chain5.json", "two_branches.json", "outputs.json", "joint.json"}) {
        for (const char* suffix : {"json", "graphml", "dot"})
            QTest::addRow("%s %s", file, suffix) << file << suffix;
    }
}

// A converted graph is the same graph: all its figures are.
void ConvertTest::formats() {
    QFETCH(QString, file);
    QFETCH(QString, suffix);
    const QTemporaryDir folder;
    const QString converted = folder.filePath("graph." + suffix);
    const CliRun run = runCli({"convert", dataFile(file), "-o", converted});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const QJsonObject before = runCli({"info", dataFile(file), "--json"}).json().object();
    const CliRun info = runCli({"info", converted, "--json"});
    QVERIFY2(info.exitCode == 0, qPrintable(info.errors));
    const QJsonObject after = info.json().object();
    QVERIFY(!before.isEmpty());
    for (const char* key :
         {"vertices", "edges", "values", "fixed", "forward_time", "backward_time", "baseline_peak_bytes",
          "saved_bytes", "floor_bytes", "floor_vertex", "lower_sets"}) {
        QCOMPARE(after[key], before[key]);
    }
}

// The fingerprint survives, so a plan of the one is a plan of the other.
void ConvertTest::keepsThePlan() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    QCOMPARE(runCli({"solve", dataFile("outputs.json"), "--budget", "100%", "-o", plan}).exitCode, 0);
    for (const char* suffix : {"json", "graphml", "dot"}) {
        const QString converted = folder.filePath(QString("graph.") + suffix);
        QCOMPARE(runCli({"convert", dataFile("outputs.json"), "-o", converted}).exitCode, 0);
        const CliRun run = runCli({"check", converted, plan});
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    }
}

void ConvertTest::refusals() {
    const QTemporaryDir folder;
    QCOMPARE(runCli({"convert", dataFile("chain5.json")}).exitCode, 2);
    QCOMPARE(runCli({"convert", dataFile("chain5.json"), "-o", folder.filePath("graph.xlsx")}).exitCode, 2);
    QCOMPARE(
        runCli({"convert", dataFile("chain5.json"), "-o", folder.filePath("no/such/folder/g.json")}).exitCode,
        3);
    QCOMPARE(runCli({"convert", dataFile("cyclic.json"), "-o", folder.filePath("graph.json")}).exitCode, 3);
    QVERIFY(QDir(folder.path()).isEmpty());
}

REFORWARD_TEST("convert", ConvertTest);
#include "convert_test.moc"
