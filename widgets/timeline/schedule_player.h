// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/style/theme.h"
#include "widgets/timeline/timeline_data.h"

class QLabel;
class QSlider;
class QToolButton;

namespace reforward {

/// The bar under a timeline: first, back, play, forward, last, a slider and what runs at the step.
/// Counts runs (frees are no steps of it), from 0; shows them from 1.
class SchedulePlayer : public QWidget {
    Q_OBJECT

  public:
    explicit SchedulePlayer(QWidget* parent = nullptr);

    void setData(const std::shared_ptr<const Graph>& graph, const TimelineData& timeline);
    void setRun(std::size_t run);
    std::size_t run() const { return run_; }
    bool playing() const { return timer_.isActive(); }
    void setPlaying(bool playing);

    void setTheme(const Theme& theme);

  signals:
    void runChanged(std::size_t run);
    void playingChanged(bool playing);

  private:
    void go(std::size_t run);
    void advance();
    void refresh();

    Theme theme_ = theme(ThemeKind::light);
    std::shared_ptr<const Graph> graph_;
    TimelineData data_;
    std::size_t run_ = 0;
    QTimer timer_;
    QToolButton *first_, *back_, *play_, *forward_, *last_;
    QSlider* slider_;
    QLabel *stepLabel_, *runLabel_, *liveLabel_;
};

}  // namespace reforward
