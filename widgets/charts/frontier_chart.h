// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/frontier/frontier.h"
#include "widgets/charts/frontier_data.h"
#include "widgets/style/theme.h"

namespace reforward {

/// Memory against extra forward: stairs for each strategy, the floor, the budget and the current plan.
/// A click picks the nearest plan, a drag that begins on the budget line moves the budget, the wheel zooms
/// at the pointer, a drag elsewhere zooms to the rectangle, a double click (or Home) shows all.
class FrontierChart : public QWidget {
    Q_OBJECT

  public:
    explicit FrontierChart(QWidget* parent = nullptr);
    ~FrontierChart() override;

    /// The ends of the memory axis; everything else is drawn against them.
    void setGraphFigures(Bytes baseline, Bytes floor);
    /// Replaces all lines. Frontiers that do not apply are named in the legend's tooltip only.
    void setFrontiers(const std::vector<FrontierPtr>& frontiers);
    /// A plan streamed by a running sweep, put into the line of this strategy (empty: the plan's own);
    /// repainting is coalesced.
    void addPlan(const PlanPtr& plan, const QString& strategy = {});
    void clear();  ///< all but the theme
    /// Proven lower bound on extra forward, by memory ascending; empty where none is known. Repainting is
    /// coalesced.
    void setBound(const std::vector<ChartPoint>& bound);
    /// What is said of a plan under the pointer.
    QString tooltipOf(const PlanPtr& plan, const QString& strategy) const;
    void setBudget(std::optional<Bytes> budget);
    /// `fits` false: drawn hollow (the smallest plan found, over the budget).
    void setCurrentPlan(const PlanPtr& plan, bool fits = true);
    /// The strategy drawn loud; its line is never hidden.
    void setCurrentStrategy(const QString& strategy);
    /// A strategy's line shown or hidden against the default (the worst beyond five are hidden).
    void setLineVisible(const QString& strategy, bool visible);
    bool lineVisible(const QString& strategy) const;

    bool zoomed() const;
    void resetZoom();
    /// Writes the chart as it is on screen: SVG, PDF or PNG by suffix. Throws Error.
    void saveChart(const QString& path) const;

    /// The plan drawn nearest to this point of the widget, within 12 px; null where none is.
    PlanPtr planAt(const QPoint& position) const;
    /// Where this memory and extra forward (a ratio) are drawn, in the widget's pixels.
    QPoint positionOf(Bytes memory, double overhead) const;

    QSize minimumSizeHint() const override { return {240, 200}; }
    QSize sizeHint() const override { return {400, 328}; }

    void setTheme(const Theme& theme);

  signals:
    void planPicked(const reforward::PlanPtr& plan);
    void budgetDragged(reforward::Bytes budget, bool finished);
    void zoomChanged(bool zoomed);
    void saveRequested();  ///< from the context menu; whoever owns the chart asks for a name

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward
