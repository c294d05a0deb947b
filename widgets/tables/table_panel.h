// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>

#include "core/plan/simulator.h"
#include "widgets/style/theme.h"
#include "widgets/tables/table_roles.h"

class QAbstractItemModel;
class QAction;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace reforward {

class StateChip;
class TableDelegate;
class TableFilter;
class TableHeader;

/// A table with its tools: filter, chips that hide states (where the model has a state column), copy, CSV.
/// Numbers stand right, a click on a header sorts by the exact figure. The model is not owned.
class TablePanel : public QWidget {
    Q_OBJECT

  public:
    /// `stateColumn` -1: no chips. `sortable` false keeps the model's order.
    TablePanel(QAbstractItemModel* model, int stateColumn, bool sortable, QWidget* parent = nullptr);

    QTableView* view() const { return view_; }
    QSortFilterProxyModel* filterModel() const;
    QLineEdit* filterField() const { return filter_; }
    /// A quiet sentence in place of the filter field (comparison: what the tick means).
    void setNote(const QString& note);
    void setFilterVisible(bool visible);

    /// Selects and shows the row of this vertex, without a signal; noIndex clears.
    void selectVertex(VertexId vertex);
    void selectStep(std::size_t scheduleIndex);
    void setStateShown(VertexState state, bool shown);
    bool stateShown(VertexState state) const;
    std::size_t stateCount(VertexState state) const;  ///< rows of the model in this state

    /// The rows as shown (filter, order), with a header line and exact figures: by tab, by comma (RFC 4180).
    QString tsv() const;
    QString csv() const;

    void setTheme(const Theme& theme);

  public slots:
    void copy();  ///< the selected rows, or all, to the clipboard as TSV

  signals:
    void vertexSelected(reforward::VertexId vertex);
    void vertexActivated(reforward::VertexId vertex);
    void stepSelected(std::size_t scheduleIndex);
    void strategySelected(const QString& strategy);
    void csvRequested();  ///< the panel opens no file: whoever owns it asks for a name and writes csv()

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void setUpView(bool sortable);
    void modelChanged();
    void fitColumns();
    void refreshSpans();
    void refreshChips();
    void emitSelection();
    void selectRow(int role, const QVariant& value);

    Theme theme_ = theme(ThemeKind::light);
    QAbstractItemModel* model_;
    int stateColumn_;
    TableFilter* proxy_;
    TableDelegate* delegate_;
    QTableView* view_;
    TableHeader* header_;
    QLineEdit* filter_;
    QAction* searchIcon_ = nullptr;
    QLabel* note_;
    QToolButton *copy_, *csv_;
    std::array<StateChip*, 3> chips_{};
    std::array<std::size_t, 4> counts_{};
    QTimer fitSoon_;
    bool fitted_ = false;  ///< to figures, since the model was reset
    bool quiet_ = false;   ///< while the selection is set from outside
};

}  // namespace reforward
