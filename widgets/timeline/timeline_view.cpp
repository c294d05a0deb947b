// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/type.h"
#include "widgets/timeline/timeline_painter.h"

namespace reforward {

namespace {

constexpr std::size_t pageOfRuns = 10;

QString exact(std::int64_t bytes) {
    return QString::fromStdString(formatBytesExact(Bytes(bytes)));
}
QString count(std::size_t n) {
    return QString::fromStdString(formatCount(static_cast<long long>(n)));
}

}  // namespace

class TimelineView::Private {
  public:
    bool comparing() const { return other != nullptr; }
    std::size_t slotCount() const { return comparing() ? aligned.a.size() : data.runs.size(); }
    std::size_t slotOf(std::size_t at) const { return comparing() ? aligned.slotOfRun[at] : at; }
    std::size_t runOf(std::size_t slot) const { return comparing() ? aligned.runOfSlot[slot] : slot; }
    TimelineScale scale(QSize size) const {
        std::int64_t most = std::max(data.peak, comparing() ? otherData.peak : 0);
        if (budget) most = std::max(most, std::min(budget->count(), 2 * most));
        return timelineScale(size, slotCount(), most);
    }
    void align() {
        if (!comparing()) return;
        aligned = alignTimelines(*graph, data, otherData);
    }
    QString tooltip(std::size_t run) const;

    Theme theme = reforward::theme(ThemeKind::light);
    std::shared_ptr<const Graph> graph;
    PlanPtr plan, other;
    QString nameA, nameB;
    TimelineData data, otherData;
    AlignedTimelines aligned;
    std::optional<Bytes> budget;
    std::size_t run = 0;
    bool keyboardFocus = false;  ///< the focus came by a key: its frame is drawn
};

TimelineView::TimelineView(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>()) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory timeline"));
}

TimelineView::~TimelineView() = default;

void TimelineView::setPlan(const std::shared_ptr<const Graph>& graph, const PlanPtr& plan) {
    const bool sameGraph = d_->graph == graph;
    // The cursor stays at its vertex as far as the new plan allows: at the same share of the steps.
    const double share =
        d_->data.runs.empty() ? 0 : static_cast<double>(d_->run) / static_cast<double>(d_->data.runs.size());
    d_->graph = graph;
    d_->plan = graph ? plan : nullptr;
    d_->data = d_->plan ? timelineData(*graph, d_->plan->schedule, d_->plan->accounting) : TimelineData{};
    if (!sameGraph || !d_->plan) d_->other = nullptr;
    d_->align();
    d_->run = 0;
    if (sameGraph && !d_->data.runs.empty()) {
        d_->run = std::min(static_cast<std::size_t>(share * static_cast<double>(d_->data.runs.size())),
                           d_->data.runs.size() - 1);
    }
    if (d_->plan && !d_->data.runs.empty()) {
        setAccessibleDescription(
            tr("%1 steps, peak %2 at step %3")
                .arg(count(d_->data.runs.size()), exact(d_->data.peak), count(d_->data.peakRun + 1)));
    } else {
        setAccessibleDescription(tr("No plan"));
    }
    update();
}

void TimelineView::setComparison(const PlanPtr& other, const QString& nameA, const QString& nameB) {
    if (!d_->plan || !other) {
        clearComparison();
        return;
    }
    d_->other = other;
    d_->otherData = timelineData(*d_->graph, other->schedule, other->accounting);
    d_->nameA = nameA;
    d_->nameB = nameB;
    d_->align();
    update();
}

void TimelineView::clearComparison() {
    d_->other = nullptr;
    update();
}

void TimelineView::setBudget(std::optional<Bytes> budget) {
    if (d_->budget == budget) return;
    d_->budget = budget;
    update();
}

void TimelineView::setTheme(const Theme& theme) {
    d_->theme = theme;
    update();
}

const TimelineData& TimelineView::data() const {
    return d_->data;
}

void TimelineView::setStep(std::size_t scheduleIndex) {
    setRun(d_->data.runAtSchedule(scheduleIndex));
}

std::optional<std::size_t> TimelineView::step() const {
    if (d_->data.runs.empty()) return std::nullopt;
    return d_->data.runs[d_->run].scheduleIndex;
}

std::size_t TimelineView::run() const {
    return d_->run;
}

void TimelineView::setRun(std::size_t run) {
    if (d_->data.runs.empty()) return;
    run = std::min(run, d_->data.runs.size() - 1);
    if (run == d_->run) return;
    d_->run = run;
    update();
    emit stepSelected(d_->data.runs[run].scheduleIndex);
}

