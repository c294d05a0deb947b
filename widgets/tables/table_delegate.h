// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

#include "widgets/style/theme.h"

namespace reforward {

/// Cells whose text stands under that of the header, with the swatch of a state; the better figure of a
/// comparison is on its ground with a tick. A selection is shown by the row, not by a frame around a cell.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    explicit TableDelegate(QObject* parent);

    void setTheme(const Theme& theme) { theme_ = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    Theme theme_ = theme(ThemeKind::light);
};

}  // namespace reforward
