// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/schedule_player.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/icons.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int interval = 60;         // ms a step
constexpr int longestPlayback = 20;  // s, so that long schedules skip steps

QString count(std::size_t n) {
    return QString::fromStdString(formatCount(static_cast<long long>(n)));
}

QToolButton* button(SchedulePlayer* parent, const QString& name) {
    QToolButton* made = std::make_unique<QToolButton>(parent).release();
    made->setAutoRaise(true);
    made->setFixedSize(metrics::toolButton, metrics::toolButton);
    made->setIconSize({metrics::icon, metrics::icon});
    made->setToolTip(name);
    made->setAccessibleName(name);
    return made;
}

}  // namespace

SchedulePlayer::SchedulePlayer(QWidget* parent)
    : QWidget(parent),
      first_(button(this, tr("First step"))),
      back_(button(this, tr("Step back"))),
      play_(button(this, tr("Play"))),
      forward_(button(this, tr("Step forward"))),
      last_(button(this, tr("Last step"))),
      slider_(std::make_unique<QSlider>(Qt::Horizontal, this).release()),
      stepLabel_(std::make_unique<QLabel>(this).release()),
      runLabel_(std::make_unique<QLabel>(this).release()),
      liveLabel_(std::make_unique<QLabel>(this).release()) {
    setFixedHeight(32);
    QHBoxLayout* row = std::make_unique<QHBoxLayout>(this).release();
    row->setContentsMargins(metrics::rhythm, 0, metrics::panelPadding, 0);
    row->setSpacing(metrics::unit);
    for (QToolButton* each : {first_, back_, play_, forward_, last_})
        row->addWidget(each);
    slider_->setAccessibleName(tr("Step"));
    slider_->setMinimumWidth(60);
    slider_->setMaximumWidth(160);
    row->addWidget(slider_, 1);
    row->addSpacing(metrics::rhythm);
    for (QLabel* label : {stepLabel_, runLabel_, liveLabel_}) {
        label->setFont(roleFont(TextRole::table));
        label->setTextFormat(Qt::RichText);
        row->addWidget(label);
        row->addSpacing(metrics::rhythm);
    }
    runLabel_->setMinimumWidth(0);
    row->addStretch(2);

    connect(first_, &QToolButton::clicked, this, [this] { go(0); });
    connect(back_, &QToolButton::clicked, this, [this] { go(run_ - std::min<std::size_t>(run_, 1)); });
    connect(play_, &QToolButton::clicked, this, [this] { setPlaying(!playing()); });
    connect(forward_, &QToolButton::clicked, this, [this] { go(run_ + 1); });
    connect(last_, &QToolButton::clicked, this, [this] { go(data_.runs.size()); });
    connect(slider_, &QSlider::valueChanged, this,
            [this](int value) { go(static_cast<std::size_t>(value)); });
    connect(&timer_, &QTimer::timeout, this, &SchedulePlayer::advance);
    timer_.setInterval(interval);
    setTheme(theme(ThemeKind::light));
    refresh();
}

void SchedulePlayer::setData(const std::shared_ptr<const Graph>& graph, const TimelineData& timeline) {
    setPlaying(false);
    graph_ = graph;
    data_ = timeline;
    run_ = std::min(run_, data_.runs.empty() ? 0 : data_.runs.size() - 1);
    refresh();
}

void SchedulePlayer::setRun(std::size_t run) {
    run_ = std::min(run, data_.runs.empty() ? 0 : data_.runs.size() - 1);
    refresh();
}

void SchedulePlayer::setPlaying(bool playing) {
    if (playing == timer_.isActive() || (playing && data_.runs.empty())) return;
    if (playing) {
        if (run_ + 1 >= data_.runs.size()) go(0);
        timer_.start();
    } else {
        timer_.stop();
    }
    setTheme(theme_);
    emit playingChanged(playing);
}

void SchedulePlayer::go(std::size_t run) {
    if (data_.runs.empty()) return;
    run = std::min(run, data_.runs.size() - 1);
    if (run == run_) return;
    run_ = run;
    refresh();
    emit runChanged(run_);
}

void SchedulePlayer::advance() {
    const std::size_t stride = 1 + data_.runs.size() * interval / (longestPlayback * 1000);
    if (run_ + 1 >= data_.runs.size()) {
        setPlaying(false);
    } else {
        go(run_ + stride);
    }
}

void SchedulePlayer::refresh() {
    const bool any = !data_.runs.empty() && graph_;
    for (QToolButton* each : {play_, forward_, last_})
        each->setEnabled(any);
    first_->setEnabled(any && run_ > 0);
    back_->setEnabled(any && run_ > 0);
    forward_->setEnabled(any && run_ + 1 < data_.runs.size());
    last_->setEnabled(any && run_ + 1 < data_.runs.size());
    slider_->setEnabled(any);
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, any ? static_cast<int>(data_.runs.size()) - 1 : 0);
    slider_->setValue(static_cast<int>(run_));
    if (!any) {
        stepLabel_->setText(tr("No plan"));
        runLabel_->clear();
        liveLabel_->clear();
        return;
    }
    const TimelineData::Run& run = data_.runs[run_];
    stepLabel_->setText(tr("<b>Step %1</b> of %2").arg(count(run_ + 1), count(data_.runs.size())));
    runLabel_->setText(
        tr("%1 <b>%2</b>").arg(runWord(run), vertexLabel(*graph_, run.vertex).toHtmlEscaped()));
    liveLabel_->setText(
        tr("live <b>%1</b>").arg(QString::fromStdString(formatBytes(Bytes(run.live.total())))));
    liveLabel_->setToolTip(QString::fromStdString(formatBytesExact(Bytes(run.live.total()))));
}

void SchedulePlayer::setTheme(const Theme& theme) {
    theme_ = theme;
    first_->setIcon(themedIcon(QStringLiteral("first"), theme_));
    back_->setIcon(themedIcon(QStringLiteral("step-back"), theme_));
    play_->setIcon(themedIcon(playing() ? QStringLiteral("pause") : QStringLiteral("play"), theme_));
    forward_->setIcon(themedIcon(QStringLiteral("step-forward"), theme_));
    last_->setIcon(themedIcon(QStringLiteral("last"), theme_));
    play_->setToolTip(playing() ? tr("Pause") : tr("Play"));
    play_->setAccessibleName(play_->toolTip());
}

}  // namespace reforward
