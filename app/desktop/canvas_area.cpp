// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/canvas_area.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "app/desktop/compare_strip.h"
#include "app/desktop/message_bar.h"
#include "app/desktop/plan_difference.h"
#include "core/base/format.h"
#include "widgets/style/metrics.h"

namespace reforward {

std::vector<BarChoice> strategyChoices(const Session& session) {
    std::vector<BarChoice> choices;
    for (const Strategy* each : session.strategies()) {
        const StrategyInfo& info = each->info();
        QString sentence = QString::fromStdString(info.sentence);
        const Frontier* const frontier = session.store().find(info.name);
        if (frontier && !frontier->notApplicable.empty()) {
            sentence =
                CanvasArea::tr("Not applicable: %1").arg(QString::fromStdString(frontier->notApplicable));
        }
        choices.push_back(
            {QString::fromStdString(info.name), QString::fromStdString(info.title), std::move(sentence)});
    }
    return choices;
}

CanvasArea::CanvasArea(Session& session, const Commands& commands, QWidget* parent)
    : QWidget(parent),
      session_(session),
      strip_(new CompareStrip(commands)),
      messages_(new MessageBar),
      splitter_(new QSplitter(Qt::Horizontal)) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(messages_);
    column->addWidget(strip_);
    column->addWidget(splitter_, 1);
    splitter_->setHandleWidth(metrics::splitterHandle);
    splitter_->setChildrenCollapsible(false);
    strip_->hide();
    makePanes();

    connect(&session_, &Session::modelChanged, this, [this] {
        messages_->clear();
        for (PaneView* each : panes_)
            each->showDrawing();
    });
    connect(&session_, &Session::layoutChanged, this, [this] {
        for (PaneView* each : panes_)
            each->showDrawing();
        showSelection();
        showDifferences();
    });
    connect(&session_, &Session::rearranged, this, [this](std::uint32_t pivot) {
        for (PaneView* each : panes_)
            each->rearrange(pivot);
    });
    connect(&session_, &Session::panesChanged, this, &CanvasArea::makePanes);
    connect(&session_, &Session::planChanged, this, &CanvasArea::showPlan);
    connect(&session_, &Session::selectionChanged, this, &CanvasArea::showSelection);
    connect(&session_, &Session::failed, messages_, &MessageBar::showError);
    connect(&session_, &Session::batchFailed, messages_, &MessageBar::showError);
    connect(&session_, &Session::batchFound, this, &CanvasArea::offerBatch);
    connect(messages_, &MessageBar::accepted, this, [this] {
        if (const LargestBatchPtr offered = std::exchange(offered_, nullptr)) session_.openAt(offered);
    });
}

PaneView* CanvasArea::makePane(std::size_t index) {
    auto* const made = new PaneView(session_, index);
    made->setTheme(theme_);
    GraphCanvas* const canvas = made->canvas();
    connect(canvas, &GraphCanvas::selected, &session_,
            [this](std::optional<VertexId> vertex) { session_.select(vertex.value_or(noIndex)); });
    connect(canvas, &GraphCanvas::hovered, this, [this, index](std::optional<VertexId> vertex) {
        for (std::size_t other = 0; other < panes_.size(); ++other) {
            if (other != index) panes_[other]->canvas()->setHovered(vertex);
        }
    });
    connect(canvas, &GraphCanvas::moduleSelected, &session_, &Session::selectModule);
    connect(canvas, &GraphCanvas::moduleToggled, &session_, &Session::toggleModule);
    connect(canvas, &GraphCanvas::moduleHovered, this, [this, index](std::optional<std::uint32_t> module) {
        for (std::size_t other = 0; other < panes_.size(); ++other) {
            if (other != index) panes_[other]->canvas()->setHoveredModule(module);
        }
    });
    connect(canvas, &GraphCanvas::viewChanged, this,
            [this, index](const CanvasView& view) { followView(index, view); });
    connect(made, &PaneView::strategyChosen, &session_,
            [this, index](const QString& name) { session_.setStrategy(name.toStdString(), index); });
    connect(made, &PaneView::useBudget, &session_,
            [this](Bytes budget) { session_.setBudget(budget, true); });
    connect(made, &PaneView::goToVertex, this, &CanvasArea::goTo);
    return made;
}

