// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/desktop/session.h"
#include "widgets/controls/budget_bar.h"

namespace reforward {

/// Ties the budget bar to the session, both ways.
class BudgetPanel : public QObject {
    Q_OBJECT

  public:
    BudgetPanel(Session& session, BudgetBar* bar);

  private:
    void showModel();
    void showPanes();
    void showPeaks();
    void showChip();
    void showTraining();
    void showMemory();

    Session& session_;
    BudgetBar* bar_;
};

}  // namespace reforward
