// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/pane_view.h"

#include <QVBoxLayout>

#include "core/base/format.h"

namespace reforward {

QString strategyTitle(const Session& session, const std::string& name) {
    const Strategy* const strategy = session.findStrategy(name);
    return QString::fromStdString(strategy ? strategy->info().title : name);
}

QString paneNote(const Pane& pane, Bytes budget) {
    const auto bytes = [](Bytes b) { return QString::fromStdString(formatBytes(b)); };
    if (pane.phase == PlanPhase::failed) {
        return pane.error ? QString::fromStdString(pane.error->context().reason) : QString();
    }
    if (!pane.plan) return pane.phase == PlanPhase::solving ? PaneView::tr("solving") : QString();
    if (pane.plan->peak() > budget) {
        return pane.phase == PlanPhase::infeasible
                   ? PaneView::tr("shown dimmed, %1, does not fit the budget").arg(bytes(pane.plan->peak()))
                   : PaneView::tr("%1, above the budget, solving").arg(bytes(pane.plan->peak()));
    }
    return {};
}

PaneView::PaneView(const Session& session, std::size_t index, QWidget* parent)
    : QWidget(parent),
      session_(session),
      index_(index),
      header_(new PaneHeader),
      canvas_(new GraphCanvas),
      message_(new InfeasibleMessage(canvas_)) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(canvas_, 1);
    message_->hide();
    connect(header_, &PaneHeader::strategyChosen, this, &PaneView::strategyChosen);
    connect(header_, &PaneHeader::zoomActivated, canvas_, &GraphCanvas::actualSize);
    connect(canvas_, &GraphCanvas::viewChanged, this, [this](const CanvasView& view) {
        header_->setZoom(view.scale);
        placeMessage();
    });
    connect(message_, &InfeasibleMessage::useBudget, this, &PaneView::useBudget);
    connect(message_, &InfeasibleMessage::goToVertex, this, &PaneView::goToVertex);
    connect(message_, &InfeasibleMessage::dismissed, this, &PaneView::dismissMessage);
}

const Pane* PaneView::pane() const {
    return index_ < session_.panes().size() ? &session_.panes()[index_] : nullptr;
}

void PaneView::setTheme(const Theme& theme) {
    header_->setTheme(theme);
    canvas_->setTheme(theme);
    message_->setTheme(theme);
}

void PaneView::showDrawing() {
    canvas_->setContent(session_.content(), session_.layout());
    header_->setZoom(canvas_->view().scale);
    shown_.reset();
    showPlan();
}

void PaneView::rearrange(std::uint32_t pivot) {
    canvas_->rearrange(session_.content(), session_.layout(),
                       pivot == noIndex ? std::nullopt : std::optional(pivot));
    header_->setZoom(canvas_->view().scale);
    placeMessage();
}

void PaneView::showPlan() {
    const Pane* const mine = pane();
    if (!mine) return;
    canvas_->setPlan(mine->plan);
    header_->setPlan(mine->plan, session_.budget());
    header_->setNote(paneNote(*mine, session_.budget()));
    if (mine->phase == PlanPhase::infeasible && mine->infeasible) {
        if (mine->infeasible != shown_) showMessage(*mine->infeasible);
        shown_ = mine->infeasible;
    } else {
        shown_.reset();
        message_->hide();
        canvas_->setBinding(std::nullopt);
    }
}

void PaneView::showStrategies(const std::vector<BarChoice>& choices, const QString& letter) {
    const Pane* const mine = pane();
    header_->setLetter(letter);
    header_->setStrategies(choices);
    if (!mine) return;
    header_->setStrategy(QString::fromStdString(mine->strategy));
    header_->setTitle(strategyTitle(session_, mine->strategy));
}

void PaneView::showMessage(const InfeasibleError& why) {
    const VertexId vertex = why.floor().vertex;
    if (vertex != noIndex) {
        canvas_->setBinding(vertex);
        canvas_->reveal(vertex);
    }
    message_->setContent(
        {session_.model()->graph, why.budget(), why.baseline(), why.floor(), why.smallest()});
    message_->show();
    message_->raise();
    placeMessage();
}

void PaneView::placeMessage() {
    if (!message_->isVisibleTo(canvas_)) return;
    QRect avoid;
    if (const VertexId vertex = message_->content().floor.vertex; vertex != noIndex) {
        avoid = canvas_->vertexRect(vertex).toAlignedRect();
    }
    message_->placeIn(canvas_->rect(), avoid);
}

void PaneView::dismissMessage() {
    message_->hide();
    canvas_->setBinding(std::nullopt);
}

void PaneView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // The canvas takes its new size after this.
    QMetaObject::invokeMethod(this, &PaneView::placeMessage, Qt::QueuedConnection);
}

}  // namespace reforward
