// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "app/desktop/session.h"
#include "widgets/style/theme.h"

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;

namespace reforward {

/// The status bar: what happens or happened at the left, with progress and cancel after 250 ms; the graph,
/// the selection and the plan's figures at the right.
class StatusLine : public QObject {
    Q_OBJECT

  public:
    StatusLine(Session& session, QStatusBar* bar);

    void say(const QString& sentence);
    QString message() const;
    void setTheme(const Theme& theme);

  private:
    QLabel* addField();
    void showBusy();
    void showProgress(double fraction, const QString& phase);
    void showGraph();
    void showSelection();
    void showPlan();

    Session& session_;
    QStatusBar* bar_;
    QLabel *message_, *graph_, *selection_, *plan_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QTimer delay_;
};

}  // namespace reforward
