// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

class QAbstractItemModel;

namespace reforward {

/// The rows of a model as text with a header line and the exact figures, numbers in the C locale.
/// TSV: tabs and line ends inside a cell become spaces. CSV: RFC 4180, lines end with CR LF.
QString rowsAsTsv(const QAbstractItemModel& model, const QList<int>& rows);
QString rowsAsCsv(const QAbstractItemModel& model, const QList<int>& rows);

/// All rows of a model, in its order.
QList<int> allRows(const QAbstractItemModel& model);

}  // namespace reforward
