// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/strategies_model.h"

#include <algorithm>
#include <limits>

#include "core/base/format.h"
#include "core/plan/gap.h"

namespace reforward {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString count(std::size_t n) {
    return text(formatCount(static_cast<long long>(n)));
}

}  // namespace

StrategiesModel::StrategiesModel(QObject* parent) : QAbstractTableModel(parent) {}

void StrategiesModel::setResults(std::vector<StrategyResult> results) {
    beginResetModel();
    results_ = std::move(results);
    endResetModel();
}

void StrategiesModel::setResult(const StrategyResult& result) {
    const auto it = std::find_if(results_.begin(), results_.end(),
                                 [&](const StrategyResult& old) { return old.name == result.name; });
    if (it == results_.end()) {
        const int row = rowCount();
        beginInsertRows({}, row, row);
        results_.push_back(result);
        endInsertRows();
        return;
    }
    *it = result;
    const int row = static_cast<int>(it - results_.begin());
    emit dataChanged(index(row, 0), index(row, columns - 1));
}

void StrategiesModel::setBound(std::optional<double> bound) {
    if (bound_ == bound) return;
    bound_ = bound;
    emit headerDataChanged(Qt::Horizontal, gap, gap);
    if (!results_.empty()) emit dataChanged(index(0, gap), index(rowCount() - 1, gap));
}

int StrategiesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(results_.size());
}

int StrategiesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString StrategiesModel::text(const StrategyResult& result, int column) const {
    using reforward::text;
    if (column == title) return result.title.isEmpty() ? result.name : result.title;
    if (!result.plan) return column == peak ? result.reason : QString();
    const Plan& plan = *result.plan;
    switch (column) {
        case peak:
            return text(formatBytes(plan.peak()));
        case overhead:
            return text(formatPercent(plan.overheadForward()));
        case iteration:
            return text(formatPercent(plan.overheadIteration()));
        case gap:
            return gapText(plan.overheadForward());
        case kept:
            return count(plan.predicted.kept);
        case recomputed:
            return count(plan.predicted.recomputed);
        case solveTime:
            return text(formatSeconds(plan.solveMilliseconds / 1000));
        default:
            return {};
    }
}

QString StrategiesModel::gapText(double reached) const {
    if (!bound_) return tr("no bound known");
    if (reached <= *bound_) return tr("proven best");
    return tr("%1 points").arg(gapPoints(reached, *bound_), 0, 'f', 1);
}

QVariant StrategiesModel::exact(const StrategyResult& result, int column) const {
    if (column == title) return text(result, title);
    if (!result.plan) {
        // After every plan, whatever is sorted by.
        return column == peak || column == kept || column == recomputed
                   ? QVariant(std::numeric_limits<qlonglong>::max())
                   : QVariant(std::numeric_limits<double>::infinity());
    }
    const Plan& plan = *result.plan;
    switch (column) {
        case peak:
            return static_cast<qlonglong>(plan.peak().count());
        case overhead:
            return plan.overheadForward();
        case iteration:
            return plan.overheadIteration();
        case gap:
            return bound_ ? plan.overheadForward() - *bound_ : plan.overheadForward();
        case kept:
            return static_cast<qlonglong>(plan.predicted.kept);
        case recomputed:
            return static_cast<qlonglong>(plan.predicted.recomputed);
        case solveTime:
            return plan.solveMilliseconds / 1000;
        default:
            return {};
    }
}

QVariant StrategiesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const StrategyResult& result = resultAt(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(result, column);
        case exactRole:
            return exact(result, column);
        case strategyRole:
            return result.name;
        case spanRole:
            return !result.plan && column == peak ? QVariant(columns - peak) : QVariant();
        case Qt::TextAlignmentRole:
            return static_cast<int>((column == title || !result.plan ? Qt::AlignLeft : Qt::AlignRight) |
                                    Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (column == title) return text(result, title);  // long ones are elided
            if (!result.plan) return result.reason;
            if (column == peak) return reforward::text(formatBytesExact(result.plan->peak()));
            return {};
        default:
            return {};
    }
}

QVariant StrategiesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    // Without a bound the column would say the same in each row.
    if (role == unneededRole) return section == gap ? QVariant(!bound_) : QVariant();
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case title:
            return tr("Strategy");
        case peak:
            return tr("Peak");
        case overhead:
            return tr("Extra forward");
        case iteration:
            return tr("Extra per iteration");
        case gap:
            return tr("Above the bound");
        case kept:
            return tr("Kept");
        case recomputed:
            return tr("Recomputed");
        case solveTime:
            return tr("Solve time");
        default:
            return {};
    }
}

}  // namespace reforward
