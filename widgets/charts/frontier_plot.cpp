// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/frontier_plot.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/format.h"
#include "widgets/charts/chart_items.h"
#include "widgets/charts/legend_place.h"
#include "widgets/charts/strategy_style.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("FrontierPlot", text);
}

constexpr const char* marksLayer = "marks";
constexpr int pixelsALabel = 70;  // of a memory axis
constexpr double provenDiameter = 9;
constexpr double aboveFloor = 0.05;  // of the range of memory

/// The axis of shares names its unit at each label, since the title does not.
class PercentTicker : public QCPAxisTicker {
  protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        return QCPAxisTicker::getTickLabel(tick, locale, format, precision) + QLatin1Char('%');
    }
};

struct MemoryUnit {
    double bytes;
    const char* name;
};

MemoryUnit memoryUnitFor(Bytes baseline) {
    const auto count = static_cast<double>(baseline.count());
    if (count >= 0x1p30) return {0x1p30, "GiB"};
    if (count >= 0x1p20) return {0x1p20, "MiB"};
    if (count >= 0x1p10) return {0x1p10, "KiB"};
    return {1, "B"};
}

QCPScatterStyle scatter(const StrategyStyle& style, const Theme& theme) {
    using Marker = StrategyStyle::Marker;
    const QPen pen(style.colour, 1.2);
    switch (style.marker) {
        case Marker::square:
            return {QCPScatterStyle::ssSquare, pen, theme.base, 5.5};
        case Marker::diamond:
            return {QCPScatterStyle::ssDiamond, pen, theme.base, 6.5};
        case Marker::triangle:
            return {QCPScatterStyle::ssTriangle, pen, theme.base, 7};
        case Marker::circle:
            return {QCPScatterStyle::ssCircle, pen, theme.base, 5.5};
        case Marker::cross:
            return {QCPScatterStyle::ssCross, pen, Qt::NoBrush, 6};
        case Marker::dot:
            break;
    }
    return {QCPScatterStyle::ssDisc, QPen(style.colour, 1), style.colour, 4};
}

void styleAxis(QCPAxis& axis, const Theme& theme) {
    axis.setVisible(true);
    axis.setBasePen(QPen(theme.border, theme.hairline));
    axis.setTickPen(QPen(theme.border, theme.hairline));
    axis.setSubTicks(false);
    axis.setTickLength(0, 3);
    axis.setTickLabelFont(roleFont(TextRole::label));
    axis.setLabelFont(roleFont(TextRole::label));
    axis.setTickLabelColor(theme.secondaryText);
    axis.setLabelColor(theme.secondaryText);
    axis.setNumberFormat(QStringLiteral("gb"));
    axis.setTickLabelPadding(3);
    axis.setLabelPadding(2);
    axis.grid()->setPen(QPen(theme.gridLine, 1));
    axis.grid()->setZeroLinePen(QPen(theme.gridLine, 1));
}

}  // namespace

FrontierPlot::FrontierPlot(QCustomPlot& plot) : plot_(plot) {
    plot_.setAutoAddPlottableToLegend(false);
    plot_.addLayer(marksLayer, plot_.layer(QStringLiteral("main")));
    plot_.layer(marksLayer)->setMode(QCPLayer::lmBuffered);
    // The plot owns its items.
    floor_ = std::make_unique<FloorBand>(&plot_).release();
    floor_->setLayer(QStringLiteral("grid"));
    budget_ = std::make_unique<BudgetMark>(&plot_).release();
    budget_->setLayer(marksLayer);
    current_ = std::make_unique<PlanMark>(&plot_).release();
    current_->setLayer(marksLayer);
    plot_.xAxis2->setTicker(QSharedPointer<QCPAxisTicker>(std::make_unique<PercentTicker>().release()));
    plot_.xAxis2->grid()->setVisible(false);
    plot_.yAxis2->setVisible(true);
    plot_.yAxis2->setTicks(false);
    plot_.yAxis2->setTickLabels(false);
}

QString FrontierPlot::figure(Bytes bytes) const {
    return QString::number(static_cast<double>(bytes.count()) / unit_, 'f', unit_ > 1 ? 2 : 0);
}

bool FrontierPlot::shown(const QString& strategy) const {
    return std::find(shown_.begin(), shown_.end(), strategy) != shown_.end();
}

