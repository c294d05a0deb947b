// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_header.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QTableView>
#include <algorithm>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int pad = 8, mark = 10;
constexpr int leastWords = 56;     // px of a column of words
constexpr int measuredRows = 200;  // whose width decides that of a column

}  // namespace

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setFixedHeight(metrics::tableHeader);
    setHighlightSections(false);
    setMinimumSectionSize(28);
    setFont(roleFont(TextRole::table));
    setResizeContentsPrecision(measuredRows);
}

void TableHeader::setTheme(const Theme& theme) {
    theme_ = theme;
    viewport()->update();
}

bool TableHeader::rightAligned(int section) const {
    return model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
}

QSize TableHeader::sectionSizeFromContents(int section) const {
    const QString words = model()->headerData(section, Qt::Horizontal).toString();
    return {QFontMetrics(font()).horizontalAdvance(words) + 2 * pad + (isSortIndicatorShown() ? mark : 0),
            metrics::tableHeader};
}

void TableHeader::fit() {
    auto* view = qobject_cast<QTableView*>(parentWidget());
    if (model() == nullptr || view == nullptr) return;
    int total = 0, widest = -1, spare = 0;
    for (int i = 0; i < count(); ++i) {
        if (isSectionHidden(i)) continue;
        view->resizeColumnToContents(i);
        const int width = sectionSize(i);
        total += width;
        if (rightAligned(i)) continue;
        spare += std::max(0, width - leastWords);
        if (widest < 0 || width > sectionSize(widest)) widest = i;
    }
    if (widest < 0) return;
    const int missing = total - view->viewport()->width();
    if (missing <= 0) {
        resizeSection(widest, sectionSize(widest) - missing);
        return;
    }
    // Each column of words gives its part; the figures stay whole.
    const double share = spare > 0 ? std::min(1.0, static_cast<double>(missing) / spare) : 0;
    for (int i = 0; i < count(); ++i) {
        if (isSectionHidden(i) || rightAligned(i)) continue;
        const int part = std::max(0, sectionSize(i) - leastWords);
        resizeSection(i, sectionSize(i) - static_cast<int>(part * share + 0.999));
    }
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    if (!rect.isValid()) return;
    painter->save();
    painter->fillRect(rect, theme_.window);
    painter->fillRect(QRectF(rect.right(), rect.top() + 4, 1, rect.height() - 9), theme_.softLine);
    painter->fillRect(QRectF(rect.left(), rect.bottom() + 1 - theme_.hairline, rect.width(), theme_.hairline),
                      theme_.border);
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const QString words = model()->headerData(section, Qt::Horizontal).toString();
    QRect text = rect.adjusted(pad, 0, -pad, -1);
    if (sorted) text.setRight(text.right() - mark - 2);
    painter->setFont(font());
    painter->setPen(theme_.text);
    const QString shown = QFontMetrics(font()).elidedText(words, Qt::ElideRight, text.width());
    const bool right = rightAligned(section);
    painter->drawText(text, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, shown);
    if (sorted) {
        const QString icon = sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("chevron-up")
                                                                        : QStringLiteral("chevron-down");
        const double x =
            right ? text.right() + 3 : text.left() + QFontMetrics(font()).horizontalAdvance(shown) + 3;
        painter->drawPixmap(QPointF(x, rect.center().y() - mark / 2.0 + 0.5),
                            iconPixmap(icon, theme_.text, mark, devicePixelRatioF()));
    }
    painter->restore();
}

void TableHeader::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addSection(tr("Columns"));
    for (int i = 0; i < count(); ++i) {
        QAction* column = menu.addAction(model()->headerData(i, Qt::Horizontal).toString());
        column->setCheckable(true);
        column->setChecked(!isSectionHidden(i));
        // One column at least stays.
        column->setEnabled(isSectionHidden(i) || count() - hiddenSectionCount() > 1);
        connect(column, &QAction::toggled, this, [this, i](bool shown) {
            setSectionHidden(i, !shown);
            fit();
        });
    }
    menu.exec(event->globalPos());
}

}  // namespace reforward
