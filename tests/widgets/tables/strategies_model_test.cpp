// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/strategies_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/tables/plans.h"

using namespace reforward;
using namespace reforward::tests;

class StrategiesModelTest : public QObject {
    Q_OBJECT

    using M = StrategiesModel;
    static QString cell(const StrategiesModel& model, int row, int column) {
        return model.index(row, column).data().toString();
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void figuresOfAPlan() {
        StrategiesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setResults({{"best", "Best of all", figures(4'660'039'516, 0.173, 8000, 32), {}}});
        QCOMPARE(cell(model, 0, M::title), QString("Best of all"));
        QCOMPARE(cell(model, 0, M::peak), QString("4.34 GiB"));
        QCOMPARE(cell(model, 0, M::overhead), QString("17.3%"));
        QCOMPARE(cell(model, 0, M::iteration), QString("5.8%"));
        QCOMPARE(cell(model, 0, M::gap), QString("no bound known"));
        QCOMPARE(cell(model, 0, M::kept), QString("32"));
        QCOMPARE(cell(model, 0, M::solveTime), QString("8.0 s"));
    }

    void theGapIsRoundedUpAndProvenOnlyWhereEqual() {
        StrategiesModel model;
        model.setResults({{"a", {}, figures(1, 0.173, 1, 1), {}}});
        model.setBound(0.1521);
        QCOMPARE(cell(model, 0, M::gap), QString("2.1 points"));  // 2.09
        model.setBound(0.17299);
        QCOMPARE(cell(model, 0, M::gap), QString("0.1 points"));  // never 0.0
        model.setBound(0.173);
        QCOMPARE(cell(model, 0, M::gap), QString("proven best"));
    }

    void aStrategyWithoutAPlanSaysWhyOverTheRow() {
        StrategiesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setResults({{"revolve", "Revolve", nullptr, "not applicable: the graph is no chain"}});
        QCOMPARE(cell(model, 0, M::peak), QString("not applicable: the graph is no chain"));
        QCOMPARE(model.index(0, M::peak).data(spanRole).toInt(), M::columns - M::peak);
        QCOMPARE(cell(model, 0, M::overhead), QString());
    }

    void aResultReplacesItsRow() {
        StrategiesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setResult({"a", "A", figures(1, 0.5, 1, 1), {}});
        model.setResult({"b", "B", figures(1, 0.5, 1, 1), {}});
        model.setResult({"a", "A", figures(1, 0.25, 1, 1), {}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, M::overhead), QString("25.0%"));
    }
};

REFORWARD_TEST("strategies_model", StrategiesModelTest);
#include "strategies_model_test.moc"
