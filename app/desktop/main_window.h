// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>

#include "app/desktop/commands.h"
#include "app/desktop/docks.h"
#include "app/desktop/session.h"
#include "app/desktop/settings.h"
#include "widgets/style/theme_manager.h"

class QStackedWidget;

namespace reforward {

class BudgetBar;
class CanvasArea;
class FindField;
class FrontierChart;
class Inspector;
class Samples;
class StatusLine;
class TableDocks;
class TimelinePanel;
class WelcomePage;

/// The window: puts the parts together and runs the commands. What is shown is the session's.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    /// The three outlive the window. `remember` false: nothing is restored and nothing is written to the
    /// settings (screenshots).
    MainWindow(Session& session, Settings& settings, ThemeManager& themes, bool remember = true);
    ~MainWindow() override;

    Commands& commands() { return commands_; }
    CanvasArea* canvasArea() const { return canvasArea_; }
    BudgetBar* budgetBar() const { return budgetBar_; }
    FrontierChart* chart() const { return chart_; }
    TimelinePanel* timeline() const { return timeline_; }
    TableDocks* tables() const { return tables_; }
    Inspector* inspector() const { return inspector_; }
    StatusLine* statusLine() const { return statusLine_; }
    WelcomePage* welcomePage() const { return welcome_; }
    Docks& docks() { return docks_; }
    bool welcomeShown() const;
    /// Nothing that is shown is still being computed.
    bool idle() const;

    void openFile(const QString& path);
    void showWelcome();
    /// Splits into the current strategy and its strongest rival.
    void compareDefault();
    /// Writes what the export command says, without a dialog; exported() or a message follows.
    void exportTo(CommandId what, const QString& path);

    QSize minimumSizeHint() const override { return {1, 1}; }

  signals:
    void exported(const QString& path);
    void idleChanged();

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    // main_window.cpp
    void makeBars();
    void makePanels();
    void followSession();
    void setTheme(const Theme& theme);
    void showModel();
    void showPanes();
    void showInspector();
    void selectPeak();
    void rememberRecent();
    void refreshWelcome();

    // main_window_commands.cpp
    void connectCommands();
    void connectCompareCommands();
    void askOpen();
    void askOpenPlan();
    void askExport(CommandId what);
    void wrote(const QString& path);
    void showFault(const std::exception_ptr& thrown);
    void writeTable(const QString& csv, const QString& name);
    void find(const QString& text);
    void escape();
    void chooseTheme(std::optional<ThemeKind> kind);
    void about();
    std::size_t exportedPane() const;

    Session& session_;
    Settings& settings_;
    ThemeManager& themes_;
    bool remember_;
    bool peakDue_ = false;  ///< the first plan of a model selects the vertex at its peak
    Commands commands_;
    Docks docks_;
    std::map<MenuId, QMenu*> menus_;
    QMenu* recentMenu_ = nullptr;
    QToolBar *toolBar_, *budgetToolBar_;
    FindField* find_;
    BudgetBar* budgetBar_;
    QStackedWidget* pages_;
    WelcomePage* welcome_;
    CanvasArea* canvasArea_;
    FrontierChart* chart_;
    Inspector* inspector_;
    TimelinePanel* timeline_;
    TableDocks* tables_;
    Samples* samples_;
    StatusLine* statusLine_;
    JobLane writer_;
};

}  // namespace reforward
