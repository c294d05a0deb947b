// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/comparison_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/format.h"
#include "core/plan/gap.h"

namespace reforward {

namespace {

enum Kind { bytes, ratio, number, seconds };

struct Figure {
    const char* title;
    Kind kind;
    bool lessIsBetter;
    double (*of)(const Plan&);
};

constexpr std::array figures{
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Peak memory"), bytes, true,
           [](const Plan& p) { return static_cast<double>(p.peak().count()); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Extra forward"), ratio, true,
           [](const Plan& p) { return p.overheadForward(); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Extra per iteration"), ratio, true,
           [](const Plan& p) { return p.overheadIteration(); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Kept vertices"), number, false,
           [](const Plan& p) { return static_cast<double>(p.predicted.kept); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Recomputed vertices"), number, false,
           [](const Plan& p) { return static_cast<double>(p.predicted.recomputed); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Dropped vertices"), number, false,
           [](const Plan& p) { return static_cast<double>(p.predicted.dropped); }},
    Figure{QT_TRANSLATE_NOOP("reforward::ComparisonModel", "Solve time"), seconds, true,
           [](const Plan& p) { return p.solveMilliseconds / 1000; }}};

constexpr int gapRowIndex = 2;

QString magnitude(Kind kind, double value) {
    std::string text;
    switch (kind) {
        case bytes:
            text = formatBytes(Bytes(std::llround(value)));
            break;
        case ratio:
            text = formatPercent(value);
            break;
        case number:
            text = formatCount(std::llround(value));
            break;
        case seconds:
            text = formatSeconds(value);
            break;
    }
    return QString::fromStdString(text);
}

QString signedDifference(Kind kind, double difference) {
    if (difference == 0) return ComparisonModel::tr("equal");
    const QString sign = difference < 0 ? QStringLiteral("\u2212") : QStringLiteral("+");
    if (kind == ratio) {
        return sign + ComparisonModel::tr("%1 points").arg(std::abs(difference) * 100, 0, 'f', 1);
    }
    return sign + magnitude(kind, std::abs(difference));
}

}  // namespace

ComparisonModel::ComparisonModel(QObject* parent) : QAbstractTableModel(parent) {}

void ComparisonModel::setPlans(PlanPtr first, const QString& nameA, PlanPtr second, const QString& nameB) {
    beginResetModel();
    a_ = std::move(first);
    b_ = std::move(second);
    nameA_ = nameA;
    nameB_ = nameB;
    endResetModel();
}

void ComparisonModel::setBound(std::optional<double> bound) {
    if (bound_ == bound) return;
    beginResetModel();
    bound_ = bound;
    endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || (!a_ && !b_) ? 0 : static_cast<int>(figures.size()) + (bound_ ? 1 : 0);
}

/// Below the extra forward that it is about.
bool ComparisonModel::gapRow(int row) const {
    return bound_ && row == gapRowIndex;
}

QVariant ComparisonModel::gapCell(int column, int role) const {
    if (column == figure) {
        if (role != Qt::DisplayRole && role != exactRole) return {};
        return tr("Above the bound (%1)").arg(QString::fromStdString(formatPercent(*bound_)));
    }
    const auto above = [&](const PlanPtr& plan) { return plan->overheadForward() - *bound_; };
    if (column == difference) {
        if (!a_ || !b_) return {};
        const double between = above(b_) - above(a_);
        if (role == exactRole) return between;
        return role == Qt::DisplayRole ? signedDifference(ratio, between) : QVariant();
    }
    const PlanPtr& mine = column == a ? a_ : b_;
    if (!mine) return {};
    switch (role) {
        case Qt::DisplayRole:
            return mine->overheadForward() <= *bound_
                       ? tr("proven best")
                       : tr("%1 points").arg(gapPoints(mine->overheadForward(), *bound_), 0, 'f', 1);
        case exactRole:
            return above(mine);
        case betterRole:
            return a_ && b_ && above(a_) != above(b_) && above(mine) == std::min(above(a_), above(b_));
        default:
            return {};
    }
}

int ComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((column == figure ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (gapRow(index.row())) return gapCell(column, role);
    const int after = bound_ && index.row() > gapRowIndex ? 1 : 0;
    const Figure& shown = figures[static_cast<std::size_t>(index.row() - after)];
    if (column == figure) {
        return role == Qt::DisplayRole || role == exactRole ? QVariant(tr(shown.title)) : QVariant();
    }
    const double valueA = a_ ? shown.of(*a_) : 0, valueB = b_ ? shown.of(*b_) : 0;
    if (column == difference) {
        if (!a_ || !b_) return {};
        if (role == exactRole) return valueB - valueA;
        return role == Qt::DisplayRole ? signedDifference(shown.kind, valueB - valueA) : QVariant();
    }
    const bool isA = column == a;
    if (isA ? !a_ : !b_) {
        return role == Qt::DisplayRole && index.row() == 0 ? tr("no plan") : QVariant();
    }
    const double value = isA ? valueA : valueB;
    switch (role) {
        case Qt::DisplayRole:
            return magnitude(shown.kind, value);
        case exactRole:
            if (shown.kind == bytes || shown.kind == number)
                return static_cast<qlonglong>(std::llround(value));
            return value;
        case Qt::ToolTipRole:
            if (shown.kind == bytes)
                return QString::fromStdString(formatBytesExact(Bytes(std::llround(value))));
            return {};
        case betterRole:
            return a_ && b_ && shown.lessIsBetter && valueA != valueB && value == std::min(valueA, valueB);
        default:
            return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == figure ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case figure:
            return tr("Figure");
        case a:
            return tr("A  %1").arg(nameA_);
        case b:
            return tr("B  %1").arg(nameB_);
        case difference:
            return tr("B against A");
        default:
            return {};
    }
}

}  // namespace reforward
