// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/plan/plan.h"
#include "widgets/tables/table_roles.h"

namespace reforward {

/// One row a run of the schedule (forward, recompute, backward); frees have none, as on the timeline.
class StepsModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { number, action, name, live, kept, recomputed, gradients, workspace, columns };

    explicit StepsModel(QObject* parent = nullptr);

    void setPlan(std::shared_ptr<const Graph> graph, PlanPtr plan);
    std::size_t scheduleIndexAt(int row) const;
    int rowOf(std::size_t scheduleIndex) const;  ///< the run at or before it; -1 without one

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    struct Row {
        std::size_t scheduleIndex = 0;
        bool again = false;  ///< a second or later forward run
    };

    std::shared_ptr<const Graph> graph_;
    PlanPtr plan_;
    std::vector<Row> rows_;
    std::vector<TimelineEntry> live_;
};

}  // namespace reforward
