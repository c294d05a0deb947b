// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <set>

#include "core/base/file.h"
#include "core/import/import.h"
#include "tests/support/test_main.h"

using namespace reforward;

/// What a framework's backward keeps, operator by operator: right values measured, see tests/data/torch.
class SavedBytesTest : public QObject {
    Q_OBJECT

    static qint64 savedBytes(const QString& name) {
        const std::string path = (QStringLiteral(REFORWARD_TEST_DATA "/torch/") + name).toStdString();
        const Graph graph = readOnnx(path, readFile(path), {}, Control());
        std::set<ValueId> saved;
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            if (!graph.differentiable(v)) continue;
            for (const ValueId x : graph.saves(v)) {
                if (!graph.fixed(graph.producer(x))) saved.insert(x);
            }
        }
        qint64 bytes = 0;
        for (const ValueId x : saved)
            bytes += graph.bytes(x).count();
        return bytes;
    }

  private slots:
    void asMeasured_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("saved");
        QFile file(QStringLiteral(REFORWARD_TEST_DATA "/torch/measured.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(!all.isEmpty());
        for (const auto& entry : all) {
            const QJsonObject module = entry.toObject();
            QTest::newRow(qPrintable(module["name"].toString()))
                << module["name"].toString() << module["saved_bytes"].toInteger();
        }
    }
    void asMeasured() {
        QFETCH(QString, name);
        QFETCH(qint64, saved);
        QCOMPARE(savedBytes(name + ".onnx"), saved);
    }
};

REFORWARD_TEST("saved_bytes", SavedBytesTest);
#include "saved_bytes_test.moc"
