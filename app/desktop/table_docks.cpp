// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/table_docks.h"

#include <QStackedWidget>
#include <QTableView>

#include "app/desktop/pane_view.h"

namespace reforward {

namespace {
constexpr int gatherMilliseconds = 50;
}

TableDocks::TableDocks(Session& session, QObject* parent)
    : QObject(parent),
      session_(session),
      operators_(new TablePanel(&operatorModel_, OperatorModel::state, true)),
      steps_(new TablePanel(&stepsModel_, -1, false)),
      strategies_(new TablePanel(&strategiesModel_, -1, true)),
      comparison_(new TablePanel(&comparisonModel_, -1, false)),
      stack_(new QStackedWidget) {
    strategies_->setNote(tr("What each strategy reaches at the budget, as known by now"));
    strategies_->setFilterVisible(false);
    comparison_->setNote(tr("✓ marks the better figure"));
    comparison_->setFilterVisible(false);
    stack_->addWidget(strategies_);
    stack_->addWidget(comparison_);
    connectPanel(operators_, "operators");
    connectPanel(steps_, "steps");
    connectPanel(strategies_, "strategies");
    connectPanel(comparison_, "comparison");
    connect(steps_, &TablePanel::stepSelected, this, &TableDocks::stepSelected);
    connect(strategies_->view(), &QTableView::activated, this, [this](const QModelIndex& index) {
        const QString name = index.data(strategyRole).toString();
        if (!name.isEmpty() && !session_.comparing()) session_.setStrategy(name.toStdString());
    });

    gather_.setSingleShot(true);
    gather_.setInterval(gatherMilliseconds);
    connect(&gather_, &QTimer::timeout, this, &TableDocks::show);
    const auto later = [this] {
        if (!gather_.isActive()) gather_.start();
    };
    connect(&session_, &Session::modelChanged, this, &TableDocks::show);
    connect(&session_, &Session::planChanged, this, later);
    connect(&session_, &Session::panesChanged, this, later);
    connect(&session_, &Session::budgetChanged, this, later);
    connect(&session_, &Session::frontiersChanged, this, later);
    connect(&session_, &Session::boundChanged, this, later);
    connect(&session_, &Session::selectionChanged, this,
            [this] { operators_->selectVertex(session_.selected()); });
}

void TableDocks::connectPanel(TablePanel* panel, const QString& name) {
    connect(panel, &TablePanel::vertexSelected, &session_, &Session::select);
    connect(panel, &TablePanel::vertexActivated, this, &TableDocks::vertexActivated);
    connect(panel, &TablePanel::csvRequested, this,
            [this, panel, name] { emit csvRequested(panel->csv(), name); });
}

void TableDocks::setTheme(const Theme& theme) {
    for (TablePanel* each : {operators_, steps_, strategies_, comparison_})
        each->setTheme(theme);
}

void TableDocks::show() {
    if (!session_.model()) return;
    const auto& graph = session_.model()->graph;
    const std::vector<Pane>& panes = session_.panes();
    const PlanPtr plan = panes.empty() ? nullptr : panes.front().plan;
    const bool otherModel = shownModel_ != session_.model();
    if (otherModel) operatorModel_.setGraph(graph);
    if (otherModel || plan != shownPlan_) {
        operatorModel_.setPlan(plan);
        stepsModel_.setPlan(graph, plan);
    }
    shownModel_ = session_.model();
    shownPlan_ = plan;
    if (otherModel) operators_->selectVertex(session_.selected());

    stack_->setCurrentWidget(session_.comparing() ? comparison_ : strategies_);
    if (session_.comparing()) {
        comparisonModel_.setBound(session_.bound());
        comparisonModel_.setPlans(panes[0].plan, strategyTitle(session_, panes[0].strategy), panes[1].plan,
                                  strategyTitle(session_, panes[1].strategy));
    }
    showStrategies();
}

void TableDocks::showStrategies() {
    std::vector<StrategyResult> results;
    for (const Strategy* each : session_.strategies()) {
        StrategyResult result;
        result.name = QString::fromStdString(each->info().name);
        result.title = QString::fromStdString(each->info().title);
        result.plan = session_.store().cheapestWithin(each->info().name, session_.budget());
        const Frontier* const frontier = session_.store().find(each->info().name);
        if (!result.plan) {
            if (frontier && !frontier->notApplicable.empty()) {
                result.reason = tr("not applicable: %1").arg(QString::fromStdString(frontier->notApplicable));
            } else {
                result.reason = frontier && frontier->complete ? tr("no plan fits") : tr("none found yet");
            }
        }
        results.push_back(std::move(result));
    }
    strategiesModel_.setResults(std::move(results));
    strategiesModel_.setBound(session_.bound());
}

}  // namespace reforward
