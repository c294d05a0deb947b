// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/app/cli/plan_replay.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

/// Totals, budgets by memory, precision, cost files and the largest batch, by the built program.
class BatchTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// Ten operations of 1 MiB each at batch 2, with 4 MiB of parameters.
    QString chain(bool batch = true) {
        QString nodes, links;
        for (int i = 0; i < 10; ++i) {
            nodes += QString(R"(%1{"id": "v%2", "op": "Conv", "memory": 1048576})").arg(i ? "," : "").arg(i);
            if (i > 0)
                links += QString(R"(%1{"source": "v%2", "target": "v%3"})")
                             .arg(i > 1 ? "," : "")
                             .arg(i - 1)
                             .arg(i);
        }
        QFile file(folder_.filePath(batch ? "chain.json" : "plain.json"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QString(R"({"directed": true, "graph": {"parameter_bytes": 4194304%1}, "nodes": [%2],
                   "links": [%3]})")
                       .arg(batch ? R"(, "batch": 2)" : "", nodes, links)
                       .toUtf8());
        return file.fileName();
    }
    static QJsonObject answer(const QStringList& arguments) {
        const CliRun run = runCli(arguments);
        return run.exitCode == 0 ? run.json().object() : QJsonObject{{"errors", run.errors}};
    }

  private slots:
    void theAnswerIsReplayedAndWritten() {
        const QString model = chain(), plan = folder_.filePath("batch.plan.json");
        const QStringList asked{"batch",      model, "--memory",   "40MiB",
                                "--overhead", "50%", "--strategy", "liveness-exact",
                                "--json",     "-o",  plan};
        const QJsonObject found = answer(asked);
        // Adam: 16 MiB of constants leave 24 MiB. Keep-all of ten values of b/2 MiB needs 11 of them (the
        // gradient of the last input): 24 / 5.5 = 4.
        QCOMPARE(found["keep_all_batch"].toInt(), 4);
        QVERIFY(found["batch"].toInt() > 4);
        QVERIFY(found["overhead_forward_percent"].toDouble() <= 50);
        const QJsonObject memory = found["training_memory"].toObject();
        QCOMPARE(memory["parameter_bytes"].toInt(), 4 << 20);
        QCOMPARE(memory["gradient_bytes"].toInt(), 4 << 20);
        QCOMPARE(memory["optimizer_bytes"].toInt(), 8 << 20);
        QCOMPARE(memory["peak_bytes"], found["peak_bytes"]);
        QCOMPARE(memory["total_bytes"].toInt(), (16 << 20) + found["peak_bytes"].toInt());
        QVERIFY(found["total_bytes"].toInt() <= 40 << 20);
        QVERIFY(memory["fits"].toBool());
        const CliRun check =
            runCli({"check", model, plan, "--batch", QString::number(found["batch"].toInt()), "--json"});
        QVERIFY2(check.exitCode == 0, qPrintable(check.errors));
        QCOMPARE(check.json().object()["peak_bytes"], found["peak_bytes"]);
        // The next batch is not to be had: the strategy is exact in its family.
        const CliRun next = runCli({"solve", model, "--batch", QString::number(found["batch"].toInt() + 1),
                                    "--memory", "40MiB", "--strategy", "liveness-exact", "--json"});
        QVERIFY(next.exitCode == 4 ||
                next.json().object()["predicted"].toObject()["recompute_time"].toDouble() >
                    0.5 * next.json().object()["predicted"].toObject()["forward_time"].toDouble());
    }

    void saysWhyNot() {
        const CliRun none = runCli({"batch", chain(), "--memory", "17MiB", "--overhead", "20%"});
        QCOMPARE(none.exitCode, 4);
        QVERIFY(none.errors.contains("floor") && none.errors.contains("Adam state"));
        QCOMPARE(runCli({"batch", chain(false), "--memory", "1GiB"}).exitCode, 2);
        QCOMPARE(runCli({"batch", chain(), "--memory", "an abacus"}).exitCode, 2);
        QCOMPARE(runCli({"batch", chain(), "--memory", "1GiB", "--overhead", "much"}).exitCode, 2);
        QCOMPARE(runCli({"batch", chain(), "--memory", "1GiB", "--batch", "3"}).exitCode, 2);
        QCOMPARE(runCli({"batch", chain(), "--memory", "1GiB", "--optimizer", "lion"}).exitCode, 2);
    }

    void memoryIsABudget() {
        // 24 MiB are left for values: 20 MiB less 4 MiB of parameters twice with SGD is 12 MiB.
        const QJsonObject sgd = answer({"solve", chain(), "--memory", "20MiB", "--optimizer", "sgd",
                                        "--strategy", "keep-all", "--json"});
        QCOMPARE(sgd["budget_bytes"].toInt(), 12 << 20);
        QCOMPARE(sgd["training_memory"].toObject()["fits"].toBool(), true);
        const QJsonObject card =
            answer({"solve", chain(), "--memory", "RTX 4090", "--strategy", "keep-all", "--json"});
        QCOMPARE(qint64(card["budget_bytes"].toDouble()), (qint64{24} << 30) - (16 << 20));
        const CliRun constants = runCli({"solve", chain(), "--memory", "16MiB", "--strategy", "keep-all"});
        QCOMPARE(constants.exitCode, 4);
        QVERIFY(constants.errors.contains("parameters, gradients and Adam state alone take 16.0 MiB"));
        const CliRun tight = runCli({"solve", chain(), "--memory", "18MiB", "--strategy", "keep-all"});
        QCOMPARE(tight.exitCode, 4);
        QVERIFY(tight.errors.contains("leave 2.0 MiB"));
        QCOMPARE(runCli({"solve", chain(), "--strategy", "keep-all"}).exitCode, 2);
        QCOMPARE(runCli({"solve", chain(), "--memory", "1GiB", "--budget", "50%"}).exitCode, 2);
    }

    void precisionOfAModel() {
        const QString model = QString(REFORWARD_TEST_DATA) + "/onnx/smallcnn.onnx";
        const QJsonObject full = answer({"info", model, "--json"}),
                          half = answer(
                              {"info", model, "--json", "--precision", "bf16", "--costs", "flops:h100"});
        const qint64 parameters = qint64(full["parameter_bytes"].toDouble());
        QCOMPARE(qint64(half["parameter_bytes"].toDouble()) * 2, parameters);
        QCOMPARE(full["time_unit"].toString(), QString());
        QCOMPARE(half["time_unit"].toString(), QString("us"));
        // 16 bytes a parameter with Adam, either way.
        for (const QJsonObject& info : {full, half}) {
            const QJsonObject memory = info["training_memory"].toObject();
            QCOMPARE(qint64(memory["total_bytes"].toDouble() - memory["peak_bytes"].toDouble()),
                     4 * parameters);
        }
        QVERIFY(half["baseline_peak_bytes"].toDouble() > full["baseline_peak_bytes"].toDouble() / 2);
        QVERIFY(half["baseline_peak_bytes"].toDouble() < full["baseline_peak_bytes"].toDouble() * 0.75);
        QVERIFY(
            runCli({"info", model, "--costs", "flops:laptop-cpu"}).output.contains(QString::fromUtf8("µs")));
        QCOMPARE(runCli({"info", model, "--precision", "fp8"}).exitCode, 2);
        QCOMPARE(runCli({"info", chain(), "--precision", "bf16"}).exitCode, 2);
    }

    void costsFromAFile() {
        const QString costs = folder_.filePath("costs.json");
        QFile file(costs);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QString entries;
        for (int i = 0; i < 10; ++i)
            entries += QString(R"(%1"v%2": {"forward": 2.5, "backward": 4})").arg(i ? "," : "").arg(i);
        file.write(QString(R"({"format": "reforward-costs/1", "unit": "ms", "vertices": {%1}})")
                       .arg(entries)
                       .toUtf8());
        file.close();
        const QJsonObject info = answer({"info", chain(), "--costs", costs, "--json"});
        QCOMPARE(info["forward_time"].toDouble(), 25.0);
        QCOMPARE(info["backward_time"].toDouble(), 40.0);
        QCOMPARE(info["time_unit"].toString(), QString("ms"));
        QVERIFY(runCli({"info", chain(), "--costs", costs}).output.contains("25 ms"));
        QCOMPARE(runCli({"info", chain(), "--costs", "nonsense"}).exitCode, 2);
        QCOMPARE(runCli({"info", dataFile("outputs.json"), "--costs", costs}).exitCode, 3);
    }
};

REFORWARD_TEST("batch", BatchTest);
#include "batch_test.moc"
