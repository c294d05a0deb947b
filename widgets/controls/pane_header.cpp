// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/pane_header.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "core/base/format.h"
#include "widgets/controls/elided_label.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString count(std::size_t n) {
    return text(formatCount(static_cast<long long>(n)));
}

QLabel* label(QWidget* parent, TextRole role) {
    QLabel* made = std::make_unique<QLabel>(parent).release();
    made->setFont(roleFont(role));
    made->setTextFormat(Qt::PlainText);
    return made;
}

// px of width from which the counts are shown
constexpr int countsFrom = 640, countsFromInComparison = 760;

}  // namespace

class PaneHeader::Private {
  public:
    Theme theme = reforward::theme(ThemeKind::light);
    QLabel *letter, *title, *counts;
    ElidedLabel* figures;
    QComboBox* strategies;
    QToolButton* zoom;
    PlanPtr plan;
    std::optional<Bytes> budget;
    QString note;
};

PaneHeader::PaneHeader(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>()) {
    setFixedHeight(metrics::paneHeader);
    d_->letter = label(this, TextRole::sectionHead);
    d_->letter->setAlignment(Qt::AlignCenter);
    d_->letter->setFixedSize(metrics::badge, metrics::badge);
    d_->letter->hide();
    d_->title = label(this, TextRole::sectionHead);
    d_->figures = std::make_unique<ElidedLabel>(QString(), this).release();
    d_->figures->setFont(roleFont(TextRole::table));
    d_->counts = label(this, TextRole::table);
    d_->strategies = std::make_unique<QComboBox>(this).release();
    d_->strategies->setFixedHeight(metrics::dockControl - 2);
    d_->strategies->setFont(roleFont(TextRole::table));
    d_->strategies->setMinimumContentsLength(16);
    d_->strategies->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    d_->strategies->setAccessibleName(tr("Strategy of this pane"));
    d_->strategies->hide();
    d_->zoom = std::make_unique<QToolButton>(this).release();
    d_->zoom->setAutoRaise(true);
    d_->zoom->setFont(roleFont(TextRole::table));
    d_->zoom->setFixedHeight(metrics::dockControl - 2);
    d_->zoom->setAccessibleName(tr("Zoom"));
    d_->zoom->setToolTip(tr("Show at 100%"));

    QHBoxLayout* row = std::make_unique<QHBoxLayout>(this).release();
    row->setContentsMargins(metrics::rhythm, 0, metrics::unit, 1);
    row->setSpacing(metrics::controlGap);
    row->addWidget(d_->letter);
    row->addWidget(d_->title);
    row->addWidget(d_->strategies);
    row->addWidget(d_->figures, 1);
    row->addWidget(d_->counts);
    row->addSpacing(metrics::controlGap);
    row->addWidget(d_->zoom);
    connect(d_->zoom, &QToolButton::clicked, this, &PaneHeader::zoomActivated);
    connect(d_->strategies, &QComboBox::activated, this,
            [this](int index) { emit strategyChosen(d_->strategies->itemData(index).toString()); });
    setZoom(1);
    setTheme(d_->theme);
    refresh();
}

PaneHeader::~PaneHeader() = default;

void PaneHeader::setTitle(const QString& title) {
    d_->title->setText(title);
}

void PaneHeader::setLetter(const QString& letter) {
    d_->letter->setText(letter);
    d_->letter->setVisible(!letter.isEmpty());
    d_->strategies->setVisible(!letter.isEmpty());
    d_->title->setVisible(letter.isEmpty());
    setTheme(d_->theme);
}

void PaneHeader::setStrategies(const std::vector<BarChoice>& strategies) {
    const QString current = d_->strategies->currentData().toString();
    d_->strategies->clear();
    for (const BarChoice& choice : strategies) {
        d_->strategies->addItem(choice.title, choice.name);
        d_->strategies->setItemData(d_->strategies->count() - 1, choice.sentence, Qt::ToolTipRole);
    }
    setStrategy(current);
}

void PaneHeader::setStrategy(const QString& name) {
    d_->strategies->setCurrentIndex(d_->strategies->findData(name));
}

void PaneHeader::setPlan(const PlanPtr& plan, std::optional<Bytes> budget) {
    d_->plan = plan;
    d_->budget = budget;
    refresh();
}

void PaneHeader::setNote(const QString& note) {
    d_->note = note;
    refresh();
}

void PaneHeader::setZoom(double factor) {
    d_->zoom->setText(QStringLiteral("%1%").arg(qRound(factor * 100)));
}

QString PaneHeader::figures() const {
    return d_->figures->text();
}

QString PaneHeader::counts() const {
    return d_->counts->text();
}

void PaneHeader::refresh() {
    if (!d_->plan) {
        d_->figures->setText(d_->note.isEmpty() ? tr("no plan") : d_->note);
        d_->counts->clear();
        return;
    }
    const Plan& plan = *d_->plan;
    const QString peak = text(formatBytes(plan.peak()));
    const QString overhead = text(formatPercent(plan.overheadForward()));
    QString figures =
        d_->budget ? tr("%1 of %2, %3 extra forward").arg(peak, text(formatBytes(*d_->budget)), overhead)
                   : tr("%1, %2 extra forward").arg(peak, overhead);
    // Of a portfolio: which strategy it was.
    if (!plan.foundBy.empty()) figures = tr("%1, %2").arg(text(plan.foundBy), figures);
    d_->figures->setText(d_->note.isEmpty() ? figures : d_->note);
    d_->counts->setText(tr("%1 kept, %2 recomputed, %3 dropped")
                            .arg(count(plan.predicted.kept), count(plan.predicted.recomputed),
                                 count(plan.predicted.dropped)));
}

void PaneHeader::resizeEvent(QResizeEvent*) {
    d_->counts->setVisible(width() >= countsFrom);
}

void PaneHeader::setTheme(const Theme& theme) {
    d_->theme = theme;
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.secondaryText);
    d_->counts->setPalette(quiet);
    d_->figures->setColour(theme.secondaryText);
    const bool isA = d_->letter->text() == QLatin1String("A");
    QPalette badge = palette();
    badge.setColor(QPalette::Window, isA ? theme.planA : theme.planB);
    badge.setColor(QPalette::WindowText, theme.base);
    d_->letter->setAutoFillBackground(true);
    d_->letter->setPalette(badge);
    update();
}

void PaneHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), d_->theme.window);
    painter.fillRect(QRectF(0, height() - d_->theme.hairline, width(), d_->theme.hairline), d_->theme.border);
}

}  // namespace reforward
