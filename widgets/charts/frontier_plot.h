// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QString>
#include <map>

#include "widgets/charts/frontier_data.h"
#include "widgets/style/theme.h"

class QCPGraph;
class QCustomPlot;

namespace reforward {

class BudgetMark;
class FloorBand;
class PlanMark;

/// Puts a frontier chart into a QCustomPlot: on screen and for files alike.
class FrontierPlot {
  public:
    /// A plan that is drawn, in axis coordinates.
    struct Placed {
        PlanPtr plan;
        QString strategy;
        double memory = 0, overhead = 0;
        bool proven = false;  ///< no plan in as little memory costs less
    };

    /// The plot must live longer.
    explicit FrontierPlot(QCustomPlot& plot);

    /// Draws everything anew. `visible` overrides which lines are shown; else the worst beyond
    /// `defaultLines` are hidden. `keepRange`: the axes stay as they are.
    void draw(const FrontierData& data, const Theme& theme, const std::map<QString, bool>& visible,
              bool keepRange);
    /// Moves the marks only. Replots.
    void setBudget(std::optional<Bytes> budget);
    void setCurrent(const PlanPtr& plan, bool fits);

    const std::vector<Placed>& placed() const { return placed_; }
    bool shown(const QString& strategy) const;
    double memoryUnit() const { return unit_; }  ///< bytes of one unit of the memory axis
    /// The range that shows everything: x (memory) and y (percent).
    QPointF fullX() const { return fullX_; }
    QPointF fullY() const { return fullY_; }
    void showAll();
    /// Sets the axis of shares after the memory axis was changed.
    void followShares();
    /// Puts the legend into the corner where it hides least; hides it where the plot is small.
    void placeLegend();

    static constexpr std::size_t defaultLines = 5;

  private:
    void drawAxes(const FrontierData& data, const Theme& theme);
    void drawBound(const FrontierData& data, const Theme& theme);
    void drawLine(const Frontier& frontier, const FrontierData& data, const Theme& theme, bool current);
    void drawProven(const Theme& theme);
    void chooseRange(const FrontierData& data);
    double mostWorthShowing(const FrontierData& data) const;
    void setMarks(const FrontierData& data);
    QString figure(Bytes bytes) const;

    QCustomPlot& plot_;
    FloorBand* floor_;
    BudgetMark* budget_;
    PlanMark* current_;
    std::vector<Placed> placed_;
    std::vector<QString> shown_;
    double unit_ = 1, percentPerUnit_ = 1;
    QPointF fullX_{0, 1}, fullY_{0, 1};
};

/// The lines shown by default: all up to `most`, else those with the least extra forward on average over the
/// range of budgets (one that has no plan counts as worse than any), and always `current`.
std::vector<QString> linesByDefault(const FrontierData& data, std::size_t most);

}  // namespace reforward
