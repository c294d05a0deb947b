// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/frontier_panel.h"

#include <algorithm>

namespace reforward {

FrontierPanel::FrontierPanel(Session& session, FrontierChart* chart)
    : QObject(chart), session_(session), chart_(chart) {
    connect(&session_, &Session::modelChanged, this, &FrontierPanel::showModel);
    connect(&session_, &Session::frontiersChanged, this, &FrontierPanel::showFrontiers);
    connect(&session_, &Session::boundChanged, this, &FrontierPanel::showBound);
    connect(&session_, &Session::panesChanged, this, &FrontierPanel::showPlan);
    connect(&session_, &Session::planChanged, this, &FrontierPanel::showPlan);
    connect(&session_, &Session::budgetChanged, this, [this] { chart_->setBudget(session_.budget()); });
    connect(chart_, &FrontierChart::planPicked, this, &FrontierPanel::pick);
    connect(chart_, &FrontierChart::budgetDragged, &session_,
            [this](Bytes budget, bool finished) { session_.setBudget(budget, finished); });
}

void FrontierPanel::showModel() {
    chart_->clear();
    chart_->setGraphFigures(session_.model()->baselinePeak(), session_.model()->floor.bytes);
    chart_->setBudget(session_.budget());
}

void FrontierPanel::showFrontiers() {
    std::vector<FrontierPtr> lines;
    for (const Frontier& each : session_.frontiers())
        lines.push_back(std::make_shared<const Frontier>(each));
    chart_->setFrontiers(lines);
}

void FrontierPanel::showBound() {
    if (session_.model()) chart_->setBound(boundPoints(*session_.model()->bound));
}

void FrontierPanel::showPlan() {
    if (session_.panes().empty()) return;
    const Pane& pane = session_.panes().back();
    chart_->setCurrentStrategy(QString::fromStdString(pane.strategy));
    chart_->setCurrentPlan(pane.plan, pane.plan && pane.plan->peak() <= session_.budget());
}

void FrontierPanel::pick(const PlanPtr& plan) {
    if (!plan || session_.panes().empty()) return;
    const std::size_t last = session_.panes().size() - 1;
    const auto holds = [&](const Frontier& each) {
        return std::ranges::find(each.pareto.plans(), plan) != each.pareto.plans().end();
    };
    const Frontier* const current = session_.store().find(session_.panes()[last].strategy);
    if (!current || !holds(*current)) {
        const auto owner = std::ranges::find_if(session_.frontiers(), holds);
        if (owner != session_.frontiers().end()) session_.setStrategy(owner->strategy, last);
    }
    session_.setBudget(plan->peak(), true);
}

}  // namespace reforward
