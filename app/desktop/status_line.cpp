// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/status_line.h"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include "core/base/format.h"
#include "widgets/style/icons.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

QString count(std::size_t n) {
    return QString::fromStdString(formatCount(static_cast<long long>(n)));
}

}  // namespace

StatusLine::StatusLine(Session& session, QStatusBar* bar)
    : QObject(bar),
      session_(session),
      bar_(bar),
      message_(new QLabel(tr("Ready"))),
      progress_(new QProgressBar),
      cancel_(new QToolButton) {
    bar->setFixedHeight(metrics::statusBar);
    bar->setSizeGripEnabled(false);
    message_->setFont(roleFont(TextRole::table));
    message_->setContentsMargins(metrics::controlGap, 0, 0, 0);
    bar->addWidget(message_, 1);
    progress_->setFixedSize(140, 8);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress"));
    cancel_->setAutoRaise(true);
    cancel_->setFixedSize(20, 20);
    cancel_->setToolTip(tr("Stops what runs; the best plan so far stays (Esc)"));
    cancel_->setAccessibleName(tr("Cancel"));
    bar->addPermanentWidget(progress_);
    bar->addPermanentWidget(cancel_);
    progress_->hide();
    cancel_->hide();
    plan_ = addField();
    graph_ = addField();
    selection_ = addField();

    delay_.setSingleShot(true);
    delay_.setInterval(metrics::cancelDelay);
    connect(&delay_, &QTimer::timeout, this, [this] {
        progress_->show();
        cancel_->show();
    });
    connect(cancel_, &QToolButton::clicked, &session_, &Session::cancel);
    connect(&session_, &Session::busyChanged, this, &StatusLine::showBusy);
    connect(&session_, &Session::progressed, this, &StatusLine::showProgress);
    connect(&session_, &Session::modelChanged, this, [this] {
        showGraph();
        say(tr("Opened %1").arg(QString::fromStdString(session_.model()->title())));
    });
    connect(&session_, &Session::layoutChanged, this, &StatusLine::showGraph);
    connect(&session_, &Session::rearranged, this, &StatusLine::showGraph);
    connect(&session_, &Session::selectionChanged, this, &StatusLine::showSelection);
    connect(&session_, &Session::planChanged, this, &StatusLine::showPlan);
    connect(&session_, &Session::panesChanged, this, &StatusLine::showPlan);
    connect(&session_, &Session::boundChanged, this, &StatusLine::showPlan);
    connect(&session_, &Session::warned, this, &StatusLine::say);
    connect(&session_, &Session::failed, this,
            [this](const Error& error) { say(QString::fromStdString(error.context().reason)); });
}

QLabel* StatusLine::addField() {
    auto* const field = new QLabel;
    field->setFont(roleFont(TextRole::table));
    field->setContentsMargins(metrics::controlGap, 0, metrics::controlGap, 0);
    bar_->addPermanentWidget(field);
    field->hide();
    return field;
}

void StatusLine::say(const QString& sentence) {
    message_->setText(sentence);
}

QString StatusLine::message() const {
    return message_->text();
}

void StatusLine::setTheme(const Theme& theme) {
    cancel_->setIcon(themedIcon("close", theme));
}

void StatusLine::showBusy() {
    if (!session_.idle()) {
        if (!progress_->isVisible() && !delay_.isActive()) {
            progress_->setRange(0, 0);
            delay_.start();
        }
        return;
    }
    delay_.stop();
    const bool wasShown = progress_->isVisible();
    progress_->hide();
    cancel_->hide();
    if (session_.frontiers().empty()) {
        if (wasShown) say(tr("Ready"));
        return;
    }
    std::size_t complete = 0, plans = 0;
    for (const Frontier& each : session_.frontiers()) {
        complete += each.complete ? 1 : 0;
        plans += each.pareto.plans().size();
    }
    say(tr("%1 of %2 frontiers complete, %3 plans known")
            .arg(count(complete), count(session_.frontiers().size()), count(plans)));
}

void StatusLine::showProgress(double fraction, const QString& phase) {
    if (fraction < 0) {
        progress_->setRange(0, 0);
    } else {
        progress_->setRange(0, 1000);
        progress_->setValue(int(std::min(1.0, fraction) * 1000));
    }
    if (!phase.isEmpty()) say(phase);
}

void StatusLine::showGraph() {
    const Graph& graph = *session_.model()->graph;
    QString text = tr("%1 vertices, %2 edges").arg(count(graph.plannedCount()), count(graph.edgeCount()));
    if (session_.content() && session_.content()->hasModules())
        text += tr(", %1 boxes shown").arg(count(session_.content()->boxCount()));
    graph_->setText(text);
    graph_->show();
}

void StatusLine::showSelection() {
    const VertexId vertex = session_.selected();
    const std::uint32_t module = session_.selectedModule();
    selection_->setVisible(vertex != noIndex || module != noIndex);
    if (vertex != noIndex) {
        selection_->setText(tr("%1 selected").arg(vertexLabel(*session_.model()->graph, vertex)));
    } else if (module != noIndex) {
        selection_->setText(tr("%1 selected").arg(moduleLabel(*session_.model()->modules, module)));
    }
}

void StatusLine::showPlan() {
    if (session_.panes().empty()) return;
    const Pane& pane = session_.panes().back();
    plan_->setVisible(pane.plan != nullptr);
    if (!pane.plan) return;
    const QString peak = QString::fromStdString(formatBytes(pane.plan->peak()));
    const QString overhead = QString::fromStdString(formatPercent(pane.plan->overheadForward()));
    const bool fits = pane.plan->peak() <= session_.budget();
    const auto bound = fits ? session_.boundOf(*pane.plan) : std::nullopt;
    plan_->setText(
        bound ? tr("Peak %1, %2, %3").arg(peak, overhead, gapLabel(pane.plan->overheadForward(), *bound))
              : tr("Peak %1, %2 extra forward").arg(peak, overhead));
}

}  // namespace reforward
