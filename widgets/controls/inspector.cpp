// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/inspector.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/controls/elided_label.h"
#include "widgets/controls/inspector_content.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int factNames = 80;  // px for the names of facts

}  // namespace

class Inspector::Private {
  public:
    explicit Private(Inspector* inspector) : q(inspector) {
        soon.setSingleShot(true);
        soon.setInterval(0);
        QObject::connect(&soon, &QTimer::timeout, q, [this] { rebuild(); });
    }

    void rebuild();
    void head(QVBoxLayout& box, const InspectorContent& content);
    void facts(QVBoxLayout& box, const InspectorContent& content);
    void section(QVBoxLayout& box, const InspectorContent::Section& section);
    void line(QVBoxLayout& box, const InspectorContent::Line& line);
    QLabel* words(const QString& text, TextRole role, const QColor& colour);
    QLabel* swatch(VertexState state);

    Inspector* q;
    Theme theme = reforward::theme(ThemeKind::light);
    std::shared_ptr<const Graph> graph;
    Floor floor;
    Bytes baseline;
    QString costUnit;
    PlanPtr plan;
    VertexId vertex = noIndex;
    std::shared_ptr<const ModuleTree> tree;  ///< of the module that is shown, or null
    std::uint32_t module = noIndex;
    bool floorShown = false;
    QWidget* page = nullptr;
    QTimer soon;  ///< a new plan comes with several setters, and the canvas is to be painted first
};

Inspector::Inspector(QWidget* parent) : QScrollArea(parent), d_(std::make_unique<Private>(this)) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Inspector"));
    d_->rebuild();
}

Inspector::~Inspector() = default;

void Inspector::setGraph(std::shared_ptr<const Graph> graph, const Floor& floor, const QString& costUnit) {
    d_->graph = std::move(graph);
    d_->floor = floor;
    d_->baseline = d_->graph ? baselinePeak(*d_->graph) : Bytes();
    d_->costUnit = costUnit;
    d_->plan = nullptr;
    d_->vertex = noIndex;
    d_->tree = nullptr;
    d_->soon.start();
}

void Inspector::setPlan(PlanPtr plan) {
    if (d_->plan == plan) return;
    d_->plan = std::move(plan);
    if (d_->vertex != noIndex || d_->tree) d_->soon.start();
}

void Inspector::setVertex(VertexId vertex) {
    if (d_->vertex == vertex) return;
    d_->vertex = vertex;
    d_->soon.start();
}

void Inspector::setModule(std::shared_ptr<const ModuleTree> tree, std::uint32_t module) {
    if (d_->tree == tree && (!tree || d_->module == module)) return;
    d_->tree = std::move(tree);
    d_->module = module;
    d_->soon.start();
}

VertexId Inspector::vertex() const {
    return d_->vertex;
}

void Inspector::setFloorShown(bool shown) {
    if (d_->floorShown == shown) return;
    d_->floorShown = shown;
    d_->soon.start();
}

void Inspector::setTheme(const Theme& theme) {
    d_->theme = theme;
    d_->soon.start();
}

