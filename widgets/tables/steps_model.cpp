// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/steps_model.h"

#include <algorithm>

#include "core/base/format.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

using Member = std::int64_t TimelineEntry::*;

/// The figure of a column that shows a kind of bytes; null for the others.
Member memberOf(int column) {
    switch (column) {
        case StepsModel::kept:
            return &TimelineEntry::kept;
        case StepsModel::recomputed:
            return &TimelineEntry::recomputed;
        case StepsModel::gradients:
            return &TimelineEntry::gradients;
        case StepsModel::workspace:
            return &TimelineEntry::workspace;
        default:
            return nullptr;
    }
}

bool isText(int column) {
    return column == StepsModel::action || column == StepsModel::name;
}

}  // namespace

StepsModel::StepsModel(QObject* parent) : QAbstractTableModel(parent) {}

void StepsModel::setPlan(std::shared_ptr<const Graph> graph, PlanPtr plan) {
    beginResetModel();
    graph_ = std::move(graph);
    plan_ = graph_ ? std::move(plan) : nullptr;
    rows_.clear();
    live_.clear();
    if (plan_) {
        const Timeline all = timeline(*graph_, plan_->schedule, plan_->accounting);
        std::vector<std::uint8_t> ran(graph_->vertexCount(), 0);
        for (std::size_t i = 0; i < all.entries.size(); ++i) {
            const Step& step = plan_->schedule[i];
            if (step.kind != StepKind::forward && step.kind != StepKind::backward) continue;
            const bool again = step.kind == StepKind::forward && ran[step.vertex] != 0;
            ran[step.vertex] = 1;
            rows_.push_back({i, again});
            live_.push_back(all.entries[i]);
        }
    }
    endResetModel();
}

std::size_t StepsModel::scheduleIndexAt(int row) const {
    return rows_[static_cast<std::size_t>(row)].scheduleIndex;
}

int StepsModel::rowOf(std::size_t scheduleIndex) const {
    const auto after =
        std::upper_bound(rows_.begin(), rows_.end(), scheduleIndex,
                         [](std::size_t index, const Row& row) { return index < row.scheduleIndex; });
    return static_cast<int>(after - rows_.begin()) - 1;
}

int StepsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant StepsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto i = static_cast<std::size_t>(index.row());
    const Step& step = plan_->schedule[rows_[i].scheduleIndex];
    const int column = index.column();
    switch (role) {
        case vertexRole:
            return static_cast<quint32>(step.vertex);
        case stepRole:
            return static_cast<qulonglong>(rows_[i].scheduleIndex);
        case Qt::TextAlignmentRole:
            return static_cast<int>((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
        case exactRole:
            break;
        default:
            return {};
    }
    if (column == number) {
        if (role == exactRole) return static_cast<qlonglong>(i + 1);
        return role == Qt::DisplayRole ? QString::fromStdString(formatCount(static_cast<long long>(i + 1)))
                                       : QVariant();
    }
    if (column == action) {
        if (role == Qt::ToolTipRole) return {};
        if (step.kind == StepKind::backward) return tr("Backward");
        return rows_[i].again ? tr("Recompute") : tr("Forward");
    }
    if (column == name) return role == Qt::ToolTipRole ? QVariant() : vertexLabel(*graph_, step.vertex);
    const Member member = memberOf(column);
    const Bytes bytes(member != nullptr ? live_[i].*member : live_[i].total());
    if (role == exactRole) return static_cast<qlonglong>(bytes.count());
    if (role == Qt::ToolTipRole) return QString::fromStdString(formatBytesExact(bytes));
    return bytes.count() == 0 ? QStringLiteral("\u2013") : QString::fromStdString(formatBytes(bytes));
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case number:
            return QStringLiteral("#");
        case action:
            return tr("Does");
        case name:
            return tr("Name");
        case live:
            return tr("Live");
        case kept:
            return tr("Kept");
        case recomputed:
            return tr("Recomputed");
        case gradients:
            return tr("Gradients");
        case workspace:
            return tr("Workspace");
        default:
            return {};
    }
}

}  // namespace reforward
