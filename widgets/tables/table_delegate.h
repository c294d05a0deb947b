// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

#include "widgets/style/theme.h"

namespace reforward {

/// Cells with the swatch of a state, and the better figure of a comparison on its ground with a tick.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    explicit TableDelegate(QObject* parent);

    void setTheme(const Theme& theme) { theme_ = theme; }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

  private:
    Theme theme_ = theme(ThemeKind::light);
};

}  // namespace reforward
