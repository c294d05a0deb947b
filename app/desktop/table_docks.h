// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "app/desktop/session.h"
#include "widgets/tables/comparison_model.h"
#include "widgets/tables/operator_model.h"
#include "widgets/tables/steps_model.h"
#include "widgets/tables/strategies_model.h"
#include "widgets/tables/table_panel.h"

class QStackedWidget;

namespace reforward {

/// The tables with their models: operators, steps, strategies (while comparing: two plans' figures).
/// Follow the session some 20 times a second at most.
class TableDocks : public QObject {
    Q_OBJECT

  public:
    explicit TableDocks(Session& session, QObject* parent = nullptr);

    TablePanel* operators() const { return operators_; }
    TablePanel* steps() const { return steps_; }
    TablePanel* strategies() const { return strategies_; }
    TablePanel* comparison() const { return comparison_; }
    /// Holds strategies() and comparison().
    QStackedWidget* strategyStack() const { return stack_; }
    void setTheme(const Theme& theme);

  signals:
    void vertexActivated(reforward::VertexId vertex);
    /// The user picked a step in the table.
    void stepSelected(std::size_t scheduleIndex);
    /// A table asks to be written: its rows, and a name for the file.
    void csvRequested(const QString& csv, const QString& name);

  private:
    void show();
    void showStrategies();
    void connectPanel(TablePanel* panel, const QString& name);

    Session& session_;
    OperatorModel operatorModel_;
    StepsModel stepsModel_;
    StrategiesModel strategiesModel_;
    ComparisonModel comparisonModel_;
    TablePanel *operators_, *steps_, *strategies_, *comparison_;
    QStackedWidget* stack_;
    QTimer gather_;
    ModelPtr shownModel_;
    PlanPtr shownPlan_;
};

}  // namespace reforward
