// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/base/bytes.h"
#include "widgets/style/theme.h"

namespace reforward {

/// A budget between somewhat below the floor (hatched: nothing fits there) and the baseline, with a tick
/// at each known plan. Left and right move by 1% of the range, Page Up and Down by 10%, Home and End to
/// the ends, `[` and `]` to the next tick.
class BudgetSlider : public QWidget {
    Q_OBJECT

  public:
    explicit BudgetSlider(QWidget* parent = nullptr);

    void setRange(Bytes floor, Bytes baseline);
    void setTicks(std::vector<Bytes> peaks);
    void setBudget(Bytes budget);  ///< no signal; clamped to the range
    Bytes budget() const { return budget_; }
    Bytes least() const { return least_; }  ///< at the left end, below the floor
    Bytes most() const { return baseline_; }
    bool belowFloor() const { return budget_ < floor_; }

    double xOf(Bytes budget) const;  ///< px
    Bytes budgetAt(double x) const;  ///< clamped

    QSize sizeHint() const override { return {580, 48}; }
    QSize minimumSizeHint() const override { return {120, 40}; }

    void setTheme(const Theme& theme);

  signals:
    void budgetChanged(reforward::Bytes budget, bool dragging);
    void stepPlan(int direction);  ///< -1: to the next smaller plan, 1: to the next larger

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void moveTo(Bytes budget, bool dragging);
    void paintTrack(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    void paintHandle(QPainter& painter) const;

    Theme theme_ = theme(ThemeKind::light);
    Bytes least_, floor_, baseline_, budget_;
    std::vector<Bytes> ticks_;
    bool dragging_ = false;
    double grip_ = 0;  ///< px from the middle of the handle to where it was gripped
};

}  // namespace reforward
