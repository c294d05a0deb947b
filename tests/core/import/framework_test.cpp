// SPDX-License-Identifier: Apache-2.0
// What PyTorch saved and held in one training step, measured (tests/data/framework/README.md).
#include <QDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/graph/saved_values.h"
#include "core/import/import.h"
#include "core/plan/schedule.h"
#include "core/plan/simulator.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

std::string path(const QString& name) {
    return (QStringLiteral(REFORWARD_TEST_DATA "/framework/") + name).toStdString();
}

std::shared_ptr<const Graph> read(const QString& name) {
    return importGraph(path(name), {}, Control());
}

nlohmann::json measured(const QString& name) {
    return nlohmann::json::parse(readFile(path(name)));
}

}  // namespace

class FrameworkTest : public QObject {
    Q_OBJECT
  private slots:
    void oneStep_data() {
        QTest::addColumn<QString>("name");
        const QDir folder(QStringLiteral(REFORWARD_TEST_DATA "/framework"));
        for (const QString& file : folder.entryList({"*.onnx"})) {
            const QString name = file.left(file.size() - 5);
            if (!name.endsWith(".seq")) QTest::newRow(qPrintable(name)) << name;
        }
    }
    void oneStep() {
        QFETCH(QString, name);
        const auto graph = read(name + ".onnx");
        const auto step = measured(name + ".json").at("out_of_place");
        const auto peak = step.at("peak");
        QCOMPARE(savedBytes(*graph).count(), step.at("saved_activation_bytes").get<std::int64_t>());
        const Simulation s = simulate(*graph, keepAllSchedule(*graph), Accounting::pytorch);
        QVERIFY(s.valid());
        QCOMPARE(s.forwardEnd.count(), peak.at("live_bytes_at_forward_end").get<std::int64_t>());
        QCOMPARE(s.peak.count(), peak.at("peak_bytes_no_workspace_no_param_grads").get<std::int64_t>());
        QCOMPARE(s.peakWithParameterGradients.count(),
                 peak.at("peak_bytes_no_workspace").get<std::int64_t>());
    }

    void aSequentialNetwork() {
        const auto graph = read("chain.seq.onnx");
        const auto step = measured("chain.ckpt.json").at("variants").at("vanilla");
        const Simulation s = simulate(*graph, keepAllSchedule(*graph), Accounting::pytorch);
        QCOMPARE(s.peak.count(),
                 step.at("peak").at("peak_bytes_no_workspace_no_param_grads").get<std::int64_t>());
    }
};

REFORWARD_TEST("framework", FrameworkTest);
#include "framework_test.moc"