void CanvasArea::makePanes() {
    const std::size_t wanted = std::max<std::size_t>(session_.panes().size(), 1);
    const bool changed = wanted != panes_.size();
    while (panes_.size() > wanted) {
        panes_.back()->hide();
        panes_.back()->deleteLater();
        panes_.pop_back();
    }
    while (panes_.size() < wanted) {
        panes_.push_back(makePane(panes_.size()));
        splitter_->addWidget(panes_.back());
        panes_.back()->showDrawing();
    }
    strip_->setVisible(session_.comparing());
    const std::vector<BarChoice> offered = strategyChoices(session_);
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        panes_[i]->showStrategies(offered,
                                  session_.comparing() ? QString(QChar('A' + char16_t(i))) : QString());
        panes_[i]->showPlan();
    }
    if (changed && panes_.size() > 1) splitter_->setSizes({1000, 1000});
    showSelection();
    showDifferences();
}

void CanvasArea::setTheme(const Theme& theme) {
    theme_ = theme;
    strip_->setTheme(theme);
    messages_->setTheme(theme);
    for (PaneView* each : panes_)
        each->setTheme(theme);
}

void CanvasArea::showPlan(std::size_t index) {
    if (index >= panes_.size()) return;
    panes_[index]->showPlan();
    showDifferences();
}

void CanvasArea::showDifferences() {
    differing_.clear();
    if (session_.comparing()) {
        differing_ = differingVertices(session_.panes()[0].plan, session_.panes()[1].plan);
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(differing_, true));
    std::vector<bool> dimmed;
    if (differencesOnly_ && !differing_.empty()) {
        dimmed = differing_;
        dimmed.flip();
    }
    for (PaneView* each : panes_) {
        each->canvas()->setDiffering(differing_);
        each->canvas()->setDimmed(dimmed);
    }
    if (session_.model()) strip_->setCount(count, session_.model()->graph->plannedCount());
}

void CanvasArea::showSelection() {
    const VertexId vertex = session_.selected();
    for (PaneView* each : panes_) {
        each->canvas()->setSelected(vertex == noIndex ? std::nullopt : std::optional(vertex));
        if (session_.selectedModule() != noIndex)
            each->canvas()->setSelectedModule(session_.selectedModule());
    }
}

void CanvasArea::followView(std::size_t from, const CanvasView& view) {
    if (!synced_) return;
    for (std::size_t other = 0; other < panes_.size(); ++other) {
        if (other == from) continue;
        panes_[other]->canvas()->setView(view);
        panes_[other]->header()->setZoom(view.scale);
    }
}

void CanvasArea::setSynced(bool synced) {
    synced_ = synced;
    if (synced && !panes_.empty()) followView(0, panes_[0]->canvas()->view());
}

void CanvasArea::setDifferencesOnly(bool only) {
    differencesOnly_ = only;
    showDifferences();
}

void CanvasArea::stepDifference(int direction) {
    const VertexId next = nextMarked(differing_, session_.selected(), direction);
    if (next != noIndex) goTo(next);
}

void CanvasArea::goTo(VertexId vertex) {
    session_.select(vertex);
    for (PaneView* each : panes_)
        each->canvas()->centreOn(vertex);
}

void CanvasArea::forPanes(const std::function<void(GraphCanvas&)>& f) {
    const auto focused =
        std::ranges::find_if(panes_, [](PaneView* each) { return each->canvas()->hasFocus(); });
    if (!synced_ && focused != panes_.end()) {
        f(*(*focused)->canvas());
        return;
    }
    for (PaneView* each : panes_)
        f(*each->canvas());
}

void CanvasArea::offerBatch(const LargestBatchPtr& answer) {
    const auto words = [](const std::string& text) { return QString::fromStdString(text); };
    const auto number = [&](std::int64_t n) { return words(formatCount(n)); };
    QString sentence = tr("Batch %1 fits: %2 in all, at %3 extra forward.")
                           .arg(number(answer->batch), words(formatBytes(answer->memory.total())),
                                words(formatPercent(answer->plan->overheadForward())));
    sentence += ' ';
    sentence += answer->keepAllBatch > 0
                    ? tr("Without recomputing it is batch %1.").arg(number(answer->keepAllBatch))
                    : tr("Without recomputing not even batch 1 fits.");
    if (answer->stopped) sentence += ' ' + tr("The search was stopped, so a larger one may fit.");
    offered_ = answer;
    messages_->showOffer(sentence, tr("Open at batch %1").arg(number(answer->batch)));
}

bool CanvasArea::dismiss() {
    bool any = messages_->isVisibleTo(this);
    messages_->clear();
    for (PaneView* each : panes_) {
        any = any || each->message()->isVisibleTo(each);
        each->dismissMessage();
    }
    return any;
}

void CanvasArea::setRunning(VertexId vertex) {
    for (PaneView* each : panes_) {
        each->canvas()->setRunning(vertex == noIndex ? std::nullopt : std::optional(vertex));
    }
}

}  // namespace reforward
