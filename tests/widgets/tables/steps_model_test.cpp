// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/steps_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/tables/plans.h"

using namespace reforward;
using namespace reforward::tests;

class StepsModelTest : public QObject {
    Q_OBJECT

    using M = StepsModel;

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void oneRowARun() {
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto graph = sharedGraph("a->b; a m=4; b m=2");
        const auto plan = std::make_shared<const Plan>(makePlan(*graph, "keep-all", keepAllSchedule(*graph)));
        model.setPlan(graph, plan);
        // By hand: see tests/widgets/timeline/graphs.h.
        QCOMPARE(model.rowCount(), 4);
        const QStringList does{"Forward", "Forward", "Backward", "Backward"};
        const QStringList live{"4 B", "6 B", "10 B", "4 B"};
        for (int row = 0; row < 4; ++row) {
            QCOMPARE(model.index(row, M::number).data().toString(), QString::number(row + 1));
            QCOMPARE(model.index(row, M::action).data().toString(), does[row]);
            QCOMPARE(model.index(row, M::live).data().toString(), live[row]);
        }
        QCOMPARE(model.index(2, M::gradients).data(exactRole).toLongLong(), 6);
        QCOMPARE(model.index(0, M::gradients).data().toString(), QString("\u2013"));
        QCOMPARE(model.index(0, M::workspace).data(exactRole).toLongLong(), 0);
    }

    void recomputesAreNamedAndFoundByTheSchedule() {
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto graph = sample();
        const PlanPtr plan = samplePlan(*graph);
        model.setPlan(graph, plan);
        int recomputes = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            recomputes += model.index(row, M::action).data().toString() == "Recompute" ? 1 : 0;
            QCOMPARE(model.rowOf(model.scheduleIndexAt(row)), row);
            QCOMPARE(model.index(row, 0).data(stepRole).toULongLong(), model.scheduleIndexAt(row));
        }
        QCOMPARE(recomputes, 1);
        QCOMPARE(model.rowOf(99'999), model.rowCount() - 1);
        model.setPlan(graph, nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.rowOf(3), -1);
    }
};

REFORWARD_TEST("steps_model", StepsModelTest);
#include "steps_model_test.moc"
