// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>

#include "core/plan/plan.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

/// The figures of two plans side by side, the better one marked, and B against A.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { figure, a, b, difference, columns };

    explicit ComparisonModel(QObject* parent = nullptr);

    /// Either may be null: its figures are then missing and nothing is marked.
    void setPlans(PlanPtr first, const QString& nameA, PlanPtr second, const QString& nameB);
    /// A proven lower bound on extra forward (a ratio) at the budget of both; a row says how far above it
    /// they are. Nothing: no such row.
    void setBound(std::optional<double> bound);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QVariant gapCell(int column, int role) const;
    bool gapRow(int row) const;

    PlanPtr a_, b_;
    std::optional<double> bound_;
    QString nameA_, nameB_;
};

}  // namespace reforward
