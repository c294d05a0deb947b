// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/compare_strip.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "app/desktop/commands.h"
#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/patterns.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

QToolButton* button(QAction* action, bool withText) {
    auto* const made = new QToolButton;
    made->setDefaultAction(action);
    made->setAutoRaise(true);
    made->setFixedHeight(metrics::control);
    made->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    return made;
}

/// The outline of a differing vertex, as a sample.
QPixmap outlineSample(const Theme& theme, double ratio) {
    QPixmap pixmap(QSizeF(16 * ratio, 12 * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.differingOutline, 2));
    painter.drawRoundedRect(QRectF(1, 1, 14, 10), 2, 2);
    return pixmap;
}

}  // namespace

CompareStrip::CompareStrip(const Commands& commands, QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(tr("Compare"))),
      sentence_(new QLabel(tr("two plans of the same graph"))),
      outline_(new QLabel),
      count_(new QLabel) {
    setFixedHeight(metrics::compareStrip);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::sideMargin, 0, metrics::sideMargin, 0);
    row->setSpacing(metrics::controlGap);
    title_->setFont(roleFont(TextRole::sectionHead));
    for (QLabel* label : {sentence_, count_})
        label->setFont(roleFont(TextRole::table));
    row->addWidget(title_);
    row->addWidget(sentence_);
    addRule(*row);
    row->addWidget(button(commands.action(CommandId::syncViews), true));
    auto* const only = new QCheckBox(tr("Differences only"));
    QAction* const action = commands.action(CommandId::differencesOnly);
    connect(only, &QCheckBox::toggled, action, [action](bool on) {
        if (action->isChecked() != on) action->trigger();
    });
    connect(action, &QAction::toggled, only, &QCheckBox::setChecked);
    row->addWidget(only);
    addRule(*row);
    row->addWidget(outline_);
    row->addWidget(count_);
    row->addWidget(button(commands.action(CommandId::previousDifference), false));
    row->addWidget(button(commands.action(CommandId::nextDifference), false));
    row->addStretch(1);
    for (VertexState state : {VertexState::kept, VertexState::recomputed, VertexState::dropped}) {
        addState(*row, state);
    }
}

void CompareStrip::addState(QHBoxLayout& row, VertexState state) {
    auto* const swatch = new QLabel;
    auto* const words = new QLabel(stateLabel(state));
    words->setFont(roleFont(TextRole::table));
    row.addWidget(swatch);
    row.addWidget(words);
    swatches_.emplace_back(state, swatch);
}

void CompareStrip::addRule(QHBoxLayout& row) {
    auto* const rule = new QWidget;
    rule->setFixedSize(1, 18);
    rule->setAutoFillBackground(true);
    rules_.push_back(rule);
    row.addSpacing(metrics::unit);
    row.addWidget(rule);
    row.addSpacing(metrics::unit);
}

void CompareStrip::setTheme(const Theme& theme) {
    theme_ = theme;
    outline_->setPixmap(outlineSample(theme, devicePixelRatioF()));
    for (const auto& [state, label] : swatches_) {
        label->setPixmap(stateSwatch(state, theme, devicePixelRatioF()));
    }
    QPalette quiet = sentence_->palette();
    quiet.setColor(QPalette::WindowText, theme.secondaryText);
    sentence_->setPalette(quiet);
    QPalette line;
    line.setColor(QPalette::Window, theme.border);
    for (QWidget* rule : rules_)
        rule->setPalette(line);
    update();
}

void CompareStrip::setCount(std::size_t differing, std::size_t vertices) {
    const auto number = [](std::size_t n) {
        return QString::fromStdString(formatCount(static_cast<long long>(n)));
    };
    count_->setText(tr("<b>%1</b> of %2 vertices differ").arg(number(differing), number(vertices)));
    count_->setAccessibleName(countText());
}

QString CompareStrip::countText() const {
    QString plain = count_->text();
    return plain.remove("<b>").remove("</b>");
}

void CompareStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme_.border);
}

}  // namespace reforward
