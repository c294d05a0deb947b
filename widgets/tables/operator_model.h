// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/plan/plan.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

/// One row an operation (fixed values left out), in the order of the graph.
class OperatorModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { number, op, name, state, bytes, cost, runs, saves, columns };

    explicit OperatorModel(QObject* parent = nullptr);

    /// Drops the plan shown before.
    void setGraph(std::shared_ptr<const Graph> graph);
    /// A plan of this graph, or null; only the cells that depend on it change.
    void setPlan(PlanPtr plan);

    VertexId vertexAt(int row) const;
    int rowOf(VertexId vertex) const;  ///< -1 for a fixed vertex
    VertexState stateOf(VertexId vertex) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QString text(VertexId v, int column) const;
    QVariant exact(VertexId v, int column) const;

    std::shared_ptr<const Graph> graph_;
    PlanPtr plan_;
    std::vector<VertexId> rows_;
    std::vector<int> rowOf_;
    bool namesTellOperators_ = false;  ///< each name holds its operator, as "Conv2D 5" does
};

}  // namespace reforward
