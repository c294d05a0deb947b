// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "app/desktop/pane_view.h"

class QSplitter;

namespace reforward {

class Commands;
class CompareStrip;
class MessageBar;

/// The centre of the window: the session's one or two panes with synchronised view and selection, the
/// strip over two, and faults in place. Follows the session by its signals.
class CanvasArea : public QWidget {
    Q_OBJECT

  public:
    CanvasArea(Session& session, const Commands& commands, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    PaneView* pane(std::size_t index) const { return panes_[index]; }
    std::size_t paneCount() const { return panes_.size(); }
    CompareStrip* strip() const { return strip_; }
    MessageBar* messages() const { return messages_; }

    void setSynced(bool synced);
    void setDifferencesOnly(bool only);
    /// Selects and shows the next (1) or previous (-1) vertex that differs.
    void stepDifference(int direction);
    void goTo(VertexId vertex);
    /// Calls f for the pane in use, or for all while they are synchronised.
    void forPanes(const std::function<void(GraphCanvas&)>& f);
    /// Closes what lies over the panes; false where there was nothing.
    bool dismiss();
    /// The vertex whose step a player shows, in all panes; noIndex: none.
    void setRunning(VertexId vertex);

  private:
    void makePanes();
    PaneView* makePane(std::size_t index);
    void showPlan(std::size_t index);
    void showDifferences();
    void showSelection();
    void offerBatch(const LargestBatchPtr& answer);
    void followView(std::size_t from, const CanvasView& view);

    Session& session_;
    Theme theme_;
    CompareStrip* strip_;
    MessageBar* messages_;
    QSplitter* splitter_;
    std::vector<PaneView*> panes_;
    LargestBatchPtr offered_;  ///< by the message bar
    std::vector<bool> differing_;
    bool synced_ = true, differencesOnly_ = false;
};

/// What a combo box offers of the session's strategies.
std::vector<BarChoice> strategyChoices(const Session& session);

}  // namespace reforward
