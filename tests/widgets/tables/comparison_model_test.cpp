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

    void theGapHasItsRowWhereABoundIsKnown() {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPlans(figures(1000, 0.162, 80, 119), "A", figures(1512, 0.089, 8000, 128), "B");
        QCOMPARE(model.rowCount(), 7);
        model.setBound(0.076);
        QCOMPARE(model.rowCount(), 8);
        QCOMPARE(row(model, "Above the bound (7.6%)"),
                 (QStringList{"8.6 points", "*1.3 points", "\u22127.3 points"}));
        // The rows around it stay what they are.
        QCOMPARE(row(model, "Extra forward"), (QStringList{"16.2%", "*8.9%", "\u22127.3 points"}));
        QCOMPARE(row(model, "Extra per iteration"), (QStringList{"5.4%", "*3.0%", "\u22122.4 points"}));
        QCOMPARE(row(model, "Solve time"), (QStringList{"*0.08 s", "8.0 s", "+7.9 s"}));
        model.setBound(figures(1512, 0.089, 8000, 128)->overheadForward());
        QCOMPARE(row(model, "Above the bound (8.9%)")[1], QString("*proven best"));
        model.setPlans(nullptr, {}, figures(1512, 0.089, 8000, 128), "B");
        QCOMPARE(row(model, "Above the bound (8.9%)"), (QStringList{"", "proven best", ""}));
        model.setBound(std::nullopt);
        QCOMPARE(model.rowCount(), 7);
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
