// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/operator_model.h"

#include "core/base/format.h"
#include "core/graph/time_unit.h"
#include "widgets/style/labels.h"

namespace reforward {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

}  // namespace

OperatorModel::OperatorModel(QObject* parent) : QAbstractTableModel(parent) {}

void OperatorModel::setGraph(std::shared_ptr<const Graph> graph) {
    beginResetModel();
    graph_ = std::move(graph);
    plan_ = nullptr;
    rows_.clear();
    rowOf_.clear();
    namesTellOperators_ = true;
    if (graph_) {
        rowOf_.assign(graph_->vertexCount(), -1);
        for (const VertexId v : graph_->order()) {
            if (graph_->fixed(v)) continue;
            rowOf_[v] = static_cast<int>(rows_.size());
            rows_.push_back(v);
            namesTellOperators_ =
                namesTellOperators_ &&
                vertexLabel(*graph_, v).contains(shortOperator(graph_->op(v)), Qt::CaseInsensitive);
        }
    }
    endResetModel();
}

void OperatorModel::setPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    if (rows_.empty()) return;
    const int last = rowCount() - 1;
    emit dataChanged(index(0, state), index(last, state));
    emit dataChanged(index(0, runs), index(last, saves));
}

VertexId OperatorModel::vertexAt(int row) const {
    return rows_[static_cast<std::size_t>(row)];
}

int OperatorModel::rowOf(VertexId vertex) const {
    return vertex < rowOf_.size() ? rowOf_[vertex] : -1;
}

VertexState OperatorModel::stateOf(VertexId vertex) const {
    return plan_ ? plan_->predicted.states[vertex] : VertexState::kept;
}

int OperatorModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int OperatorModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString OperatorModel::text(VertexId v, int column) const {
    using reforward::text;
    switch (column) {
        case number:
            return text(formatCount(graph_->position(v)));
        case op:
            return shortOperator(graph_->op(v));
        case name:
            return vertexLabel(*graph_, v);
        case state:
            return plan_ ? stateLabel(stateOf(v)) : QString();
        case bytes:
            return text(formatBytes(graph_->outputBytes(v)));
        case cost:
            return text(formatCost(graph_->time(v)));
        case runs:
            return plan_ ? text(formatCount(plan_->predicted.runs[v])) : QString();
        case saves:
            if (!plan_) return {};
            return stateOf(v) == VertexState::recomputed ? text(formatBytes(graph_->outputBytes(v)))
                                                         : QStringLiteral("\u2013");
        default:
            return {};
    }
}

QVariant OperatorModel::exact(VertexId v, int column) const {
    using reforward::text;
    switch (column) {
        case number:
            return static_cast<qlonglong>(graph_->position(v));
        case op:
            return text(graph_->op(v));
        case name:
            return text(graph_->name(v));
        case state:
            return plan_ ? stateLabel(stateOf(v)) : QString();
        case bytes:
            return static_cast<qlonglong>(graph_->outputBytes(v).count());
        case cost:
            return graph_->time(v);
        case runs:
            return static_cast<qlonglong>(plan_ ? plan_->predicted.runs[v] : 0);
        case saves:
            return static_cast<qlonglong>(
                plan_ && stateOf(v) == VertexState::recomputed ? graph_->outputBytes(v).count() : 0);
        default:
            return {};
    }
}

QVariant OperatorModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const VertexId v = vertexAt(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(v, column);
        case exactRole:
            return exact(v, column);
        case vertexRole:
            return static_cast<quint32>(v);
        case stateRole:
            return column == state && plan_ ? QVariant(static_cast<int>(stateOf(v))) : QVariant();
        case Qt::TextAlignmentRole:
            return static_cast<int>(
                (column == op || column == name || column == state ? Qt::AlignLeft : Qt::AlignRight) |
                Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (column == bytes) return reforward::text(formatBytesExact(graph_->outputBytes(v)));
            if (column == saves && plan_ && stateOf(v) == VertexState::recomputed) {
                return tr("%1 that are not kept between the passes")
                    .arg(reforward::text(formatBytesExact(graph_->outputBytes(v))));
            }
            if (column == op) return reforward::text(graph_->op(v));
            if (column == name && !graph_->module(v).empty()) {
                return tr("%1 in %2")
                    .arg(reforward::text(graph_->name(v)), reforward::text(graph_->module(v)));
            }
            return {};
        default:
            return {};
    }
}

QVariant OperatorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(
            (section == op || section == name || section == state ? Qt::AlignLeft : Qt::AlignRight) |
            Qt::AlignVCenter);
    }
    if (role == unneededRole) return section == op ? QVariant(namesTellOperators_) : QVariant();
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case number:
                return tr("Position in the order of the forward pass");
            case bytes:
                return tr("Bytes of all outputs of the operation");
            case cost:
                return graph_
                           ? tr("Cost of one forward run, in %1").arg(reforward::text(timeUnitWords(*graph_)))
                           : tr("Cost of one forward run");
            case runs:
                return tr("How often the forward runs");
            case saves:
                return tr("Bytes that recomputing keeps out of memory between the passes");
            default:
                return {};
        }
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case number:
            return QStringLiteral("#");
        case op:
            return tr("Operator");
        case name:
            return tr("Name");
        case state:
            return tr("State");
        case bytes:
            return tr("Bytes");
        case cost:
            return graph_ && !graph_->notes().timeUnit.empty()
                       ? tr("Cost, %1").arg(reforward::text(timeUnitWords(*graph_)))
                       : tr("Cost");
        case runs:
            return tr("Runs");
        case saves:
            return tr("Saves");
        default:
            return {};
    }
}

}  // namespace reforward
