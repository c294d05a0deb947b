// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/desktop/session.h"
#include "widgets/timeline/schedule_player.h"
#include "widgets/timeline/timeline_view.h"

namespace reforward {

/// Memory timeline over its player, showing the session's plan, or both plans while comparing. Follows a
/// moving budget some 30 times a second, so that the canvas is never late because of it.
class TimelinePanel : public QWidget {
    Q_OBJECT

  public:
    explicit TimelinePanel(Session& session, QWidget* parent = nullptr);

    TimelineView* view() const { return view_; }
    SchedulePlayer* player() const { return player_; }
    void setTheme(const Theme& theme);

  signals:
    /// The user moved the cursor or plays: this vertex runs; noIndex when a new plan is shown.
    void running(reforward::VertexId vertex);
    void vertexActivated(reforward::VertexId vertex);

  private:
    void showPlan();
    void showRun(std::size_t run);

    Session& session_;
    TimelineView* view_;
    SchedulePlayer* player_;
    QTimer gather_;
    PlanPtr shown_, shownOther_;
    bool following_ = false;  ///< the cursor is moved by us
};

}  // namespace reforward
