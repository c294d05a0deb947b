// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_delegate.h"

#include <QPainter>
#include <QWidget>

#include "widgets/style/icons.h"
#include "widgets/style/patterns.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

namespace {

constexpr int pad = 8, gap = 6, tick = 12, swatchWidth = 15, swatchHeight = 12, leastWord = 32;

}  // namespace

TableDelegate::TableDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QFont font = option.font;
    // A pixel more than the advance, which is rounded: else the last letter would be elided.
    int width = 2 * pad + 2;
    if (index.data(betterRole).toBool()) {
        font.setWeight(QFont::DemiBold);
        width += tick + gap;
    }
    if (index.data(stateRole).isValid()) width += swatchWidth + gap;
    // A cell over several columns asks for the width of none of them.
    if (!index.data(spanRole).isValid())
        width += QFontMetrics(font).horizontalAdvance(index.data().toString());
    return {width, option.fontMetrics.height()};
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const bool selected = option.state & QStyle::State_Selected;
    const bool better = index.data(betterRole).toBool();
    const double ratio = option.widget != nullptr ? option.widget->devicePixelRatioF() : 1;
    painter->save();
    if (selected) {
        painter->fillRect(option.rect, theme_.selectedRow);
    } else if (better) {
        painter->fillRect(option.rect, theme_.betterGround);
    } else {
        painter->fillRect(option.rect, option.features & QStyleOptionViewItem::Alternate ? theme_.alternateRow
                                                                                         : theme_.base);
    }
    QRect text = option.rect.adjusted(pad, 0, -pad, 0);
    const QVariant state = index.data(stateRole);
    if (state.isValid()) {
        const QRectF box(text.left(), text.center().y() + 0.5 - swatchHeight / 2.0, swatchWidth,
                         swatchHeight);
        drawStateSwatch(*painter, box, static_cast<VertexState>(state.toInt()), theme_);
        text.setLeft(text.left() + swatchWidth + gap);
    }
    QFont font = option.font;
    if (better) font.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(font);
    const QString words = metrics.elidedText(index.data().toString(), option.textElideMode, text.width());
    const QColor colour = selected ? theme_.selectedText : better ? theme_.betterText : theme_.text;
    const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    if (better) {
        const double x =
            right ? text.right() + 1 - metrics.horizontalAdvance(words) - gap - tick : text.left();
        painter->drawPixmap(QPointF(x, text.center().y() + 0.5 - tick / 2.0),
                            iconPixmap(QStringLiteral("tick"), colour, tick, ratio));
    }
    // Of a state that has no room for a word the swatch is enough.
    if (state.isValid() && text.width() < leastWord) {
        painter->restore();
        return;
    }
    painter->setFont(font);
    painter->setPen(colour);
    painter->drawText(text, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, words);
    painter->restore();
}

}  // namespace reforward
