// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <array>

#include "core/plan/simulator.h"

namespace reforward {

/// Rows that hold the text in any column and whose state is shown; sorted by the exact figures.
class TableFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    /// `stateColumn` -1: the model has no states.
    TableFilter(int stateColumn, QObject* parent);

    void setText(const QString& text);
    void setStateShown(VertexState state, bool shown);
    bool stateShown(VertexState state) const { return shown_[static_cast<std::size_t>(state)]; }

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

  private:
    int stateColumn_;
    QString text_;
    std::array<bool, 4> shown_{true, true, true, true};
};

}  // namespace reforward
