// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/status_chip.h"

#include <QPainter>
#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "core/plan/gap.h"
#include "widgets/controls/buttons.h"
#include "widgets/style/icons.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int turnInterval = 50;  // ms
constexpr double turnStep = 18;   // degrees
constexpr int inset = 9, iconGap = 7;

QString percent(double ratio) {
    return QString::fromStdString(formatPercent(ratio));
}

const ChipColours& colours(StatusChip::State state, const Theme& theme) {
    switch (state) {
        case StatusChip::State::solving:
            return theme.chipSolving;
        case StatusChip::State::solved:
        case StatusChip::State::proven:
            return theme.chipDone;
        case StatusChip::State::stopped:
            return theme.chipStopped;
        case StatusChip::State::noPlan:
            return theme.chipNoPlan;
        case StatusChip::State::empty:
        case StatusChip::State::nearest:
            break;
    }
    return theme.chipNearest;
}

QString iconName(StatusChip::State state) {
    switch (state) {
        case StatusChip::State::nearest:
            return QStringLiteral("clock");
        case StatusChip::State::solving:
            return QStringLiteral("arc");
        case StatusChip::State::solved:
            return QStringLiteral("tick");
        case StatusChip::State::proven:
            return QStringLiteral("double-tick");
        case StatusChip::State::stopped:
            return QStringLiteral("pause");
        case StatusChip::State::noPlan:
            return QStringLiteral("warning");
        case StatusChip::State::empty:
            break;
    }
    return {};
}

}  // namespace

StatusChip::StatusChip(QWidget* parent)
    : QWidget(parent), cancel_(std::make_unique<QToolButton>(this).release()) {
    setFixedHeight(metrics::budgetRow);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("Cancel solving"));
    cancel_->setToolTip(tr("Stop solving and keep the best plan so far"));
    cancel_->setFixedHeight(metrics::budgetRow);
    cancel_->hide();
    cancelDelay_.setSingleShot(true);
    cancelDelay_.setInterval(metrics::cancelDelay);
    turn_.setInterval(turnInterval);
    connect(cancel_, &QToolButton::clicked, this, &StatusChip::cancelRequested);
    connect(&cancelDelay_, &QTimer::timeout, this, [this] {
        cancel_->show();
        updateGeometry();
        update();
    });
    connect(&turn_, &QTimer::timeout, this, [this] {
        angle_ = std::fmod(angle_ + turnStep, 360);
        update();
    });
}

void StatusChip::say(State state, const QString& first, const QString& second) {
    const bool wasRunning = running();
    state_ = state;
    first_ = first;
    second_ = second;
    if (running() && !wasRunning) cancelDelay_.start();
    if (!running()) {
        cancelDelay_.stop();
        cancel_->hide();
    }
    // A style without animations (less motion) leaves the arc where it is.
    const bool animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (state == State::solving && animated) {
        turn_.start();
    } else {
        turn_.stop();
        angle_ = 0;
    }
    QString words = prefix_.isEmpty() ? first_ : tr("%1: %2").arg(prefix_, first_);
    if (!second_.isEmpty()) words += QStringLiteral(", ") + second_;
    setAccessibleName(state == State::empty ? tr("No plan") : words);
    setToolTip(words);
    updateGeometry();
    update();
}

void StatusChip::showNothing() {
    say(State::empty, {}, {});
}

void StatusChip::showNearest() {
    say(State::nearest, tr("Nearest known plan"), tr("solving"));
}

void StatusChip::showSolving(std::optional<double> overheadSoFar) {
    if (overheadSoFar) {
        say(State::solving, tr("%1 so far").arg(percent(*overheadSoFar)), tr("solving"));
    } else {
        say(State::solving, tr("Solving"), {});
    }
}

void StatusChip::showSolved(double overhead, std::optional<double> bound) {
    const QString first = tr("%1 extra forward").arg(percent(overhead));
    if (!bound) {
        say(State::solved, first, tr("no bound known"));
    } else {
        say(overhead <= *bound ? State::proven : State::solved, first, gapLabel(overhead, *bound));
    }
}

