// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

#include "widgets/style/theme.h"

namespace reforward {

/// The header of a table: the mark of sorting stands beside the words, and a right click chooses columns.
class TableHeader : public QHeaderView {
    Q_OBJECT

  public:
    explicit TableHeader(QWidget* parent);

    void setTheme(const Theme& theme);
    /// Gives columns the width that their cells need. What is missing is taken from columns of words, what
    /// is left goes to the widest of them.
    void fit();

  protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    bool rightAligned(int section) const;

    Theme theme_ = theme(ThemeKind::light);
};

}  // namespace reforward