void FrontierPlot::draw(const FrontierData& data, const Theme& theme, const std::map<QString, bool>& visible,
                        bool keepRange) {
    plot_.clearGraphs();
    plot_.legend->clear();
    placed_.clear();
    drawAxes(data, theme);
    drawBound(data, theme);

    shown_ = linesByDefault(data, defaultLines);
    for (const auto& [name, isShown] : visible) {
        std::erase(shown_, name);
        if (isShown) shown_.push_back(name);
    }
    // The current line is drawn last, over the others.
    const Frontier* current = nullptr;
    for (const Frontier& frontier : data.frontiers) {
        const QString name = QString::fromStdString(frontier.strategy);
        if (!shown(name) || frontier.pareto.plans().empty()) continue;
        if (name == data.currentStrategy) {
            current = &frontier;
        } else {
            drawLine(frontier, data, theme, false);
        }
    }
    if (current != nullptr) drawLine(*current, data, theme, true);
    if (!data.bound.empty()) drawProven(theme);

    chooseRange(data);
    if (!keepRange) showAll();
    budget_->setTheme(theme);
    current_->setTheme(theme);
    setMarks(data);
    plot_.replot();
    placeLegend();
    plot_.replot();
}

void FrontierPlot::drawAxes(const FrontierData& data, const Theme& theme) {
    const MemoryUnit unit = memoryUnitFor(data.baseline);
    unit_ = unit.bytes;
    plot_.setBackground(QBrush(theme.base));
    for (QCPAxis* axis : {plot_.xAxis, plot_.xAxis2, plot_.yAxis, plot_.yAxis2})
        styleAxis(*axis, theme);
    plot_.yAxis2->setTicks(false);
    plot_.xAxis->setLabel(tr("Peak memory, %1").arg(QLatin1String(unit.name)));
    plot_.xAxis2->setLabel(tr("Share of keep-all"));
    plot_.yAxis->setLabel(tr("Extra forward, %"));
    plot_.legend->setBrush(theme.base);
    plot_.legend->setBorderPen(QPen(theme.softLine, theme.hairline));
    plot_.legend->setFont(roleFont(TextRole::label));
    plot_.legend->setTextColor(theme.text);
    plot_.legend->setIconSize(26, 10);
    plot_.legend->setRowSpacing(0);
    plot_.legend->setMargins({8, 5, 8, 5});
    floor_->set(static_cast<double>(data.floor.count()) / unit_, tr("floor %1").arg(figure(data.floor)),
                theme);
}

void FrontierPlot::drawBound(const FrontierData& data, const Theme& theme) {
    if (data.bound.empty()) return;
    QCPGraph* graph = plot_.addGraph();
    // Between two budgets only the bound of the larger one is certain, so below all of them that of the
    // smallest; above all of them nothing is known.
    graph->setLineStyle(QCPGraph::lsStepRight);
    const auto add = [&](Bytes memory, double overhead) {
        graph->addData(static_cast<double>(memory.count()) / unit_, overhead * 100);
    };
    if (data.floor < data.bound.front().memory) add(data.floor, data.bound.front().overhead);
    for (const ChartPoint& point : data.bound)
        add(point.memory, point.overhead);
    if (data.bound.back().memory < data.baseline) add(data.baseline, 0);
    graph->setPen(QPen(theme.boundEdge, 1.2));
    graph->setBrush(theme.boundFill);
    graph->setName(tr("Certified bound"));
    graph->addToLegend();
}

void FrontierPlot::drawLine(const Frontier& frontier, const FrontierData& data, const Theme& theme,
                            bool current) {
    const QString name = QString::fromStdString(frontier.strategy);
    const StrategyStyle style = strategyStyle(name, theme, current);
    QCPGraph* graph = plot_.addGraph();
    // A plan holds until the next cheaper one fits.
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(style.pen());
    graph->setScatterStyle(scatter(style, theme));
    graph->setName(strategyShortTitle(name));
    graph->addToLegend();
    for (const PlanPtr& plan : frontier.pareto.plans()) {
        const Placed placed{plan, name, static_cast<double>(plan->peak().count()) / unit_,
                            plan->overheadForward() * 100, provenBest(*plan, data.bound)};
        graph->addData(placed.memory, placed.overhead);
        placed_.push_back(placed);
    }
}

