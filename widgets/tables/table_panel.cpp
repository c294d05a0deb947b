// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"
#include "widgets/tables/state_chip.h"
#include "widgets/tables/table_delegate.h"
#include "widgets/tables/table_filter.h"
#include "widgets/tables/table_header.h"
#include "widgets/tables/table_text.h"

namespace reforward {

namespace {

constexpr std::array chipStates{VertexState::kept, VertexState::recomputed, VertexState::dropped};
constexpr int fitDelay = 300;   // ms
constexpr int mostSpans = 200;  // rows up to which cells over several columns are looked for

QToolButton* tool(QWidget* parent, const QString& name) {
    QToolButton* button = std::make_unique<QToolButton>(parent).release();
    button->setAutoRaise(true);
    button->setFixedSize(metrics::toolButton, metrics::dockControl);
    button->setIconSize({metrics::icon, metrics::icon});
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

}  // namespace

TablePanel::TablePanel(QAbstractItemModel* model, int stateColumn, bool sortable, QWidget* parent)
    : QWidget(parent),
      model_(model),
      stateColumn_(stateColumn),
      proxy_(std::make_unique<TableFilter>(stateColumn, this).release()),
      delegate_(std::make_unique<TableDelegate>(this).release()),
      view_(std::make_unique<QTableView>(this).release()),
      header_(std::make_unique<TableHeader>(view_).release()),
      filter_(std::make_unique<QLineEdit>(this).release()),
      note_(std::make_unique<QLabel>(this).release()),
      copy_(tool(this, tr("Copy"))),
      csv_(tool(this, tr("Export as CSV"))) {
    proxy_->setSourceModel(model_);

    filter_->setPlaceholderText(tr("Filter"));
    filter_->setAccessibleName(tr("Filter"));
    filter_->setClearButtonEnabled(true);
    filter_->setFixedHeight(metrics::dockControl);
    filter_->setMaximumWidth(150);
    filter_->setMinimumWidth(60);
    filter_->setFont(roleFont(TextRole::table));
    searchIcon_ = filter_->addAction(QIcon(), QLineEdit::LeadingPosition);
    note_->setFont(roleFont(TextRole::table));
    note_->hide();

    QHBoxLayout* tools = std::make_unique<QHBoxLayout>().release();
    tools->setContentsMargins(metrics::rhythm, metrics::unit, metrics::rhythm, metrics::unit);
    tools->setSpacing(metrics::controlGap);
    tools->addWidget(filter_, 1);
    tools->addWidget(note_);
    if (stateColumn_ >= 0) {
        for (std::size_t i = 0; i < chips_.size(); ++i) {
            chips_[i] = std::make_unique<StateChip>(chipStates[i], this).release();
            connect(chips_[i], &StateChip::toggled, this,
                    [this, i](bool shown) { proxy_->setStateShown(chipStates[i], shown); });
            tools->addWidget(chips_[i]);
        }
    }
    tools->addStretch(1);
    tools->addWidget(copy_);
    tools->addWidget(csv_);

    setUpView(sortable);
    QVBoxLayout* box = std::make_unique<QVBoxLayout>(this).release();
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(tools);
    box->addWidget(view_, 1);

    connect(filter_, &QLineEdit::textChanged, proxy_, &TableFilter::setText);
    connect(copy_, &QToolButton::clicked, this, &TablePanel::copy);
    connect(csv_, &QToolButton::clicked, this, &TablePanel::csvRequested);
    connect(model_, &QAbstractItemModel::modelReset, this, &TablePanel::modelChanged);
    connect(model_, &QAbstractItemModel::headerDataChanged, this, &TablePanel::modelChanged);
    connect(model_, &QAbstractItemModel::rowsInserted, this, &TablePanel::modelChanged);
    connect(model_, &QAbstractItemModel::dataChanged, this, [this] {
        refreshChips();
        refreshSpans();
        // The first figures at once; later ones when they stop changing, so that no column twitches.
        fitSoon_.start(fitted_ ? fitDelay : 0);
        fitted_ = true;
    });
    fitSoon_.setSingleShot(true);
    connect(&fitSoon_, &QTimer::timeout, this, &TablePanel::fitColumns);
    connect(proxy_, &QAbstractItemModel::layoutChanged, this, &TablePanel::refreshSpans);
    setTheme(theme_);
    modelChanged();
}

void TablePanel::setUpView(bool sortable) {
    view_->setModel(proxy_);
    view_->setItemDelegate(delegate_);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setAlternatingRowColors(true);
    view_->setShowGrid(false);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setWordWrap(false);
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setCornerButtonEnabled(false);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setFont(roleFont(TextRole::table));
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view_->verticalHeader()->setMinimumSectionSize(metrics::tableRow);
    view_->verticalHeader()->setDefaultSectionSize(metrics::tableRow);
    header_->setSectionsClickable(sortable);
    view_->setHorizontalHeader(header_);
    view_->setSortingEnabled(sortable);
    // In the model's order until a header is clicked.
    proxy_->sort(-1);
    header_->setSortIndicator(-1, Qt::AscendingOrder);
    header_->setSortIndicatorClearable(true);

    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { emitSelection(); });
    connect(view_, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QVariant vertex = index.data(vertexRole);
        if (vertex.isValid()) emit vertexActivated(vertex.toUInt());
    });
    QAction* copyAction = std::make_unique<QAction>(tr("Copy"), view_).release();
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QAction* csvAction = std::make_unique<QAction>(tr("Export as CSV"), view_).release();
    connect(copyAction, &QAction::triggered, this, &TablePanel::copy);
    connect(csvAction, &QAction::triggered, this, &TablePanel::csvRequested);
    view_->addActions({copyAction, csvAction});
    view_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QSortFilterProxyModel* TablePanel::filterModel() const {
    return proxy_;
}

void TablePanel::setNote(const QString& note) {
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
}

void TablePanel::setFilterVisible(bool visible) {
    filter_->setVisible(visible);
}

void TablePanel::modelChanged() {
    for (int column = 0; column < model_->columnCount(); ++column) {
        const QVariant unneeded = model_->headerData(column, Qt::Horizontal, unneededRole);
        if (unneeded.isValid()) view_->setColumnHidden(column, unneeded.toBool());
    }
    fitted_ = false;
    refreshChips();
    refreshSpans();
    fitColumns();
}

void TablePanel::resizeEvent(QResizeEvent*) {
    fitColumns();
}

void TablePanel::showEvent(QShowEvent*) {
    fitColumns();
}

/// Measuring text takes a while: a panel that nobody sees, behind another tab, waits until it is shown.
void TablePanel::fitColumns() {
    if (isVisible()) header_->fit();
}

void TablePanel::refreshSpans() {
    view_->clearSpans();
    if (proxy_->rowCount() > mostSpans) return;
    for (int row = 0; row < proxy_->rowCount(); ++row) {
        for (int column = 0; column < proxy_->columnCount(); ++column) {
            const int span = proxy_->index(row, column).data(spanRole).toInt();
            if (span > 1) view_->setSpan(row, column, 1, span);
        }
    }
}

void TablePanel::refreshChips() {
    if (stateColumn_ < 0) return;
    std::array<std::size_t, 4> counts{};
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QVariant state = model_->index(row, stateColumn_).data(stateRole);
        if (state.isValid()) ++counts[static_cast<std::size_t>(state.toInt())];
    }
    counts_ = counts;
    for (StateChip* chip : chips_)
        chip->setCount(counts[static_cast<std::size_t>(chip->vertexState())]);
}

