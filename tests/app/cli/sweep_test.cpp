// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class SweepTest : public QObject {
    Q_OBJECT

  private slots:
    void csv();
    void json();
    void pictures();
    void notApplicable();
};

const char* const head =
    "strategy,budget_bytes,peak_bytes,recompute_time,overhead_forward_percent,overhead_iteration_percent,"
    "lower_bound_percent,kept,recomputed,solve_ms";

void SweepTest::csv() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("frontier.csv");
    const CliRun run = runCli({"sweep", dataFile("two_branches.json"), "--strategies",
                               "liveness-exact,keep-all,kusumoto-exact-tc", "-o", file});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QStringList lines = QString::fromUtf8(contentOf(file)).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.takeFirst().trimmed(), head);
    QVERIFY(lines.size() >= 3);
    QString strategy;
    qint64 peak = 0;
    double recompute = 0;
    QStringList seen;
    for (const QString& line : lines) {
        const QStringList cells = line.trimmed().split(',');
        QCOMPARE(cells.size(), 10);
        if (cells[0] != strategy) {
            strategy = cells[0];
            seen.append(strategy);
        } else {
            // By peak descending, and no row is dominated by another.
            QVERIFY2(cells[2].toLongLong() < peak && cells[3].toDouble() > recompute, qPrintable(line));
        }
        // A proven bound, never above what the plan costs.
        bool stated = false;
        QVERIFY2(cells[6].toDouble(&stated) <= cells[4].toDouble() + 1e-9, qPrintable(line));
        QVERIFY2(stated, qPrintable(line));
        peak = cells[2].toLongLong();
        recompute = cells[3].toDouble();
    }
    QCOMPARE(seen, (QStringList{"keep-all", "kusumoto-exact-tc", "liveness-exact"}));
}

void SweepTest::json() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("frontier.json");
    const CliRun run =
        runCli({"sweep", dataFile("chain5.json"), "--strategies", "all", "--json", "-o", file});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const QJsonArray rows = run.json().array();
    QVERIFY(!rows.isEmpty());
    for (const QJsonValue& row : rows) {
        for (const QString& key : QString(head).split(','))
            QVERIFY2(row.toObject().contains(key), qPrintable(key));
    }
    const QJsonObject said = jsonFile(file);
    QVERIFY(said.contains("floor_bytes") && said["bound"].isArray());
    double before = 1e300;
    for (const QJsonValue& point : said["bound"].toArray()) {
        QVERIFY(point["budget_bytes"].toDouble() >= said["floor_bytes"].toDouble());
        QVERIFY(point["lower_bound_percent"].toDouble() <= before);
        before = point["lower_bound_percent"].toDouble();
    }
}

void SweepTest::pictures() {
    const QTemporaryDir folder;
    const QString svg = folder.filePath("frontier.svg");
    const QString png = folder.filePath("frontier.png");
    for (const QString& file : {svg, png}) {
        const CliRun run = runCli({"sweep", dataFile("chain5.json"), "--strategies", "best", "-o", file});
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    }
    QVERIFY(contentOf(svg).contains("<svg"));
    QVERIFY(contentOf(png).startsWith("\x89PNG"));
}

void SweepTest::notApplicable() {
    const CliRun some =
        runCli({"sweep", dataFile("joint.json"), "--strategies", "keep-all,kusumoto-approx-tc"});
    QCOMPARE(some.exitCode, 0);
    QVERIFY2(some.output.contains("not applicable: "), qPrintable(some.output));
    QCOMPARE(runCli({"sweep", dataFile("joint.json"), "--strategies", "kusumoto-approx-tc"}).exitCode, 6);
}

REFORWARD_TEST("sweep", SweepTest);
#include "sweep_test.moc"
