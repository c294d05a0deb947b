// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "core/base/bytes.h"
#include "widgets/style/theme.h"

class QToolButton;

namespace reforward {

/// One line that says how good the plan on screen is: ground, icon and words of visual.md.
class StatusChip : public QWidget {
    Q_OBJECT

  public:
    enum class State { empty, nearest, solving, solved, proven, stopped, noPlan };
    enum class NoPlan { belowFloor, noneFound };

    explicit StatusChip(QWidget* parent = nullptr);

    // Overheads and bounds are ratios of one forward (0.173).
    void showNothing();
    void showNearest();
    void showSolving(std::optional<double> overheadSoFar);
    /// Proven where the bound equals the overhead exactly, never by rounding.
    void showSolved(double overhead, std::optional<double> bound);
    void showStopped(std::optional<double> overhead, std::optional<double> bound);
    void showNoPlan(Bytes budget, NoPlan why);
    /// "A", "B" or nothing: whose figures these are in a comparison.
    void setPrefix(const QString& prefix);
    /// The second half of the words goes to the tooltip.
    void setShort(bool isShort);

    State state() const { return state_; }
    QString text() const;  ///< as painted
    bool cancelVisible() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    void setTheme(const Theme& theme);

  signals:
    void cancelRequested();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void say(State state, const QString& first, const QString& second);
    bool running() const { return state_ == State::nearest || state_ == State::solving; }
    QRect chipRect() const;

    Theme theme_ = theme(ThemeKind::light);
    State state_ = State::empty;
    QString prefix_, first_, second_;
    bool short_ = false;
    QTimer cancelDelay_, turn_;
    double angle_ = 0;
    QToolButton* cancel_;
};

}  // namespace reforward