void StatusChip::showStopped(std::optional<double> overhead, std::optional<double> bound) {
    if (!overhead) {
        say(State::stopped, tr("Stopped"), tr("no plan found yet"));
        return;
    }
    QString second = tr("no bound known");
    if (bound) {
        second = *overhead <= *bound
                     ? gapLabel(*overhead, *bound)
                     : tr("at most %1 points above").arg(gapPoints(*overhead, *bound), 0, 'f', 1);
    }
    say(State::stopped, tr("Stopped: best so far %1").arg(percent(*overhead)), second);
}

void StatusChip::showNoPlan(Bytes budget, NoPlan why) {
    const QString amount = QString::fromStdString(formatBytes(budget));
    say(State::noPlan,
        why == NoPlan::belowFloor ? tr("No plan fits: %1 is below the floor").arg(amount)
                                  : tr("No plan found for %1").arg(amount),
        {});
}

void StatusChip::setPrefix(const QString& prefix) {
    prefix_ = prefix;
    say(state_, first_, second_);
}

void StatusChip::setShort(bool isShort) {
    if (short_ == isShort) return;
    short_ = isShort;
    updateGeometry();
    update();
}

QString StatusChip::text() const {
    QString words = prefix_.isEmpty() ? first_ : tr("%1: %2").arg(prefix_, first_);
    if (!short_ && !second_.isEmpty()) words += QStringLiteral(", ") + second_;
    return words;
}

bool StatusChip::cancelVisible() const {
    return cancel_->isVisibleTo(this);
}

QSize StatusChip::sizeHint() const {
    if (state_ == State::empty) return {0, metrics::budgetRow};
    int width = QFontMetrics(roleFont(TextRole::chip)).horizontalAdvance(text()) + 2 * inset + metrics::icon +
                iconGap + 2;
    if (cancelVisible()) width += metrics::controlGap + cancel_->sizeHint().width();
    return {width, metrics::budgetRow};
}

QSize StatusChip::minimumSizeHint() const {
    return {std::min(sizeHint().width(), 120), metrics::budgetRow};
}

QRect StatusChip::chipRect() const {
    return cancelVisible() ? rect().adjusted(0, 0, -cancel_->sizeHint().width() - metrics::controlGap, 0)
                           : rect();
}

void StatusChip::resizeEvent(QResizeEvent*) {
    const int wide = cancel_->sizeHint().width();
    cancel_->setGeometry(width() - wide, 0, wide, height());
}

void StatusChip::setTheme(const Theme& theme) {
    theme_ = theme;
    styleButton(*cancel_, theme, false);
    update();
}

void StatusChip::paintEvent(QPaintEvent*) {
    if (state_ == State::empty) return;
    const ChipColours& chip = colours(state_, theme_);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(chipRect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (box.width() < 2) return;
    painter.setPen(QPen(chip.border, theme_.hairline));
    painter.setBrush(chip.ground);
    painter.drawRoundedRect(box, metrics::radius, metrics::radius);

    const QRectF icon(box.left() + inset, box.center().y() - metrics::icon / 2.0, metrics::icon,
                      metrics::icon);
    const QPixmap pixmap = iconPixmap(iconName(state_), chip.text, metrics::icon, devicePixelRatioF());
    if (angle_ != 0) {
        painter.save();
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.translate(icon.center());
        painter.rotate(angle_);
        painter.drawPixmap(QPointF(-metrics::icon / 2.0, -metrics::icon / 2.0), pixmap);
        painter.restore();
    } else {
        painter.drawPixmap(icon.topLeft(), pixmap);
    }
    const QFont font = roleFont(TextRole::chip);
    const QRectF words(icon.right() + iconGap, box.top(), box.right() - inset - icon.right() - iconGap + 2,
                       box.height());
    painter.setFont(font);
    painter.setPen(chip.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(text(), Qt::ElideRight, words.width()));
}

}  // namespace reforward
