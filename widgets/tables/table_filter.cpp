// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_filter.h"

#include "widgets/tables/table_roles.h"

namespace reforward {

TableFilter::TableFilter(int stateColumn, QObject* parent)
    : QSortFilterProxyModel(parent), stateColumn_(stateColumn) {
    setSortRole(exactRole);
}

void TableFilter::setText(const QString& text) {
    text_ = text.trimmed();
    invalidateFilter();
}

void TableFilter::setStateShown(VertexState state, bool shown) {
    shown_[static_cast<std::size_t>(state)] = shown;
    invalidateFilter();
}

bool TableFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (stateColumn_ >= 0) {
        const QVariant state = sourceModel()->index(row, stateColumn_, parent).data(stateRole);
        if (state.isValid() && !shown_[static_cast<std::size_t>(state.toInt())]) return false;
    }
    if (text_.isEmpty()) return true;
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
        if (sourceModel()
                ->index(row, column, parent)
                .data()
                .toString()
                .contains(text_, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

bool TableFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    const QVariant x = a.data(exactRole), y = b.data(exactRole);
    if (x.typeId() == QMetaType::QString) return QString::localeAwareCompare(x.toString(), y.toString()) < 0;
    const auto order = QVariant::compare(x, y);
    if (order == QPartialOrdering::Equivalent) return a.row() < b.row();
    return order == QPartialOrdering::Less;
}

}  // namespace reforward
