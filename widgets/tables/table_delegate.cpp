// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_delegate.h"

#include <QWidget>

#include "widgets/style/icons.h"
#include "widgets/style/patterns.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

TableDelegate::TableDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void TableDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    // The row shows what is selected; a frame around one cell of it would only be noise.
    option->state &= ~QStyle::State_HasFocus;
    const double ratio = option->widget != nullptr ? option->widget->devicePixelRatioF() : 1;
    const QVariant state = index.data(stateRole);
    if (state.isValid()) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        const QPixmap swatch = stateSwatch(static_cast<VertexState>(state.toInt()), theme_, ratio);
        option->decorationSize = (QSizeF(swatch.size()) / swatch.devicePixelRatio()).toSize();
        option->icon = QIcon(swatch);
        // A selected row would tint the icon: every mode shows the same.
        option->icon.addPixmap(swatch, QIcon::Selected);
    }
    if (index.data(betterRole).toBool()) {
        const bool selected = option->state & QStyle::State_Selected;
        option->font.setWeight(QFont::DemiBold);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationPosition = QStyleOptionViewItem::Left;
        option->decorationAlignment = Qt::AlignCenter;
        option->decorationSize = {12, 12};
        option->icon =
            colouredIcon(QStringLiteral("tick"), selected ? theme_.selectedText : theme_.betterText);
        option->palette.setColor(QPalette::Text, theme_.betterText);
        if (!selected) option->backgroundBrush = theme_.betterGround;
    }
}

}  // namespace reforward
