// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/bounds/floor.h"
#include "core/plan/plan.h"
#include "widgets/style/theme.h"

namespace reforward {

/// In place of a plan: what does not fit, why, and what to do. Lies over the canvas as its child; the owner
/// places it (placeIn()) and hides it when the cause is gone.
class InfeasibleMessage : public QWidget {
    Q_OBJECT

  public:
    struct Content {
        std::shared_ptr<const Graph> graph;
        Bytes budget, baseline;
        Floor floor;
        PlanPtr smallest;  ///< the plan of least peak found, or null
    };

    explicit InfeasibleMessage(QWidget* parent = nullptr);
    ~InfeasibleMessage() override;

    void setContent(const Content& content);
    const Content& content() const;
    /// Puts the message into `area` where it does not cover `avoid` (the binding vertex on screen), if
    /// there is such a place. Both in the parent's coordinates.
    void placeIn(const QRect& area, const QRect& avoid);

    QString heading() const;
    QString sentence() const;

    void setTheme(const Theme& theme);

  signals:
    void useBudget(reforward::Bytes budget);
    void goToVertex(reforward::VertexId vertex);
    void dismissed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
