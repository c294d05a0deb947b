// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/budget_panel.h"

#include "app/desktop/canvas_area.h"
#include "widgets/controls/status_chip.h"

namespace reforward {

namespace {

/// Below this two decimals of GiB say too little.
constexpr Bytes smallestForGib(std::int64_t{1} << 30);

/// An ONNX file states no costs; any other file may.
std::vector<BarChoice> costModels(const OpenedModel& model) {
    std::vector<BarChoice> models;
    const bool onnx = QString::fromStdString(model.path).endsWith(".onnx", Qt::CaseInsensitive);
    if (!onnx)
        models.push_back({"", BudgetPanel::tr("The file's"), BudgetPanel::tr("The times in the file")});
    models.push_back({onnx ? "" : "paper", BudgetPanel::tr("Paper"),
                      BudgetPanel::tr("10 for a convolution, 1 for everything else, as in the literature")});
    models.push_back({"flops", BudgetPanel::tr("FLOPs"), BudgetPanel::tr("Counted operations")});
    return models;
}

}  // namespace

BudgetPanel::BudgetPanel(Session& session, BudgetBar* bar) : QObject(bar), session_(session), bar_(bar) {
    connect(&session_, &Session::modelChanged, this, &BudgetPanel::showModel);
    connect(&session_, &Session::panesChanged, this, &BudgetPanel::showPanes);
    connect(&session_, &Session::frontiersChanged, this, &BudgetPanel::showPeaks);
    connect(&session_, &Session::planChanged, this, &BudgetPanel::showChip);
    connect(&session_, &Session::boundChanged, this, &BudgetPanel::showChip);
    connect(&session_, &Session::budgetChanged, this, [this] { bar_->setBudget(session_.budget()); });

    connect(bar_, &BudgetBar::budgetChanged, &session_,
            [this](Bytes budget, bool dragging) { session_.setBudget(budget, !dragging); });
    connect(bar_, &BudgetBar::strategyChosen, &session_, [this](const QString& name) {
        // The bar names the last pane's strategy, as the chip speaks of its plan.
        session_.setStrategy(name.toStdString(), session_.panes().empty() ? 0 : session_.panes().size() - 1);
    });
    connect(bar_, &BudgetBar::costModelChosen, &session_,
            [this](const QString& name) { session_.setCosts(name.toStdString()); });
    connect(bar_, &BudgetBar::batchChosen, &session_, [this](qint64 batch) { session_.setBatch(batch); });
    connect(bar_, &BudgetBar::cancelRequested, &session_, &Session::cancel);
    connect(bar_->chip(), &StatusChip::cancelRequested, &session_, &Session::cancel);
    showPanes();
}

void BudgetPanel::showModel() {
    const OpenedModel& model = *session_.model();
    bar_->setGraphFigures(model.baselinePeak(), model.floor.bytes);
    bar_->setUnit(model.baselinePeak() < smallestForGib ? BudgetBar::Unit::mib : BudgetBar::Unit::gib);
    bar_->setCostModels(costModels(model));
    bar_->setCostModel(QString::fromStdString(model.options.costs));
    bar_->setBatch(model.graph->notes().batch);
    bar_->setBudget(session_.budget());
}

void BudgetPanel::showPanes() {
    bar_->setStrategies(strategyChoices(session_));
    if (!session_.panes().empty()) {
        bar_->setStrategy(QString::fromStdString(session_.panes().back().strategy));
    }
    showPeaks();
    showChip();
}

void BudgetPanel::showPeaks() {
    std::vector<Bytes> peaks;
    if (!session_.panes().empty()) {
        if (const Frontier* frontier = session_.store().find(session_.panes().back().strategy)) {
            for (const PlanPtr& plan : frontier->pareto.plans())
                peaks.push_back(plan->peak());
        }
    }
    bar_->setPlanPeaks(peaks);
}

void BudgetPanel::showChip() {
    StatusChip& chip = *bar_->chip();
    if (session_.panes().empty()) return chip.showNothing();
    chip.setPrefix(session_.comparing() ? "B" : "");
    const Pane& pane = session_.panes().back();
    const bool fits = pane.plan && pane.plan->peak() <= session_.budget();
    const std::optional<double> overhead = fits ? std::optional(pane.plan->overheadForward()) : std::nullopt;
    const std::optional<double> bound = fits ? session_.boundOf(*pane.plan) : std::nullopt;
    switch (pane.phase) {
        case PlanPhase::none:
        case PlanPhase::failed:
            return chip.showNothing();
        case PlanPhase::nearest:
            return chip.showNearest();
        case PlanPhase::solving:
            return chip.showSolving(overhead);
        case PlanPhase::stopped:
            return chip.showStopped(overhead, bound);
        case PlanPhase::solved:
        case PlanPhase::fromFile:
            return overhead ? chip.showSolved(*overhead, bound) : chip.showNothing();
        case PlanPhase::infeasible: {
            const bool below = session_.budget() < session_.model()->floor.bytes;
            return chip.showNoPlan(session_.budget(),
                                   below ? StatusChip::NoPlan::belowFloor : StatusChip::NoPlan::noneFound);
        }
    }
}

}  // namespace reforward
