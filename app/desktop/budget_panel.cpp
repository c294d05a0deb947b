// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/budget_panel.h"

#include <array>

#include "app/desktop/canvas_area.h"
#include "core/base/format.h"
#include "core/import/cost_file.h"
#include "core/training/devices.h"
#include "widgets/controls/memory_bar.h"
#include "widgets/controls/status_chip.h"

namespace reforward {

namespace {

/// Below this two decimals of GiB say too little.
constexpr Bytes smallestForGib(std::int64_t{1} << 30);

QString words(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Only of such a file are operators and types known.
bool isOnnx(const OpenedModel& model) {
    return words(model.path).endsWith(".onnx", Qt::CaseInsensitive);
}

/// An ONNX file states no costs; any other file may.
std::vector<BarChoice> costModels(const OpenedModel& model) {
    std::vector<BarChoice> models;
    const std::string& costs = model.options.costs;
    const bool onnx = isOnnx(model);
    if (!onnx)
        models.push_back({"", BudgetPanel::tr("The file's"), BudgetPanel::tr("The times in the file")});
    models.push_back({onnx ? "" : "paper", BudgetPanel::tr("Paper"),
                      BudgetPanel::tr("10 for a convolution, 1 for everything else, as in the literature")});
    for (const Device& device : devices()) {
        if (!onnx) break;
        models.push_back({"flops:" + words(device.name), words(device.title),
                          BudgetPanel::tr("Roofline of the %1: the longer of arithmetic and traffic, in µs")
                              .arg(words(device.title))});
    }
    if (isCostFile(costs)) models.push_back({words(costs), BudgetPanel::tr("Measured"), words(costs)});
    return models;
}

/// The name that costModels() has for it.
QString costModelName(const OpenedModel& model) {
    const std::string& costs = model.options.costs;
    if (costs == "flops") return "flops:" + words(devices().front().name);
    return isOnnx(model) && costs == "paper" ? QString() : words(costs);
}

std::vector<BarChoice> deviceChoices() {
    std::vector<BarChoice> choices;
    const auto sentence = [](Bytes memory) {
        return BudgetPanel::tr("Sets the budget to what parameters, gradients and optimizer leave of %1")
            .arg(words(formatBytes(memory)));
    };
    for (const int gib : {4, 6, 8, 12, 16, 24}) {
        choices.push_back({QString("%1GiB").arg(gib), BudgetPanel::tr("%1 GiB card").arg(gib),
                           sentence(Bytes(std::int64_t{gib} << 30))});
    }
    for (const Device& device : devices()) {
        const auto gib = device.memory.count() >> 30;
        QString title = words(device.title);
        if (!title.contains("GB")) title += QString(", %1 GiB").arg(gib);
        choices.push_back({words(device.name), title, sentence(device.memory)});
    }
    return choices;
}

QString deviceTitle(const std::string& name) {
    for (const BarChoice& choice : deviceChoices()) {
        if (choice.name == words(name)) return choice.title;
    }
    return {};
}

std::vector<BarChoice> optimizerChoices() {
    std::vector<BarChoice> choices;
    for (const Optimizer each : optimizers) {
        QString title = words(optimizerTitle(each));
        title[0] = title[0].toUpper();
        choices.push_back({words(optimizerName(each)), title, {}});
    }
    return choices;
}

std::vector<BarChoice> precisionChoices() {
    return {{"fp32", BudgetPanel::tr("As in the file"), BudgetPanel::tr("The file's types")},
            {"tf32", "TF32", BudgetPanel::tr("The same bytes; products at the rate of TF32")},
            {"bf16", "bfloat16", BudgetPanel::tr("float32 values in 2 bytes, master weights in float32")},
            {"fp16", "float16", BudgetPanel::tr("float32 values in 2 bytes, master weights in float32")}};
}

}  // namespace

BudgetPanel::BudgetPanel(Session& session, BudgetBar* bar) : QObject(bar), session_(session), bar_(bar) {
    connect(&session_, &Session::modelChanged, this, &BudgetPanel::showModel);
    connect(&session_, &Session::panesChanged, this, &BudgetPanel::showPanes);
    connect(&session_, &Session::frontiersChanged, this, &BudgetPanel::showPeaks);
    connect(&session_, &Session::planChanged, this, [this] {
        showChip();
        showMemory();
    });
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
    connect(bar_, &BudgetBar::deviceChosen, &session_, [this](const QString& name) {
        session_.setDevice(name.toStdString());
        session_.useDevice();
    });
    connect(bar_, &BudgetBar::optimizerChosen, &session_, [this](const QString& name) {
        Training training = session_.training();
        training.optimizer = optimizerOf(name.toStdString());
        session_.setTraining(training);
    });
    connect(bar_, &BudgetBar::precisionChosen, &session_, [this](const QString& name) {
        session_.setPrecision(name == "fp32" ? std::string() : name.toStdString());
    });
    connect(bar_, &BudgetBar::largestBatchRequested, &session_, &Session::findLargestBatch);
    connect(&session_, &Session::trainingChanged, this, &BudgetPanel::showTraining);
    connect(&session_.finder(), &BatchFinder::busyChanged, bar_, &BudgetBar::setSearchingBatch);
    bar_->setDevices(deviceChoices());
    bar_->setOptimizers(optimizerChoices());
    bar_->setPrecisions(precisionChoices());
    showTraining();
    connect(bar_, &BudgetBar::cancelRequested, &session_, &Session::cancel);
    connect(bar_->chip(), &StatusChip::cancelRequested, &session_, &Session::cancel);
    showPanes();
}

void BudgetPanel::showModel() {
    const OpenedModel& model = *session_.model();
    bar_->setGraphFigures(model.baselinePeak(), model.floor.bytes);
    bar_->setUnit(model.baselinePeak() < smallestForGib ? BudgetBar::Unit::mib : BudgetBar::Unit::gib);
    bar_->setCostModels(costModels(model));
    bar_->setCostModel(costModelName(model));
    bar_->setBatch(model.graph->notes().batch);
    const std::string& precision = model.options.precision;
    bar_->setPrecision(isOnnx(model) ? std::optional(words(precision.empty() ? "fp32" : precision))
                                     : std::nullopt);
    bar_->setBudget(session_.budget());
    showMemory();
}

void BudgetPanel::showTraining() {
    bar_->setDevice(words(session_.device()));
    bar_->setOptimizer(words(optimizerName(session_.training().optimizer)));
    showMemory();
}

void BudgetPanel::showMemory() {
    if (!session_.model()) return bar_->memory()->clear();
    // The plan on screen; before there is one the budget, which no plan may pass.
    const PlanPtr plan = session_.panes().empty() ? nullptr : session_.panes().back().plan;
    const Bytes peak = (plan ? plan->peak() : session_.budget()) + session_.model()->inputsBeside();
    const Training& training = session_.training();
    bar_->memory()->setMemory(trainingMemory(*session_.model()->graph, training, peak), training.optimizer,
                              session_.deviceMemory(), deviceTitle(session_.device()));
}

void BudgetPanel::showPanes() {
    bar_->setStrategies(strategyChoices(session_));
    if (!session_.panes().empty()) {
        bar_->setStrategy(QString::fromStdString(session_.panes().back().strategy));
    }
    showPeaks();
    showChip();
    showMemory();
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
