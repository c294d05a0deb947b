// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

/// What one strategy reaches at the budget.
struct StrategyResult {
    QString name, title;
    PlanPtr plan;    ///< null where it has none
    QString reason;  ///< why it has none: "not applicable: ..." or that no plan fits
};

/// Comparison of strategies: one row each, the order as given.
class StrategiesModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { title, peak, overhead, iteration, gap, kept, recomputed, solveTime, columns };

    explicit StrategiesModel(QObject* parent = nullptr);

    void setResults(std::vector<StrategyResult> results);
    void setResult(const StrategyResult& result);  ///< replaces the row of that name, or appends one
    /// A proven lower bound on extra forward at this budget; the gap column is against it.
    void setBound(std::optional<double> bound);
    const StrategyResult& resultAt(int row) const { return results_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QString text(const StrategyResult& result, int column) const;
    QVariant exact(const StrategyResult& result, int column) const;
    QString gapText(double reached) const;

    std::vector<StrategyResult> results_;
    std::optional<double> bound_;
};

}  // namespace reforward
