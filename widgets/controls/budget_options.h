// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <vector>

#include "widgets/style/theme.h"

class QDoubleSpinBox;
class QGridLayout;
class QLabel;

namespace reforward {

/// What opens under the budget bar's Options button: a column of settings, each with its name. Rows can be
/// lent to the bar while that is wide enough.
class BudgetOptions : public QFrame {
    Q_OBJECT

  public:
    explicit BudgetOptions(QWidget* parent);

    /// The row is this object's until it is taken out.
    void addRow(QLabel* label, QWidget* control);
    /// Puts a row before all others.
    void addFirst(const std::vector<std::pair<QLabel*, QWidget*>>& rows);
    void take(const std::vector<std::pair<QLabel*, QWidget*>>& rows);
    /// Right-aligned under that widget.
    void showUnder(const QWidget& anchor);
    void setTheme(const Theme& theme);

  private:
    void arrange();

    QGridLayout* grid_;
    std::vector<std::pair<QLabel*, QWidget*>> rows_;
};

}  // namespace reforward
