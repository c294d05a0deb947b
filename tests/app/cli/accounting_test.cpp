// SPDX-License-Identifier: Apache-2.0
// --accounting on every command that shows figures. The network's figures were measured by PyTorch
// (tests/data/framework/README.md).
#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class AccountingCliTest : public QObject {
    Q_OBJECT

    const QString model_ = QDir::cleanPath(dataFile("../framework/cnn.onnx"));
    static constexpr int baseline = 54960, withGradients = 62680, forwardEnd = 48816;

  private slots:
    void info() {
        const QJsonObject said =
            runCli({"info", model_, "--accounting", "pytorch", "--json"}).json().object();
        QCOMPARE(said["accounting"].toString(), "pytorch");
        QCOMPARE(said["baseline_peak_bytes"].toInt(), baseline);
        QCOMPARE(said["baseline_with_parameter_gradients_bytes"].toInt(), withGradients);
        QCOMPARE(said["forward_end_bytes"].toInt(), forwardEnd);
        const QJsonObject step = runCli({"info", model_, "--json"}).json().object();
        QCOMPARE(step["accounting"].toString(), "step");
        QVERIFY(step["baseline_peak_bytes"].toInt() != baseline);
        QVERIFY(
            runCli({"info", model_, "--accounting", "pytorch"}).output.contains("without network inputs"));
        QCOMPARE(runCli({"info", model_, "--accounting", "tensorflow"}).exitCode, 2);
    }

    void solveWithinThePeakOfTheFramework() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("plan.json");
        const CliRun run = runCli({"solve", model_, "--accounting", "pytorch", "--budget", "90%",
                                   "--strategy", "chen-greedy", "--json", "-o", file});
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        const QJsonObject plan = jsonFile(file);
        QCOMPARE(plan["accounting"].toString(), "pytorch");
        QCOMPARE(plan["budget_bytes"].toInt(), baseline * 9 / 10);
        const QJsonObject predicted = plan["predicted"].toObject();
        QCOMPARE(predicted["baseline_peak_bytes"].toInt(), baseline);
        QVERIFY(predicted["peak_bytes"].toInt() <= baseline * 9 / 10);
        QVERIFY(predicted["floor_bytes"].isNull());
        QVERIFY(predicted["recompute_lower_bound"].isNull());
        QVERIFY(run.json().object()["gap_percent"].isNull());

        // The plan says how it counts; another way may be asked for.
        const QJsonObject same = runCli({"check", model_, file, "--json"}).json().object();
        QCOMPARE(same["accounting"].toString(), "pytorch");
        QCOMPARE(same["peak_bytes"], predicted["peak_bytes"]);
        QVERIFY(same["wrong"].toArray().isEmpty());
        const QJsonObject step =
            runCli({"check", model_, file, "--accounting", "step", "--json"}).json().object();
        QCOMPARE(step["accounting"].toString(), "step");
        QVERIFY(step["peak_bytes"].toInt() != same["peak_bytes"].toInt());
        QVERIFY(step["wrong"].toArray().isEmpty());
    }

    void whatDoesNotFitIsRefused() {
        const CliRun run = runCli(
            {"solve", model_, "--accounting", "pytorch", "--budget", "1%", "--strategy", "chen-greedy"});
        QCOMPARE(run.exitCode, 4);
        QVERIFY2(run.errors.contains("smallest budget found"), qPrintable(run.errors));
        QVERIFY2(!run.errors.contains("floor"), qPrintable(run.errors));
    }

    void tables() {
        for (const QJsonValue row : runCli({"compare", model_, "--accounting", "pytorch", "--budget", "100%",
                                            "--strategies", "keep-all,chen-greedy", "--json"})
                                        .json()
                                        .array()) {
            QCOMPARE(row["accounting"].toString(), "pytorch");
            QVERIFY(row["peak_bytes"].toInt() <= baseline);
            QVERIFY(row["lower_bound_percent"].isNull());
        }
        const QJsonArray rows = runCli({"sweep", model_, "--accounting", "pytorch", "--strategies",
                                        "keep-all,chen-greedy", "--json"})
                                    .json()
                                    .array();
        QCOMPARE(rows[0]["peak_bytes"].toInt(), baseline);
        QCOMPARE(rows[0]["accounting"].toString(), "pytorch");
        const QJsonObject least =
            runCli({"least", model_, "--accounting", "pytorch", "--strategy", "chen-greedy", "--json"})
                .json()
                .object();
        QCOMPARE(least["accounting"].toString(), "pytorch");
        QVERIFY(least["replayed_peak_bytes"].toInt() < baseline);
    }

    // An in-place ELU keeps its output in place of its input; PyTorch then saves 9600 bytes less of this
    // network.
    void inPlace() {
        const QString gates = QDir::cleanPath(dataFile("../framework/gates.onnx"));
        const int apart = runCli({"info", gates, "--json"}).json().object()["saved_bytes"].toInt();
        const int inPlace =
            runCli({"info", gates, "--inplace", "--json"}).json().object()["saved_bytes"].toInt();
        QCOMPARE(apart - inPlace, 2 * 12 * 10 * 10 * 4);
    }
};

REFORWARD_TEST("accounting", AccountingCliTest);
#include "accounting_test.moc"
