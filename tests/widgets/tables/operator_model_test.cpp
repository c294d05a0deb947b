// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/operator_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/tables/plans.h"

using namespace reforward;
using namespace reforward::tests;

class OperatorModelTest : public QObject {
    Q_OBJECT

    using M = OperatorModel;
    static QString cell(const OperatorModel& model, int row, int column) {
        return model.index(row, column).data().toString();
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void rowsAreTheOperationsWithoutFixedValues() {
        OperatorModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto graph = sample();
        model.setGraph(graph);
        model.setPlan(samplePlan(*graph));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.rowOf(*graph->find("x")), -1);
        QCOMPARE(graph->id(model.vertexAt(2)), std::string("c"));
        QCOMPARE(cell(model, 0, M::op), QString("Conv2D"));
        QCOMPARE(cell(model, 0, M::name), QString("a"));
        QCOMPARE(cell(model, 0, M::state), QString("Recomputed"));
        QCOMPARE(cell(model, 0, M::bytes), QString("2.0 MiB"));
        QCOMPARE(cell(model, 0, M::cost), QString("10"));
        QCOMPARE(cell(model, 0, M::runs), QString("2"));
        QCOMPARE(cell(model, 0, M::saves), QString("2.0 MiB"));
        QCOMPARE(cell(model, 1, M::state), QString("Kept"));
        QCOMPARE(cell(model, 1, M::saves), QString("\u2013"));
        QCOMPARE(cell(model, 2, M::state), QString("Dropped"));
        QCOMPARE(cell(model, 2, M::bytes), QString("1.00 GiB"));
        QCOMPARE(cell(model, 2, M::cost), QString("2.5"));
    }

    void exactFiguresAreForSortingAndTooltips() {
        OperatorModel model;
        const auto graph = sample();
        model.setGraph(graph);
        model.setPlan(samplePlan(*graph));
        QCOMPARE(model.index(2, M::bytes).data(exactRole).toLongLong(), 1073741824);
        QCOMPARE(model.index(2, M::bytes).data(Qt::ToolTipRole).toString(), QString("1,073,741,824 B"));
        QCOMPARE(model.index(0, M::runs).data(exactRole).toLongLong(), 2);
        QCOMPARE(model.index(0, M::state).data(stateRole).toInt(), static_cast<int>(VertexState::recomputed));
        QCOMPARE(model.index(0, M::name).data(vertexRole).toUInt(), *graph->find("a"));
        QVERIFY(model.index(0, M::bytes).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QVERIFY(model.index(0, M::name).data(Qt::TextAlignmentRole).toInt() & Qt::AlignLeft);
    }

    void aNewPlanChangesCellsOnly() {
        OperatorModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto graph = sample();
        model.setGraph(graph);
        QCOMPARE(cell(model, 0, M::state), QString());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset),
            changed(&model, &QAbstractItemModel::dataChanged);
        model.setPlan(samplePlan(*graph));
        QCOMPARE(reset.size(), 0);
        QVERIFY(!changed.isEmpty());
        model.setGraph(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

REFORWARD_TEST("operator_model", OperatorModelTest);
#include "operator_model_test.moc"
