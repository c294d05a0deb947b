// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/frontier_chart.h"

#include <qcustomplot.h>

#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "widgets/charts/chart_export.h"
#include "widgets/charts/frontier_plot.h"
#include "widgets/charts/strategy_style.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

constexpr double pickDistance = 12;    // px
constexpr double grabDistance = 5;     // px
constexpr double clickDistance = 4;    // px, below which a press and release is a click
constexpr double wheelFactor = 0.85;   // of the range, a notch
constexpr int streamDelay = 40;        // ms between repaints while plans stream in
constexpr double smallestZoom = 1e-3;  // of the full range

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

}  // namespace

class FrontierChart::Private {
  public:
    enum class Press { none, budget, zoom, pan };

    explicit Private(FrontierChart* chart)
        : q(chart),
          plot(std::make_unique<QCustomPlot>(chart).release()),
          drawing(*plot),
          band(QRubberBand::Rectangle, plot) {}

    void redraw() {
        stream.stop();
        drawing.draw(data, theme, visible, zoomed);
        sinceDrawn.start();
    }
    /// What waits to be drawn is, before anything is asked of the drawing.
    void settle() {
        if (stream.isActive()) redraw();
    }
    /// At once, or gathered with what comes within the next moment.
    void redrawSoon() {
        if (!sinceDrawn.isValid() || sinceDrawn.elapsed() > streamDelay) {
            redraw();
        } else if (!stream.isActive()) {
            stream.start();
        }
    }
    QRect axisArea() const { return plot->axisRect()->rect(); }
    Bytes memoryAt(double x) const {
        const double bytes = plot->xAxis->pixelToCoord(x) * drawing.memoryUnit();
        return std::clamp(Bytes(std::llround(std::max(0.0, bytes))), Bytes(0), data.baseline);
    }
    double budgetX() const {
        return plot->xAxis->coordToPixel(static_cast<double>(data.budget->count()) / drawing.memoryUnit());
    }
    bool nearBudget(QPoint p) const {
        return data.budget && axisArea().contains(p) && std::abs(p.x() - budgetX()) <= grabDistance;
    }
    void setZoomed(bool now) {
        if (zoomed == now) return;
        zoomed = now;
        emit q->zoomChanged(now);
    }
    void setRanges(QCPRange x, QCPRange y);
    bool press(QMouseEvent* event);
    bool move(QMouseEvent* event);
    bool release(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void hover(QPoint position, QPoint global);
    QString tooltip(const PlanPtr& plan, const QString& strategy) const;
    const FrontierPlot::Placed* placedAt(QPoint position) const;
    void stepAlongLine(int direction);

    FrontierChart* q;
    QCustomPlot* plot;
    FrontierPlot drawing;
    QRubberBand band;
    Theme theme = reforward::theme(ThemeKind::light);
    FrontierData data;
    std::map<QString, bool> visible;
    QTimer stream;
    QElapsedTimer sinceDrawn;
    bool zoomed = false, keyboardFocus = false;
    Press pressed = Press::none;
    QPoint pressedAt;
    QCPRange pressedX, pressedY;
};

FrontierChart::FrontierChart(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(this)) {
    QVBoxLayout* box = std::make_unique<QVBoxLayout>(this).release();
    // Room for the frame of the keyboard focus.
    box->setContentsMargins(2, 2, 2, 2);
    box->addWidget(d_->plot);
    d_->plot->setMinimumSize(1, 1);  // it cannot paint into nothing
    d_->plot->setMouseTracking(true);
    d_->plot->installEventFilter(this);
    d_->stream.setSingleShot(true);
    d_->stream.setInterval(streamDelay);
    connect(&d_->stream, &QTimer::timeout, this, [this] { d_->redraw(); });
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Frontier"));
    setAccessibleDescription(tr("Peak memory against extra forward, a line for each strategy"));
    d_->redraw();
}

FrontierChart::~FrontierChart() = default;

void FrontierChart::setGraphFigures(Bytes baseline, Bytes floor) {
    d_->data.baseline = baseline;
    d_->data.floor = floor;
    d_->setZoomed(false);
    d_->redraw();
}

void FrontierChart::setFrontiers(const std::vector<FrontierPtr>& frontiers) {
    d_->data.frontiers.clear();
    for (const FrontierPtr& frontier : frontiers) {
        if (frontier) d_->data.frontiers.push_back(*frontier);
    }
    d_->redrawSoon();
}

void FrontierChart::addPlan(const PlanPtr& plan, const QString& strategy) {
    if (!plan) return;
    const std::string name = strategy.isEmpty() ? plan->strategy : strategy.toStdString();
    auto& frontiers = d_->data.frontiers;
    auto it = std::find_if(frontiers.begin(), frontiers.end(),
                           [&](const Frontier& frontier) { return frontier.strategy == name; });
    if (it == frontiers.end()) {
        frontiers.push_back({});
        it = frontiers.end() - 1;
        it->strategy = name;
    }
    if (it->pareto.insert(plan)) d_->redrawSoon();
}

void FrontierChart::clear() {
    d_->data = {};
    d_->visible.clear();
    d_->setZoomed(false);
    d_->redraw();
}

void FrontierChart::setBound(const std::vector<ChartPoint>& bound) {
    d_->data.bound = bound;
    d_->redrawSoon();
}

void FrontierChart::setBudget(std::optional<Bytes> budget) {
    d_->data.budget = budget;
    d_->drawing.setBudget(budget);
}

void FrontierChart::setCurrentPlan(const PlanPtr& plan, bool fits) {
    d_->data.current = plan;
    d_->data.currentFits = fits;
    d_->drawing.setCurrent(plan, fits);
}

void FrontierChart::setCurrentStrategy(const QString& strategy) {
    if (d_->data.currentStrategy == strategy) return;
    d_->data.currentStrategy = strategy;
    d_->redraw();
}

void FrontierChart::setLineVisible(const QString& strategy, bool visible) {
    d_->visible[strategy] = visible;
    d_->redraw();
}

bool FrontierChart::lineVisible(const QString& strategy) const {
    d_->settle();
    return d_->drawing.shown(strategy);
}

bool FrontierChart::zoomed() const {
    return d_->zoomed;
}

void FrontierChart::resetZoom() {
    d_->setZoomed(false);
    d_->drawing.showAll();
    d_->redraw();
}

void FrontierChart::saveChart(const QString& path) const {
    d_->settle();
    savePlot(path, *d_->plot, d_->plot->size());
}

void FrontierChart::setTheme(const Theme& theme) {
    d_->theme = theme;
    QPalette palette = d_->plot->palette();
    palette.setColor(QPalette::Base, theme.base);
    d_->plot->setPalette(palette);
    d_->redraw();
}

PlanPtr FrontierChart::planAt(const QPoint& position) const {
    d_->settle();
    const FrontierPlot::Placed* placed = d_->placedAt(position);
    return placed != nullptr ? placed->plan : nullptr;
}

QPoint FrontierChart::positionOf(Bytes memory, double overhead) const {
    d_->settle();
    const double x =
        d_->plot->xAxis->coordToPixel(static_cast<double>(memory.count()) / d_->drawing.memoryUnit());
    const double y = d_->plot->yAxis->coordToPixel(overhead * 100);
    return d_->plot->mapTo(this, QPointF(x, y).toPoint());
}

const FrontierPlot::Placed* FrontierChart::Private::placedAt(QPoint position) const {
    const FrontierPlot::Placed* best = nullptr;
    double least = pickDistance;
    for (const FrontierPlot::Placed& placed : drawing.placed()) {
        const QPointF point(plot->xAxis->coordToPixel(placed.memory),
                            plot->yAxis->coordToPixel(placed.overhead));
        double distance = std::hypot(point.x() - position.x(), point.y() - position.y());
        // Of lines that lie on each other the current one is meant.
        if (placed.strategy == data.currentStrategy) distance -= 0.5;
        if (distance <= least) {
            least = distance;
            best = &placed;
        }
    }
    return best;
}

bool FrontierChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != d_->plot) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            return d_->press(static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return d_->move(static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return d_->release(static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonDblClick:
            resetZoom();
            return true;
        case QEvent::Wheel:
            d_->wheel(static_cast<QWheelEvent*>(event));
            return true;
        case QEvent::Resize:
            // The legend's place depends on the new size.
            QTimer::singleShot(0, this, [this] { d_->redraw(); });
            return false;
        default:
            return false;
    }
}

bool FrontierChart::Private::press(QMouseEvent* event) {
    if (!axisArea().contains(event->pos())) return true;
    pressedAt = event->pos();
    pressedX = plot->xAxis->range();
    pressedY = plot->yAxis->range();
    if (event->button() == Qt::MiddleButton) {
        pressed = Press::pan;
    } else if (event->button() == Qt::LeftButton) {
        pressed = nearBudget(event->pos()) && placedAt(event->pos()) == nullptr ? Press::budget : Press::zoom;
    }
    return true;
}

bool FrontierChart::Private::move(QMouseEvent* event) {
    switch (pressed) {
        case Press::none:
            hover(event->pos(), event->globalPosition().toPoint());
            break;
        case Press::budget:
            emit q->budgetDragged(memoryAt(event->position().x()), false);
            break;
        case Press::zoom:
            band.setGeometry(QRect(pressedAt, event->pos()).normalized().intersected(axisArea()));
            band.setVisible((event->pos() - pressedAt).manhattanLength() > clickDistance);
            break;
        case Press::pan: {
            const double dx =
                plot->xAxis->pixelToCoord(pressedAt.x()) - plot->xAxis->pixelToCoord(event->position().x());
            const double dy =
                plot->yAxis->pixelToCoord(pressedAt.y()) - plot->yAxis->pixelToCoord(event->position().y());
            setRanges({pressedX.lower + dx, pressedX.upper + dx}, {pressedY.lower + dy, pressedY.upper + dy});
            break;
        }
    }
    return true;
}

bool FrontierChart::Private::release(QMouseEvent* event) {
    const Press was = pressed;
    pressed = Press::none;
    band.hide();
    if (was == Press::budget) {
        emit q->budgetDragged(memoryAt(event->position().x()), true);
    } else if (was == Press::zoom) {
        if ((event->pos() - pressedAt).manhattanLength() <= clickDistance) {
            if (const FrontierPlot::Placed* placed = placedAt(event->pos())) emit q->planPicked(placed->plan);
        } else {
            const QRect rect = QRect(pressedAt, event->pos()).normalized().intersected(axisArea());
            if (rect.width() > clickDistance && rect.height() > clickDistance) {
                setRanges({plot->xAxis->pixelToCoord(rect.left()), plot->xAxis->pixelToCoord(rect.right())},
                          {plot->yAxis->pixelToCoord(rect.bottom()), plot->yAxis->pixelToCoord(rect.top())});
            }
        }
    }
    return true;
}

void FrontierChart::Private::wheel(QWheelEvent* event) {
    if (!axisArea().contains(event->position().toPoint()) || event->angleDelta().y() == 0) return;
    const double factor = std::pow(wheelFactor, event->angleDelta().y() / 120.0);
    const auto about = [factor](QCPRange range, double centre) {
        return QCPRange(centre + (range.lower - centre) * factor, centre + (range.upper - centre) * factor);
    };
    setRanges(about(plot->xAxis->range(), plot->xAxis->pixelToCoord(event->position().x())),
              about(plot->yAxis->range(), plot->yAxis->pixelToCoord(event->position().y())));
}

/// Keeps the ranges within what there is to see, and says whether that is all of it.
void FrontierChart::Private::setRanges(QCPRange x, QCPRange y) {
    const auto fit = [](QCPRange range, QPointF full) {
        const double all = full.y() - full.x();
        const double size = std::clamp(range.size(), all * smallestZoom, all);
        const double lower = std::clamp(range.center() - size / 2, full.x(), full.y() - size);
        return QCPRange(lower, lower + size);
    };
    const QCPRange newX = fit(x, drawing.fullX());
    const QCPRange newY = fit(y, drawing.fullY());
    plot->xAxis->setRange(newX);
    plot->yAxis->setRange(newY);
    drawing.followShares();
    const auto isAll = [](QCPRange range, QPointF full) {
        return range.size() >= (full.y() - full.x()) * (1 - 1e-9);
    };
    setZoomed(!isAll(newX, drawing.fullX()) || !isAll(newY, drawing.fullY()));
    drawing.placeLegend();
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void FrontierChart::Private::hover(QPoint position, QPoint global) {
    const FrontierPlot::Placed* placed = placedAt(position);
    plot->setCursor(placed != nullptr      ? Qt::PointingHandCursor
                    : nearBudget(position) ? Qt::SplitHCursor
                                           : Qt::ArrowCursor);
    if (placed != nullptr) {
        QToolTip::showText(global, tooltip(placed->plan, placed->strategy), plot);
    } else {
        QToolTip::hideText();
    }
}

QString FrontierChart::Private::tooltip(const PlanPtr& plan, const QString& strategy) const {
    const double share = data.baseline.count() > 0 ? static_cast<double>(plan->peak().count()) /
                                                         static_cast<double>(data.baseline.count())
                                                   : 0;
    QString words =
        FrontierChart::tr(
            "%1\nPeak %2 (%3), %4 of keep-all\n%5 extra forward, %6 extra per iteration\n"
            "%7 kept, %8 recomputed, %9 dropped")
            .arg(strategyShortTitle(strategy), text(formatBytes(plan->peak())),
                 text(formatBytesExact(plan->peak())), text(formatPercent(share)),
                 text(formatPercent(plan->overheadForward())), text(formatPercent(plan->overheadIteration())),
                 text(formatCount(static_cast<long long>(plan->predicted.kept))),
                 text(formatCount(static_cast<long long>(plan->predicted.recomputed))),
                 text(formatCount(static_cast<long long>(plan->predicted.dropped))));
    if (const auto bound = boundAt(data.bound, plan->peak())) {
        words +=
            '\n' + FrontierChart::tr("In as much memory: %1").arg(gapLabel(plan->overheadForward(), *bound));
    }
    return words;
}

QString FrontierChart::tooltipOf(const PlanPtr& plan, const QString& strategy) const {
    return d_->tooltip(plan, strategy);
}

void FrontierChart::Private::stepAlongLine(int direction) {
    const auto it = std::find_if(data.frontiers.begin(), data.frontiers.end(), [&](const Frontier& frontier) {
        return text(frontier.strategy) == data.currentStrategy;
    });
    if (it == data.frontiers.end() || !data.current) return;
    // Plans lie by peak descending.
    const auto& plans = it->pareto.plans();
    PlanPtr next;
    for (const PlanPtr& plan : plans) {
        if (direction < 0 && plan->peak() < data.current->peak()) {
            next = plan;
            break;
        }
        if (direction > 0 && plan->peak() > data.current->peak()) next = plan;
    }
    if (next) emit q->planPicked(next);
}

void FrontierChart::focusInEvent(QFocusEvent* event) {
    d_->keyboardFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                        event->reason() == Qt::ShortcutFocusReason;
    update();
}

void FrontierChart::focusOutEvent(QFocusEvent*) {
    d_->keyboardFocus = false;
    update();
}

void FrontierChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), d_->keyboardFocus ? d_->theme.accent : d_->theme.base);
}

void FrontierChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            d_->stepAlongLine(-1);
            break;
        case Qt::Key_Right:
            d_->stepAlongLine(1);
            break;
        case Qt::Key_Home:
            resetZoom();
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

void FrontierChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Show all"), this, &FrontierChart::resetZoom)->setEnabled(d_->zoomed);
    menu.addAction(tr("Export chart"), this, &FrontierChart::saveRequested);
    menu.addSection(tr("Lines"));
    for (const Frontier& frontier : d_->data.frontiers) {
        const QString name = text(frontier.strategy);
        if (frontier.pareto.plans().empty()) {
            QAction* none = menu.addAction(frontier.notApplicable.empty()
                                               ? tr("%1: no plan").arg(strategyShortTitle(name))
                                               : tr("%1: not applicable").arg(strategyShortTitle(name)));
            none->setToolTip(text(frontier.notApplicable));
            none->setEnabled(false);
            continue;
        }
        QAction* line = menu.addAction(strategyShortTitle(name));
        line->setCheckable(true);
        line->setChecked(d_->drawing.shown(name));
        connect(line, &QAction::toggled, this, [this, name](bool on) { setLineVisible(name, on); });
    }
    menu.setToolTipsVisible(true);
    menu.exec(event->globalPos());
}

}  // namespace reforward
