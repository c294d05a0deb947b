// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/desktop/session.h"
#include "widgets/charts/frontier_chart.h"

namespace reforward {

/// Ties the frontier chart to the session, both ways.
class FrontierPanel : public QObject {
    Q_OBJECT

  public:
    FrontierPanel(Session& session, FrontierChart* chart);

  private:
    void showModel();
    void showFrontiers();
    void showPlan();
    void showBound();
    void pick(const PlanPtr& plan);

    Session& session_;
    FrontierChart* chart_;
};

}  // namespace reforward