QLabel* Inspector::Private::words(const QString& text, TextRole role, const QColor& colour) {
    QLabel* label = std::make_unique<QLabel>(page).release();
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setFont(roleFont(role));
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* Inspector::Private::swatch(VertexState state) {
    QLabel* label = std::make_unique<QLabel>(page).release();
    label->setPixmap(stateSwatch(state, theme, q->devicePixelRatioF()));
    label->setToolTip(stateLabel(state));
    label->setAccessibleName(stateLabel(state));
    label->setFixedWidth(18);
    return label;
}

void Inspector::Private::rebuild() {
    page = std::make_unique<QWidget>().release();
    QPalette ground = q->palette();
    ground.setColor(QPalette::Window, theme.base);
    page->setPalette(ground);
    page->setAutoFillBackground(true);
    QVBoxLayout* box = std::make_unique<QVBoxLayout>(page).release();
    box->setContentsMargins(metrics::panelPadding, metrics::panelPadding, metrics::panelPadding,
                            metrics::panelPadding);
    box->setSpacing(metrics::unit);
    const bool isVertex = graph && vertex < graph->vertexCount();
    const bool isModule = graph && tree && !isVertex;
    if (!isVertex && !isModule) {
        QLabel* none = words(graph ? Inspector::tr("Select a vertex to see what it holds and why.")
                                   : Inspector::tr("No model is open."),
                             TextRole::table, theme.secondaryText);
        none->setWordWrap(true);
        box->addWidget(none);
    } else {
        const InspectorSource source{*graph, plan.get(), &floor, baseline, costUnit};
        const InspectorContent content =
            isModule ? moduleContent(source, *tree, module) : inspectorContent(source, vertex, floorShown);
        head(*box, content);
        facts(*box, content);
        for (const auto& each : content.sections)
            section(*box, each);
    }
    box->addStretch(1);
    // A link of the page before may be what led here: it goes when its event is done.
    if (QWidget* before = q->takeWidget()) before->deleteLater();
    q->setWidget(page);
    page->show();
}

void Inspector::Private::head(QVBoxLayout& box, const InspectorContent& content) {
    QHBoxLayout* row = std::make_unique<QHBoxLayout>().release();
    row->setSpacing(metrics::unit);
    ElidedLabel* heading = std::make_unique<ElidedLabel>(content.heading, page).release();
    heading->setFont(roleFont(TextRole::heading));
    heading->setColour(theme.text);
    row->addWidget(heading, 1);
    if (content.state) {
        row->addWidget(swatch(*content.state));
        row->addWidget(words(stateLabel(*content.state), TextRole::table, theme.text));
    }
    box.addLayout(row);
    QLabel* sub = words(content.subheading, TextRole::table, theme.secondaryText);
    sub->setWordWrap(true);
    box.addWidget(sub);
    box.addSpacing(metrics::rhythm);
}

void Inspector::Private::facts(QVBoxLayout& box, const InspectorContent& content) {
    if (content.facts.empty()) return;
    QGridLayout* grid = std::make_unique<QGridLayout>().release();
    grid->setColumnMinimumWidth(0, factNames);
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(metrics::rhythm);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const InspectorContent::Fact& fact : content.facts) {
        grid->addWidget(words(fact.name, TextRole::table, theme.secondaryText), row, 0, Qt::AlignTop);
        QLabel* value = words(fact.value, TextRole::table, theme.text);
        value->setWordWrap(true);
        value->setToolTip(fact.tooltip);
        grid->addWidget(value, row, 1);
        ++row;
    }
    box.addLayout(grid);
}

void Inspector::Private::section(QVBoxLayout& box, const InspectorContent::Section& section) {
    box.addSpacing(metrics::rhythm);
    QLabel* heading = words(section.heading, TextRole::sectionHead, theme.text);
    heading->setWordWrap(true);
    box.addWidget(heading);
    for (const InspectorContent::Line& each : section.lines)
        line(box, each);
    if (section.sentence.isEmpty()) return;
    QLabel* sentence = words(section.sentence, TextRole::table, theme.text);
    sentence->setWordWrap(true);
    box.addWidget(sentence);
}

void Inspector::Private::line(QVBoxLayout& box, const InspectorContent::Line& line) {
    if (line.strong) {
        QFrame* rule = std::make_unique<QFrame>(page).release();
        rule->setFixedHeight(1);
        rule->setAutoFillBackground(true);
        QPalette palette = rule->palette();
        palette.setColor(QPalette::Window, theme.border);
        rule->setPalette(palette);
        box.addWidget(rule);
    }
    QHBoxLayout* row = std::make_unique<QHBoxLayout>().release();
    row->setSpacing(metrics::unit);
    if (line.state) row->addWidget(swatch(*line.state));
    const TextRole role = line.strong ? TextRole::sectionHead : TextRole::table;
    ElidedLabel* name = std::make_unique<ElidedLabel>(line.text, page).release();
    name->setFont(roleFont(role));
    name->setColour(line.vertex != noIndex ? theme.link : theme.text);
    if (line.vertex != noIndex) {
        name->setLink(true, theme.accent);
        QObject::connect(name, &ElidedLabel::activated, q,
                         [this, vertexOfLine = line.vertex] { emit q->vertexLinkActivated(vertexOfLine); });
    }
    row->addWidget(name, 1);
    QLabel* figure = words(line.figure, role, line.strong ? theme.text : theme.secondaryText);
    figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    figure->setToolTip(line.tooltip);
    row->addWidget(figure);
    box.addLayout(row);
}

}  // namespace reforward
