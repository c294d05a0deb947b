// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_text.h"

#include <QAbstractItemModel>
#include <numeric>

#include "widgets/tables/table_roles.h"

namespace reforward {

namespace {

QString cellText(const QModelIndex& index) {
    // A cell over several columns is a sentence in place of figures.
    if (index.data(spanRole).isValid()) return index.data(Qt::DisplayRole).toString();
    const QVariant value = index.data(exactRole);
    if (index.data(Qt::DisplayRole).toString().isEmpty()) return {};
    if (value.typeId() == QMetaType::Double) return QString::number(value.toDouble(), 'g', 12);
    return value.toString();
}

QString quoted(QString cell) {
    if (!cell.contains(',') && !cell.contains('"') && !cell.contains('\n') && !cell.contains('\r'))
        return cell;
    return '"' + cell.replace('"', QLatin1String("\"\"")) + '"';
}

QString plain(QString cell) {
    return cell.replace('\t', ' ').replace('\r', ' ').replace('\n', ' ');
}

QString table(const QAbstractItemModel& model, const QList<int>& rows, QChar separator, QLatin1String end,
              QString (*written)(QString)) {
    const int columns = model.columnCount();
    QString text;
    const auto line = [&](auto&& cell) {
        for (int column = 0; column < columns; ++column) {
            if (column > 0) text += separator;
            text += written(cell(column));
        }
        text += end;
    };
    line([&](int column) { return model.headerData(column, Qt::Horizontal).toString(); });
    for (const int row : rows) {
        line([&](int column) { return cellText(model.index(row, column)); });
    }
    return text;
}

}  // namespace

QString rowsAsTsv(const QAbstractItemModel& model, const QList<int>& rows) {
    return table(model, rows, '\t', QLatin1String("\n"), plain);
}

QString rowsAsCsv(const QAbstractItemModel& model, const QList<int>& rows) {
    return table(model, rows, ',', QLatin1String("\r\n"), quoted);
}

QList<int> allRows(const QAbstractItemModel& model) {
    QList<int> rows(model.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

}  // namespace reforward