std::size_t TimelineView::runAt(double x) const {
    if (d_->data.runs.empty()) return 0;
    return d_->runOf(d_->scale(size()).slotAt(x));
}

double TimelineView::xOf(std::size_t run) const {
    return d_->data.runs.empty() ? 0 : d_->scale(size()).xOf(d_->slotOf(run));
}

double TimelineView::yOf(std::int64_t bytes) const {
    return d_->scale(size()).yOf(static_cast<double>(bytes));
}

QString TimelineView::Private::tooltip(std::size_t runIndex) const {
    const TimelineData::Run& at = data.runs[runIndex];
    QStringList lines{
        TimelineView::tr("Step %1 of %2: %3 %4")
            .arg(count(runIndex + 1), count(data.runs.size()), runWord(at), vertexLabel(*graph, at.vertex))};
    if (comparing()) {
        const std::size_t slot = slotOf(runIndex);
        lines << TimelineView::tr("A: %1 live").arg(exact(aligned.a[slot]))
              << TimelineView::tr("B: %1 live").arg(exact(aligned.b[slot]));
        return lines.join('\n');
    }
    lines << TimelineView::tr("Live: %1").arg(exact(at.live.total()))
          << TimelineView::tr("Kept values: %1").arg(exact(at.live.kept))
          << TimelineView::tr("Recomputed values: %1").arg(exact(at.live.recomputed))
          << TimelineView::tr("Gradients: %1").arg(exact(at.live.gradients));
    if (at.live.workspace > 0) lines << TimelineView::tr("Workspace: %1").arg(exact(at.live.workspace));
    if (at.live.fixed > 0) lines << TimelineView::tr("Network inputs: %1").arg(exact(at.live.fixed));
    return lines.join('\n');
}

bool TimelineView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (!d_->data.runs.empty() && d_->scale(size()).plot.contains(help->pos())) {
            QToolTip::showText(help->globalPos(), d_->tooltip(runAt(help->pos().x())), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), d_->theme.base);
    if (!d_->plan || d_->data.runs.empty()) {
        painter.setFont(roleFont(TextRole::table));
        painter.setPen(d_->theme.secondaryText);
        painter.drawText(rect(), Qt::AlignCenter, tr("No plan to show"));
        return;
    }
    const TimelineScale scale = d_->scale(size());
    if (scale.plot.width() < 8 || scale.plot.height() < 8) return;
    TimelineContent content;
    content.graph = d_->graph.get();
    content.data = &d_->data;
    content.budget = d_->budget;
    if (d_->comparing()) {
        content.aligned = &d_->aligned;
        content.other = &d_->otherData;
        content.nameA = d_->nameA;
        content.nameB = d_->nameB;
    }
    paintTimeline(painter, content, scale, d_->theme, devicePixelRatioF());
    const std::size_t slot = d_->slotOf(d_->run);
    paintTimelineCursor(painter, scale, (scale.xOf(slot) + scale.xOf(slot + 1)) / 2, d_->theme);
    if (d_->keyboardFocus) {
        painter.setPen(QPen(d_->theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    d_->keyboardFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                        event->reason() == Qt::ShortcutFocusReason;
    update();
}

void TimelineView::focusOutEvent(QFocusEvent*) {
    d_->keyboardFocus = false;
    update();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) setRun(runAt(event->position().x()));
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) setRun(runAt(event->position().x()));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || d_->data.runs.empty()) return;
    emit vertexActivated(d_->data.runs[runAt(event->position().x())].vertex);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (d_->data.runs.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    // In a comparison the cursor goes from slot to slot.
    const std::size_t slot = d_->slotOf(d_->run);
    const std::size_t last = d_->slotCount() - 1;
    const auto back = [slot](std::size_t by) { return slot - std::min(slot, by); };
    std::size_t next = slot;
    switch (event->key()) {
        case Qt::Key_Left:
            next = back(1);
            break;
        case Qt::Key_Right:
            next = slot + 1;
            break;
        case Qt::Key_PageUp:
            next = back(pageOfRuns);
            break;
        case Qt::Key_PageDown:
            next = slot + pageOfRuns;
            break;
        case Qt::Key_Home:
            next = 0;
            break;
        case Qt::Key_End:
            next = last;
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            emit vertexActivated(d_->data.runs[d_->run].vertex);
            return;
        default:
            QWidget::keyPressEvent(event);
            return;
    }
    setRun(d_->runOf(std::min(next, last)));
}

}  // namespace reforward
