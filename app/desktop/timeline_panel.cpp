// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/timeline_panel.h"

#include <QVBoxLayout>

#include "app/desktop/pane_view.h"

namespace reforward {

namespace {
constexpr int gatherMilliseconds = 30;
}

TimelinePanel::TimelinePanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), view_(new TimelineView), player_(new SchedulePlayer) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(view_, 1);
    column->addWidget(player_);

    gather_.setSingleShot(true);
    gather_.setInterval(gatherMilliseconds);
    connect(&gather_, &QTimer::timeout, this, &TimelinePanel::showPlan);
    const auto later = [this] {
        if (!gather_.isActive()) gather_.start();
    };
    connect(&session_, &Session::modelChanged, this, later);
    connect(&session_, &Session::panesChanged, this, later);
    connect(&session_, &Session::planChanged, this, later);
    connect(&session_, &Session::budgetChanged, this, [this] { view_->setBudget(session_.budget()); });

    connect(view_, &TimelineView::stepSelected, this, [this] {
        if (!following_) showRun(view_->run());
    });
    connect(view_, &TimelineView::vertexActivated, this, &TimelinePanel::vertexActivated);
    connect(player_, &SchedulePlayer::runChanged, this, &TimelinePanel::showRun);
}

void TimelinePanel::setTheme(const Theme& theme) {
    view_->setTheme(theme);
    player_->setTheme(theme);
}

void TimelinePanel::showPlan() {
    const std::vector<Pane>& panes = session_.panes();
    if (panes.empty() || !session_.model()) return;
    const PlanPtr plan = panes.front().plan;
    const PlanPtr other = session_.comparing() ? panes.back().plan : nullptr;
    const auto& graph = session_.model()->graph;
    view_->setBudget(session_.budget());
    if (plan == shown_ && other == shownOther_) return;
    following_ = true;
    if (plan != shown_) {
        view_->setPlan(graph, plan);
        player_->setPlaying(false);
        player_->setData(graph, view_->data());
        emit running(noIndex);
    }
    if (other) {
        view_->setComparison(other, strategyTitle(session_, panes.front().strategy),
                             strategyTitle(session_, panes.back().strategy));
    } else {
        view_->clearComparison();
    }
    shown_ = plan;
    shownOther_ = other;
    // The cursor begins at the peak: that is what the budget is about.
    if (plan) {
        view_->setRun(view_->data().peakRun);
        player_->setRun(view_->data().peakRun);
    }
    following_ = false;
}

void TimelinePanel::showRun(std::size_t run) {
    if (following_ || run >= view_->data().runs.size()) return;
    following_ = true;
    view_->setRun(run);
    player_->setRun(run);
    following_ = false;
    emit running(view_->data().runs[run].vertex);
}

}  // namespace reforward
