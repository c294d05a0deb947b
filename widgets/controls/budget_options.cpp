// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/budget_options.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "widgets/style/metrics.h"

namespace reforward {

BudgetOptions::BudgetOptions(QWidget* parent)
    : QFrame(parent, Qt::Popup), grid_(std::make_unique<QGridLayout>(this).release()) {
    setFrameShape(QFrame::StyledPanel);
    grid_->setContentsMargins(metrics::panelPadding, metrics::panelPadding, metrics::panelPadding,
                              metrics::panelPadding);
    grid_->setHorizontalSpacing(metrics::panelPadding);
    grid_->setVerticalSpacing(metrics::rhythm);
    grid_->setColumnStretch(1, 1);
}

void BudgetOptions::addRow(QLabel* label, QWidget* control) {
    rows_.emplace_back(label, control);
    arrange();
}

void BudgetOptions::addFirst(const std::vector<std::pair<QLabel*, QWidget*>>& rows) {
    rows_.insert(rows_.begin(), rows.begin(), rows.end());
    arrange();
}

void BudgetOptions::take(const std::vector<std::pair<QLabel*, QWidget*>>& rows) {
    for (const auto& [label, control] : rows) {
        grid_->removeWidget(label);
        grid_->removeWidget(control);
    }
    std::erase_if(rows_, [&](const auto& row) { return std::ranges::find(rows, row) != rows.end(); });
    arrange();
}

void BudgetOptions::arrange() {
    int line = 0;
    for (const auto& [label, control] : rows_) {
        grid_->addWidget(label, line, 0);
        grid_->addWidget(control, line, 1);
        label->show();
        control->show();
        ++line;
    }
}

void BudgetOptions::showUnder(const QWidget& anchor) {
    adjustSize();
    move(anchor.mapToGlobal(QPoint(anchor.width() - width(), anchor.height() + 2)));
    show();
    if (!rows_.empty()) rows_.front().second->setFocus(Qt::PopupFocusReason);
}

void BudgetOptions::setTheme(const Theme& theme) {
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.secondaryText);
    for (const auto& [label, control] : rows_)
        label->setPalette(quiet);
}

}  // namespace reforward
