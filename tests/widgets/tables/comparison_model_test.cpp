// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/comparison_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/tables/plans.h"

using namespace reforward;
using namespace reforward::tests;

class ComparisonModelTest : public QObject {
    Q_OBJECT

    using M = ComparisonModel;

    static QStringList row(const ComparisonModel& model, const QString& figure) {
        for (int i = 0; i < model.rowCount(); ++i) {
            if (model.index(i, M::figure).data().toString() != figure) continue;
            QStringList cells;
            for (int column = M::a; column < M::columns; ++column) {
                cells << (model.index(i, column).data(betterRole).toBool() ? "*" : "") +
                             model.index(i, column).data().toString();
            }
            return cells;
        }
        return {};
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void differencesHaveASignAndTheBetterIsMarked() {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPlans(figures(1000, 0.1624, 80, 119), "Liveness-exact", figures(1512, 0.0886, 8000, 128),
                       "Refined");
        QCOMPARE(row(model, "Peak memory"), (QStringList{"*1000 B", "1.5 KiB", "+512 B"}));
        // Taken before rounding: 16.24 - 8.86 = 7.38, though 16.2 - 8.9 = 7.3.
        QCOMPARE(row(model, "Extra forward"), (QStringList{"16.2%", "*8.9%", "\u22127.4 points"}));
        QCOMPARE(row(model, "Kept vertices"), (QStringList{"119", "128", "+9"}));
        QCOMPARE(row(model, "Solve time"), (QStringList{"*0.08 s", "8.0 s", "+7.9 s"}));
        QCOMPARE(model.headerData(M::b, Qt::Horizontal).toString(), QString("B  Refined"));
    }

    void equalFiguresAreNotMarked() {
        ComparisonModel model;
        model.setPlans(figures(1000, 0.1, 1, 1), "one", figures(1000, 0.1, 1, 1), "other");
        QCOMPARE(row(model, "Peak memory"), (QStringList{"1000 B", "1000 B", "equal"}));
    }

    void aMissingPlanLeavesItsColumnEmpty() {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPlans(figures(1000, 0.1, 1, 1), "one", nullptr, "other");
        QCOMPARE(row(model, "Peak memory"), (QStringList{"1000 B", "no plan", ""}));
        QCOMPARE(row(model, "Extra forward"), (QStringList{"10.0%", "", ""}));
        model.setPlans(nullptr, {}, nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }
};

REFORWARD_TEST("comparison_model", ComparisonModelTest);
#include "comparison_model_test.moc"
