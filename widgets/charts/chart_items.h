// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <qcustomplot.h>

#include <QColor>

#include "widgets/style/theme.h"

namespace reforward {

// Parts of the frontier chart that QCustomPlot does not have. Their members are set directly, then the plot
// is replotted; colours come from the theme that they are given.

/// Everything left of the floor: the bound's ground with stripes, its label upright.
class FloorBand : public QCPAbstractItem {
  public:
    explicit FloorBand(QCustomPlot* plot);

    void set(double floor, const QString& label, const Theme& theme);
    double floor() const { return floor_; }
    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;

  protected:
    void draw(QCPPainter* painter) override;

  private:
    double floor_ = 0;
    QString label_;
    QColor ground_, stripe_, text_;
};

/// The budget: a dashed line from bottom to top with its label.
class BudgetMark : public QCPAbstractItem {
  public:
    explicit BudgetMark(QCustomPlot* plot);

    void setTheme(const Theme& theme);
    void set(double budget, const QString& label);
    double budget() const { return budget_; }
    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;

  protected:
    void draw(QCPPainter* painter) override;

  private:
    double budget_ = 0;
    QString label_;
    QColor line_, text_, ground_;
};

/// The current plan: a disc of 12 px, hollow where it does not fit the budget.
class PlanMark : public QCPAbstractItem {
  public:
    explicit PlanMark(QCustomPlot* plot);

    void setTheme(const Theme& theme);
    void set(double memory, double overhead, bool fits);
    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;

  protected:
    void draw(QCPPainter* painter) override;

  private:
    double memory_ = 0, overhead_ = 0;
    bool fits_ = true;
    QColor disc_, ground_;
};

}  // namespace reforward
