// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_panel.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/widgets/tables/plans.h"
#include "widgets/tables/operator_model.h"
#include "widgets/tables/strategies_model.h"
#include "widgets/tables/table_text.h"

using namespace reforward;
using namespace reforward::tests;

class TablePanelTest : public QObject {
    Q_OBJECT

    using M = OperatorModel;
    std::shared_ptr<const Graph> graph_;
    std::unique_ptr<OperatorModel> model_;
    std::unique_ptr<TablePanel> panel_;

    QStringList names() const {
        QStringList all;
        for (int row = 0; row < panel_->filterModel()->rowCount(); ++row) {
            all << panel_->filterModel()->index(row, M::name).data().toString();
        }
        return all;
    }

  private slots:
    void init() {
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)"));
        graph_ = sample();
        model_ = std::make_unique<OperatorModel>();
        model_->setGraph(graph_);
        model_->setPlan(samplePlan(*graph_));
        panel_ = std::make_unique<TablePanel>(model_.get(), M::state, true);
        panel_->resize(490, 200);
    }
    void cleanup() {
        panel_.reset();
        model_.reset();
    }

    void sortsByTheExactFigure() {
        const QAbstractItemModelTester tester(panel_->filterModel(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(names(), (QStringList{"a", "b", "c", "d"}));
        // As text "1.00 GiB" would stand before "2.0 MiB" and "3 B".
        panel_->view()->sortByColumn(M::bytes, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"c", "a", "d", "b"}));
        panel_->view()->sortByColumn(M::cost, Qt::AscendingOrder);
        QCOMPARE(names(), (QStringList{"b", "d", "c", "a"}));
    }

    void filterTakesAnyColumn() {
        const QAbstractItemModelTester tester(panel_->filterModel(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTest::keyClicks(panel_->filterField(), "relu");
        QCOMPARE(names(), (QStringList{"b", "c"}));
        panel_->filterField()->clear();
        QCOMPARE(names().size(), 4);
    }

    void chipsCountAndHide() {
        QCOMPARE(panel_->stateCount(VertexState::kept), 1U);
        QCOMPARE(panel_->stateCount(VertexState::recomputed), 1U);
        QCOMPARE(panel_->stateCount(VertexState::dropped), 2U);
        panel_->setStateShown(VertexState::dropped, false);
        QVERIFY(!panel_->stateShown(VertexState::dropped));
        QCOMPARE(names(), (QStringList{"a", "b"}));
        for (QAbstractButton* chip : panel_->findChildren<QAbstractButton*>()) {
            if (chip->accessibleName() == "Dropped, 2 vertices") chip->click();
        }
        QCOMPARE(names().size(), 4);
        // A new plan recounts.
        model_->setPlan(
            std::make_shared<const Plan>(makePlan(*graph_, "keep-all", keepAllSchedule(*graph_))));
        QCOMPARE(panel_->stateCount(VertexState::recomputed), 0U);
    }

    void selectionGoesBothWays() {
        QSignalSpy selected(panel_.get(), &TablePanel::vertexSelected);
        panel_->selectVertex(*graph_->find("c"));
        QCOMPARE(panel_->view()->currentIndex().data(vertexRole).toUInt(), *graph_->find("c"));
        QCOMPARE(selected.size(), 0);
        panel_->show();
        const QRect cell = panel_->view()->visualRect(panel_->filterModel()->index(1, M::name));
        QTest::mouseClick(panel_->view()->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0][0].value<VertexId>(), *graph_->find("b"));
        QTest::keyClick(panel_->view(), Qt::Key_Down);
        QCOMPARE(selected.last()[0].value<VertexId>(), *graph_->find("c"));
        panel_->selectVertex(noIndex);
        QVERIFY(!panel_->view()->selectionModel()->hasSelection());
        // One that is filtered out is not shown, and no other is selected instead.
        panel_->setStateShown(VertexState::dropped, false);
        panel_->selectVertex(*graph_->find("c"));
        QVERIFY(!panel_->view()->selectionModel()->hasSelection());
    }

    void copiesWhatIsSelectedExactly() {
        panel_->copy();
        const QString all = QGuiApplication::clipboard()->text();
        QCOMPARE(all.count('\n'), 5);
        QVERIFY(all.startsWith("#\tOperator\tName\tState\tBytes\tCost\tRuns\tSaves\n"));
        panel_->selectVertex(*graph_->find("a"));
        panel_->copy();
        QCOMPARE(QGuiApplication::clipboard()->text().split('\n')[1],
                 QString("1\tConvolution2DFunction\ta\tRecomputed\t2097152\t10\t2\t2097152"));
    }

    void csvIsExactAndQuoted() {
        QCOMPARE(panel_->csv().split("\r\n")[3], QString("3,ReLU,c,Dropped,1073741824,2.5,1,0"));
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({"a,b", "c"});
        for (int column = 0; column < 2; ++column)
            model.setItem(0, column, std::make_unique<QStandardItem>().release());
        model.item(0, 0)->setText("say \"x\"");
        model.item(0, 0)->setData("say \"x\"", exactRole);
        model.item(0, 1)->setText("1");
        model.item(0, 1)->setData(0.1, exactRole);
        QCOMPARE(rowsAsCsv(model, {0}), QString("\"a,b\",c\r\n\"say \"\"x\"\"\",0.1\r\n"));
        QSignalSpy wanted(panel_.get(), &TablePanel::csvRequested);
        for (QToolButton* button : panel_->findChildren<QToolButton*>()) {
            if (button->accessibleName() == "Export as CSV") button->click();
        }
        QCOMPARE(wanted.size(), 1);
    }

    void twentyThousandRows() {
        GraphBuilder builder;
        for (int i = 0; i < 20'000; ++i) {
            VertexSpec spec;
            spec.id = "v" + std::to_string(i);
            spec.outputs = {{"", i, true}};
            builder.addVertex(std::move(spec));
            if (i > 0) builder.addEdge(static_cast<VertexId>(i - 1), 0, static_cast<VertexId>(i));
        }
        const auto large = std::make_shared<const Graph>(std::move(builder).build());
        QElapsedTimer clock;
        clock.start();
        model_->setGraph(large);
        model_->setPlan(std::make_shared<const Plan>(makePlan(*large, "keep-all", keepAllSchedule(*large))));
        panel_->show();
        panel_->view()->sortByColumn(M::bytes, Qt::DescendingOrder);
        panel_->selectVertex(77);
        QVERIFY(!panel_->grab().isNull());
        QVERIFY2(clock.elapsed() < 10'000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(names().first(), QString("v19999"));
        QCOMPARE(panel_->view()->currentIndex().data(vertexRole).toUInt(), 77U);
    }

    void aReasonSpansItsRow() {
        StrategiesModel strategies;
        strategies.setResults({{"best", "Best of all", figures(4096, 0.1, 1, 1), {}},
                               {"revolve", "Revolve", nullptr, "not applicable: the graph is no chain"}});
        TablePanel panel(&strategies, -1, true);
        QCOMPARE(panel.view()->columnSpan(1, StrategiesModel::peak),
                 StrategiesModel::columns - StrategiesModel::peak);
        QCOMPARE(panel.view()->columnSpan(0, StrategiesModel::peak), 1);
        panel.view()->sortByColumn(StrategiesModel::peak, Qt::DescendingOrder);
        QCOMPARE(panel.view()->columnSpan(0, StrategiesModel::peak),
                 StrategiesModel::columns - StrategiesModel::peak);
        QVERIFY(panel.csv().contains("Revolve,not applicable: the graph is no chain"));
    }

    void anySize() {
        for (const QSize size : {QSize(1, 1), QSize(280, 140), QSize(2000, 900)}) {
            panel_->setMinimumSize(1, 1);
            panel_->resize(size);
            QVERIFY(!panel_->grab().isNull());
        }
    }
};

REFORWARD_TEST("table_panel", TablePanelTest);
REFORWARD_TEST_APPLICATION(QApplication);
#include "table_panel_test.moc"
