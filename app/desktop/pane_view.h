// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/desktop/session.h"
#include "widgets/canvas/graph_canvas.h"
#include "widgets/controls/infeasible_message.h"
#include "widgets/controls/pane_header.h"

namespace reforward {

/// One pane: header, canvas, and over the canvas the message where nothing fits. Shows a pane of the
/// session; what the user does is signalled.
class PaneView : public QWidget {
    Q_OBJECT

  public:
    explicit PaneView(const Session& session, std::size_t index, QWidget* parent = nullptr);

    GraphCanvas* canvas() const { return canvas_; }
    PaneHeader* header() const { return header_; }
    InfeasibleMessage* message() const { return message_; }

    void setTheme(const Theme& theme);
    /// Takes the session's graph and layout; an empty canvas while there is none.
    void showDrawing();
    /// The same graph with other modules expanded; `pivot` as Session::rearranged has it.
    void rearrange(std::uint32_t pivot);
    /// Takes the session's plan of this pane.
    void showPlan();
    /// The strategies' choices, and a letter while comparing ("" else).
    void showStrategies(const std::vector<BarChoice>& choices, const QString& letter);
    void dismissMessage();

  signals:
    void strategyChosen(const QString& name);
    void useBudget(reforward::Bytes budget);
    void goToVertex(reforward::VertexId vertex);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    const Pane* pane() const;
    void showMessage(const InfeasibleError& why);
    void placeMessage();

    const Session& session_;
    std::size_t index_;
    PaneHeader* header_;
    GraphCanvas* canvas_;
    InfeasibleMessage* message_;
    std::shared_ptr<const InfeasibleError> shown_;  ///< what the message says, or said when it was closed
};

/// What the header says in place of figures, or "" for figures.
QString paneNote(const Pane& pane, Bytes budget);
/// The strategy's title, or its name where it is not offered.
QString strategyTitle(const Session& session, const std::string& name);

}  // namespace reforward
