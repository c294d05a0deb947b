// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class InfoTest : public QObject {
    Q_OBJECT

  private slots:
    void figuresOfOneGraph();
    void theoryTable_data();
    void theoryTable();
    void jointGraph();
    void batch();
    void humanOutput();
    void patternsInBothReadings();
    void modules();
};

// Worked by hand from the step model; see tests/data/cli/outputs.json.
void InfoTest::figuresOfOneGraph() {
    const CliRun run = runCli({"info", dataFile("outputs.json"), "--json"});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject info = run.json().object();
    for (const char* key : {"name", "vertices", "edges", "values", "fixed", "parameter_bytes", "forward_time",
                            "backward_time", "baseline_peak_bytes", "saved_bytes", "floor_bytes",
                            "floor_vertex", "lower_sets", "folded", "left_out", "opaque", "warnings"}) {
        QVERIFY2(info.contains(key), key);
    }
    QCOMPARE(info["name"].toString(), "outputs");
    QCOMPARE(info["vertices"].toInt(), 6);
    QCOMPARE(info["fixed"].toInt(), 1);
    QCOMPARE(info["edges"].toInt(), 6);
    QCOMPARE(info["forward_time"].toDouble(), 17.0);
    QCOMPARE(info["backward_time"].toDouble(), 35.0);
    QCOMPARE(info["value_bytes"].toInt(), 254);
    QCOMPARE(info["baseline_peak_bytes"].toInt(), 325);
    QCOMPARE(info["saved_bytes"].toInt(), 225);
    QCOMPARE(info["lower_sets"].toInt(), 8);
    // Backward of pool: the input, conv and the indices, gradients of y and of conv.
    QCOMPARE(info["floor_bytes"].toInt(), 50 + 100 + 50 + 25 + 100);
    QCOMPARE(info["floor_vertex"].toString(), "pool");
}

void InfoTest::theoryTable_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("vertices");
    QTest::addColumn<int>("edges");
    QTest::addColumn<int>("lowerSets");
    QTest::newRow("unit chain") << "chain5.json" << 5 << 4 << 6;
    QTest::newRow("two branches") << "two_branches.json" << 8 << 8 << 18;
}

void InfoTest::theoryTable() {
    QFETCH(QString, file);
    const QJsonObject info = runCli({"info", dataFile(file), "--json"}).json().object();
    QTEST(info["vertices"].toInt(), "vertices");
    QTEST(info["edges"].toInt(), "edges");
    QTEST(info["lower_sets"].toInt(), "lowerSets");
}

void InfoTest::jointGraph() {
    const QJsonObject info = runCli({"info", dataFile("joint.json"), "--json"}).json().object();
    // At gb: a, b, c and gb are live.
    QCOMPARE(info["baseline_peak_bytes"].toInt(), 13);
    QCOMPARE(info["forward_time"].toDouble(), 7.0);
    QCOMPARE(info["saved_bytes"].toInt(), 0);
}

void InfoTest::batch() {
    const QJsonObject at4 = runCli({"info", dataFile("chain5.json"), "--json"}).json().object();
    const QJsonObject at8 =
        runCli({"info", dataFile("chain5.json"), "--batch", "8", "--json"}).json().object();
    QCOMPARE(at4["baseline_peak_bytes"].toInt(), 6 << 20);
    QCOMPARE(at8["baseline_peak_bytes"].toInt(), 12 << 20);
    QCOMPARE(at8["forward_time"].toDouble(), 10.0);
    // Nothing says what batch this graph is for.
    QCOMPARE(runCli({"info", dataFile("two_branches.json"), "--batch", "8"}).exitCode, 2);
    QCOMPARE(runCli({"info", dataFile("chain5.json"), "--batch", "0"}).exitCode, 2);
}

void InfoTest::humanOutput() {
    const CliRun run = runCli({"info", dataFile("two_branches.json")});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.contains("lower sets        18"));
    // Memory by operator: two Conv and six Relu of one byte.
    QVERIFY2(run.output.contains(QRegularExpression("Relu +6 +6 B +75.0%")), qPrintable(run.output));
    QCOMPARE(run.errors, "");
}

// A GELU between two convolutions, values of 16 384 bytes: fused, its input and the second convolution's are
// kept; as written, the input, the quotient, the sum and the last product, and two numbers of 8 bytes.
void InfoTest::patternsInBothReadings() {
    const QString file = QStringLiteral(REFORWARD_TEST_DATA "/torch/act_GELU.onnx");
    for (const QString reading : {"--fuse", "--no-fuse"}) {
        const QJsonObject info = runCli({"info", file, reading, "--json"}).json().object();
        const QJsonObject patterns = info["patterns"].toObject();
        QCOMPARE(patterns["found"].toObject(), (QJsonObject{{"Gelu", 1}}));
        const QJsonObject fused = patterns["fused"].toObject(), written = patterns["as_written"].toObject();
        QCOMPARE(fused["saved_bytes"].toInt(), 2 * 16384);
        QCOMPARE(written["saved_bytes"].toInt(), 4 * 16384 + 2 * 8);
        QVERIFY(fused["baseline_peak_bytes"].toInt() < written["baseline_peak_bytes"].toInt());
        const QJsonObject& asked = reading == "--fuse" ? fused : written;
        QCOMPARE(info["saved_bytes"], asked["saved_bytes"]);
        QCOMPARE(info["baseline_peak_bytes"], asked["baseline_peak_bytes"]);
    }
    const CliRun run = runCli({"info", file});
    QVERIFY2(run.output.contains(QRegularExpression("patterns +1 Gelu\n")), qPrintable(run.output));
    QVERIFY2(run.output.contains(QRegularExpression("as written +64.0 KiB saved")), qPrintable(run.output));
}

// Seven operators on values of 2 x 4 x 8 x 8 floats, the mean of them and five classes.
void InfoTest::modules() {
    const QString file = QStringLiteral(REFORWARD_TEST_DATA "/onnx/name_scopes.onnx");
    const QJsonObject info = runCli({"info", file, "--modules", "2", "--json"}).json().object();
    QStringList found;
    for (const auto& entry : info["modules"].toArray()) {
        const QJsonObject module = entry.toObject();
        found << QString("%1: %2, %3 B")
                     .arg(module["module"].toString())
                     .arg(module["vertices"].toInt())
                     .arg(module["value_bytes"].toInt());
    }
    QCOMPARE(found, (QStringList{"stem: 1, 2048 B", "layers: 6, 12288 B", "layers/0: 3, 6144 B",
                                 "layers/1: 3, 6144 B", "head: 1, 40 B", ": 1, 32 B"}));
    QVERIFY(!runCli({"info", file, "--json"}).json().object().contains("modules"));
    QCOMPARE(runCli({"info", file, "--modules", "0"}).exitCode, 2);
}

REFORWARD_TEST("info", InfoTest);
#include "info_test.moc"