void TablePanel::emitSelection() {
    if (quiet_) return;
    const QModelIndex current = view_->currentIndex();
    if (!current.isValid()) return;
    const QVariant vertex = current.data(vertexRole), step = current.data(stepRole),
                   strategy = current.data(strategyRole);
    if (step.isValid()) emit stepSelected(static_cast<std::size_t>(step.toULongLong()));
    if (vertex.isValid()) emit vertexSelected(vertex.toUInt());
    if (strategy.isValid()) emit strategySelected(strategy.toString());
}

void TablePanel::selectRow(int role, const QVariant& value) {
    const QScopedValueRollback<bool> quiet(quiet_, true);
    if (value.isValid() && view_->currentIndex().isValid() && view_->currentIndex().data(role) == value &&
        view_->selectionModel()->isRowSelected(view_->currentIndex().row())) {
        return;
    }
    for (int row = 0; value.isValid() && row < model_->rowCount(); ++row) {
        const QModelIndex source = model_->index(row, 0);
        if (source.data(role) != value) continue;
        const QModelIndex index = proxy_->mapFromSource(source);
        if (!index.isValid()) break;
        view_->selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        view_->scrollTo(index);
        return;
    }
    view_->clearSelection();
    view_->setCurrentIndex({});
}

void TablePanel::selectVertex(VertexId vertex) {
    selectRow(vertexRole, vertex == noIndex ? QVariant() : QVariant(static_cast<quint32>(vertex)));
}

void TablePanel::selectStep(std::size_t scheduleIndex) {
    selectRow(stepRole, QVariant(static_cast<qulonglong>(scheduleIndex)));
}

void TablePanel::setStateShown(VertexState state, bool shown) {
    for (StateChip* chip : chips_) {
        if (chip != nullptr && chip->vertexState() == state) chip->setChecked(shown);
    }
}

bool TablePanel::stateShown(VertexState state) const {
    return proxy_->stateShown(state);
}

std::size_t TablePanel::stateCount(VertexState state) const {
    return counts_[static_cast<std::size_t>(state)];
}

QString TablePanel::tsv() const {
    return rowsAsTsv(*proxy_, allRows(*proxy_));
}

QString TablePanel::csv() const {
    return rowsAsCsv(*proxy_, allRows(*proxy_));
}

void TablePanel::copy() {
    QList<int> rows;
    for (const QModelIndex& index : view_->selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    QGuiApplication::clipboard()->setText(rowsAsTsv(*proxy_, rows.isEmpty() ? allRows(*proxy_) : rows));
}

void TablePanel::setTheme(const Theme& theme) {
    theme_ = theme;
    delegate_->setTheme(theme);
    header_->setTheme(theme);
    for (StateChip* chip : chips_) {
        if (chip != nullptr) chip->setTheme(theme);
    }
    searchIcon_->setIcon(colouredIcon(QStringLiteral("search"), theme.secondaryText));
    copy_->setIcon(themedIcon(QStringLiteral("copy"), theme));
    csv_->setIcon(themedIcon(QStringLiteral("table"), theme));
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, theme.secondaryText);
    note_->setPalette(palette);
    view_->viewport()->update();
}

}  // namespace reforward
