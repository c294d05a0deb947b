// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/labels.h"

#include <QTest>

#include "core/graph/graph_builder.h"
#include "tests/support/test_main.h"

using namespace reforward;

class LabelsTest : public QObject {
    Q_OBJECT

  private slots:
    void operators_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("shown");
        QTest::newRow("conv") << "Convolution2DFunction"
                              << "Conv2D";
        QTest::newRow("deconv") << "Deconvolution2DFunction"
                                << "Deconv2D";
        QTest::newRow("max pool") << "MaxPooling2D"
                                  << "MaxPool";
        QTest::newRow("average pool") << "AveragePooling2D"
                                      << "AvgPool";
        QTest::newRow("norm") << "BatchNormalization"
                              << "BatchNorm";
        QTest::newRow("loss") << "SoftmaxCrossEntropy"
                              << "SoftmaxCE";
        QTest::newRow("linear") << "LinearFunction"
                                << "Linear";
        QTest::newRow("short already") << "ReLU"
                                       << "ReLU";
    }
    void operators() {
        QFETCH(QString, op);
        QTEST(shortOperator(op.toStdString()), "shown");
    }

    void vertices() {
        GraphBuilder builder;
        const auto add = [&](const char* id, const char* op, const char* name) {
            VertexSpec spec;
            spec.id = id, spec.op = op, spec.name = name;
            return builder.addVertex(std::move(spec));
        };
        const VertexId bare = add("53", "Concat", ""), named = add("7", "Conv", "stem/conv"),
                       plain = add("8", "", "");
        const Graph graph = std::move(builder).build();
        QCOMPARE(vertexLabel(graph, bare), QStringLiteral("Concat 53"));
        QCOMPARE(vertexLabel(graph, named), QStringLiteral("stem/conv"));
        QCOMPARE(vertexLabel(graph, plain), QStringLiteral("8"));
    }

    void states() {
        QCOMPARE(stateLabel(VertexState::kept), QStringLiteral("Kept"));
        QCOMPARE(stateLabel(VertexState::recomputed), QStringLiteral("Recomputed"));
        QCOMPARE(stateLabel(VertexState::dropped), QStringLiteral("Dropped"));
    }
};

REFORWARD_TEST("labels", LabelsTest);
#include "labels_test.moc"