/// A ring around each plan that no other can beat.
void FrontierPlot::drawProven(const Theme& theme) {
    QCPGraph* graph = nullptr;
    for (const Placed& placed : placed_) {
        if (!placed.proven) continue;
        if (graph == nullptr) {
            graph = plot_.addGraph();
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setPen(Qt::NoPen);
            graph->setScatterStyle(
                {QCPScatterStyle::ssCircle, QPen(theme.chipDone.text, 1.4), Qt::NoBrush, provenDiameter});
            graph->setName(tr("Proven best"));
            graph->addToLegend();
        }
        graph->addData(placed.memory, placed.overhead);
    }
}

/// Near the floor plans cost many forwards, which would flatten everything else: percent of extra forward
/// that the axis ends at. It is enough for the best known plan a little above the floor, and half as much
/// again.
double FrontierPlot::mostWorthShowing(const FrontierData& data) const {
    const Bytes above = data.floor + (std::max(data.baseline, data.floor) - data.floor).share(aboveFloor);
    double best = std::numeric_limits<double>::infinity(), tallest = 0;
    for (const Placed& placed : placed_) {
        tallest = std::max(tallest, placed.overhead);
        if (placed.plan->peak() <= above) best = std::min(best, placed.overhead);
    }
    return std::min(tallest, 1.5 * best);
}

void FrontierPlot::chooseRange(const FrontierData& data) {
    const double floor = static_cast<double>(data.floor.count()) / unit_;
    double most = static_cast<double>(data.baseline.count()) / unit_;
    double tallest = mostWorthShowing(data);
    for (const Placed& placed : placed_)
        most = std::max(most, placed.memory);
    if (data.current) {
        most = std::max(most, static_cast<double>(data.current->peak().count()) / unit_);
        tallest = std::max(tallest, data.current->overheadForward() * 100);
    }
    const double span = std::max(most - floor, most > 0 ? most * 0.05 : 1);
    fullX_ = {floor - span * 0.09, most + span * 0.04};
    const double height = std::max(tallest * 1.12, 1.0);
    fullY_ = {-height * 0.025, height};
    plot_.yAxis->ticker()->setTickCount(5);
    const int labels = std::max(2, plot_.width() / pixelsALabel);
    plot_.xAxis->ticker()->setTickCount(labels);
    plot_.xAxis2->ticker()->setTickCount(labels);
    percentPerUnit_ = 100 * unit_ / std::max(1.0, static_cast<double>(data.baseline.count()));
}

void FrontierPlot::showAll() {
    plot_.xAxis->setRange(fullX_.x(), fullX_.y());
    plot_.yAxis->setRange(fullY_.x(), fullY_.y());
    followShares();
}

void FrontierPlot::followShares() {
    const QCPRange range = plot_.xAxis->range();
    plot_.xAxis2->setRange(range.lower * percentPerUnit_, range.upper * percentPerUnit_);
}

void FrontierPlot::setMarks(const FrontierData& data) {
    budget_->setVisible(data.budget.has_value());
    if (data.budget) {
        budget_->set(static_cast<double>(data.budget->count()) / unit_, figure(*data.budget));
    }
    current_->setVisible(data.current != nullptr);
    if (data.current) {
        current_->set(static_cast<double>(data.current->peak().count()) / unit_,
                      data.current->overheadForward() * 100, data.currentFits);
    }
}

void FrontierPlot::setBudget(std::optional<Bytes> budget) {
    budget_->setVisible(budget.has_value());
    if (budget) budget_->set(static_cast<double>(budget->count()) / unit_, figure(*budget));
    plot_.layer(marksLayer)->replot();
}

void FrontierPlot::setCurrent(const PlanPtr& plan, bool fits) {
    current_->setVisible(plan != nullptr);
    if (plan) {
        current_->set(static_cast<double>(plan->peak().count()) / unit_, plan->overheadForward() * 100, fits);
    }
    plot_.layer(marksLayer)->replot();
}

void FrontierPlot::placeLegend() {
    const QSize area = plot_.axisRect()->rect().size();
    const bool fits = area.width() >= 200 && area.height() >= 140 && plot_.legend->itemCount() > 0;
    plot_.legend->setVisible(fits);
    if (fits) reforward::placeLegend(plot_, plot_.xAxis->coordToPixel(floor_->floor()));
}

}  // namespace reforward
