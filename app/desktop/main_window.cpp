// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/main_window.h"

#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLayout>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "app/desktop/budget_panel.h"
#include "app/desktop/canvas_area.h"
#include "app/desktop/compare_strip.h"
#include "app/desktop/find_field.h"
#include "app/desktop/frontier_panel.h"
#include "app/desktop/samples.h"
#include "app/desktop/status_line.h"
#include "app/desktop/table_docks.h"
#include "app/desktop/timeline_panel.h"
#include "core/base/format.h"
#include "core/graph/time_unit.h"
#include "widgets/controls/inspector.h"
#include "widgets/controls/welcome_page.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

namespace reforward {

namespace {

constexpr QSize firstSize(1600, 1000);

/// The strategy of the sample cards: quick and good enough for a promise.
const Strategy* sampleStrategy(const Session& session) {
    if (const Strategy* quick = session.findStrategy("liveness-exact")) return quick;
    return session.strategies().empty() ? nullptr : session.strategies().front();
}

QString when(const QDateTime& opened) {
    const qint64 days = opened.date().daysTo(QDate::currentDate());
    const QLocale locale;
    if (days == 0)
        return MainWindow::tr("today, %1").arg(locale.toString(opened.time(), QLocale::ShortFormat));
    if (days == 1) return MainWindow::tr("yesterday");
    return locale.toString(opened.date(), "d MMM");
}

QString homeShortened(const QString& folder) {
    const QString home = QDir::homePath();
    return folder.startsWith(home) ? '~' + folder.mid(home.size()) : folder;
}

}  // namespace

MainWindow::MainWindow(Session& session, Settings& settings, ThemeManager& themes, bool remember)
    : session_(session), settings_(settings), themes_(themes), remember_(remember), docks_(*this) {
    setObjectName("main-window");
    setWindowTitle(tr("Reforward"));
    setAcceptDrops(true);
    resize(firstSize);
    makeBars();
    makePanels();
    connectCommands();
    connectCompareCommands();
    followSession();

    connect(&themes_, &ThemeManager::changed, this, &MainWindow::setTheme);
    setTheme(themes_.theme());
    commands_.setModelOpen(false);
    find_->setEnabled(false);
    budgetToolBar_->hide();
    if (remember_) restoreGeometry(settings_.geometry());
    docks_.start(remember_ ? settings_.docks() : QByteArray());
}

MainWindow::~MainWindow() {
    // The session outlives the window and must not call into half of it.
    session_.disconnect(this);
    samples_->stop();
}

void MainWindow::makeBars() {
    menus_ = commands_.fillMenus(*this);
    recentMenu_ = new QMenu(tr("Open re&cent"), menus_[MenuId::file]);
    menus_[MenuId::file]->insertMenu(commands_.action(CommandId::reload), recentMenu_);
    menus_[MenuId::window]->addSeparator();
    docks_.addToggles(*menus_[MenuId::window]);

    toolBar_ = addToolBar(tr("Tools"));
    toolBar_->setObjectName("tools");
    toolBar_->setMovable(false);
    toolBar_->setFixedHeight(metrics::toolBar);
    toolBar_->setIconSize({metrics::icon, metrics::icon});
    toolBar_->setContextMenuPolicy(Qt::PreventContextMenu);
    commands_.fillToolBar(*toolBar_);
    auto* const exportButton = new QToolButton;
    exportButton->setObjectName("export-button");
    exportButton->setText(tr("Export"));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setFocusPolicy(Qt::TabFocus);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    auto* const exportMenu = new QMenu(exportButton);
    for (CommandId id : {CommandId::exportPlan, CommandId::exportPicture, CommandId::exportFrontier}) {
        exportMenu->addAction(commands_.action(id));
    }
    exportButton->setMenu(exportMenu);
    QAction* const exportAction = commands_.action(CommandId::exportPlan);
    connect(exportAction, &QAction::changed, exportButton, [exportButton, exportAction] {
        exportButton->setEnabled(exportAction->isEnabled());
        exportButton->setIcon(exportAction->icon());
    });
    toolBar_->addWidget(exportButton);
    auto* const gap = new QWidget;
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    toolBar_->addWidget(gap);
    find_ = new FindField;
    find_->setShortcutHint(commands_.action(CommandId::find)->shortcut().toString(QKeySequence::NativeText));
    toolBar_->addWidget(find_);

    addToolBarBreak();
    budgetToolBar_ = addToolBar(tr("Budget"));
    budgetToolBar_->setObjectName("budget");
    budgetToolBar_->setMovable(false);
    budgetToolBar_->setContextMenuPolicy(Qt::PreventContextMenu);
    budgetBar_ = new BudgetBar;
    budgetToolBar_->addWidget(budgetBar_);
}

void MainWindow::makePanels() {
    welcome_ = new WelcomePage;
    welcome_->setShownAtStart(settings_.welcomeAtStart());
    canvasArea_ = new CanvasArea(session_, commands_);
    pages_ = new QStackedWidget;
    pages_->addWidget(welcome_);
    pages_->addWidget(canvasArea_);
    setCentralWidget(pages_);

    chart_ = new FrontierChart;
    inspector_ = new Inspector;
    timeline_ = new TimelinePanel(session_);
    tables_ = new TableDocks(session_, this);
    docks_.setWidget(DockId::frontier, chart_);
    docks_.setWidget(DockId::inspector, inspector_);
    docks_.setWidget(DockId::timeline, timeline_);
    docks_.setWidget(DockId::operators, tables_->operators());
    docks_.setWidget(DockId::steps, tables_->steps());
    docks_.setWidget(DockId::strategies, tables_->strategyStack());

    // Owned by the widgets that they feed.
    new BudgetPanel(session_, budgetBar_);
    new FrontierPanel(session_, chart_);
    statusLine_ = new StatusLine(session_, statusBar());
    samples_ = new Samples(sampleStrategy(session_), this);

    connect(timeline_, &TimelinePanel::running, canvasArea_, &CanvasArea::setRunning);
    connect(timeline_, &TimelinePanel::vertexActivated, canvasArea_, &CanvasArea::goTo);
    connect(tables_, &TableDocks::vertexActivated, canvasArea_, &CanvasArea::goTo);
    connect(tables_, &TableDocks::stepSelected, timeline_->view(), &TimelineView::setStep);
    connect(tables_, &TableDocks::csvRequested, this, &MainWindow::writeTable);
    connect(inspector_, &Inspector::vertexLinkActivated, canvasArea_, &CanvasArea::goTo);
    connect(samples_, &Samples::cardsChanged, this, [this] { welcome_->setSamples(samples_->cards()); });
}

void MainWindow::followSession() {
    connect(&session_, &Session::modelChanged, this, &MainWindow::showModel);
    connect(&session_, &Session::panesChanged, this, &MainWindow::showPanes);
    connect(&session_, &Session::planChanged, this, [this] {
        selectPeak();
        showInspector();
    });
    connect(&session_, &Session::selectionChanged, this, &MainWindow::showInspector);
    connect(&session_, &Session::busyChanged, this, [this] {
        if (session_.idle()) rememberRecent();
        emit idleChanged();
    });
    connect(samples_, &Samples::busyChanged, this, &MainWindow::idleChanged);
    connect(&session_, &Session::failed, this, [this] {
        // Before any model is open the message needs the page that shows it.
        if (welcomeShown()) pages_->setCurrentWidget(canvasArea_);
    });
}

void MainWindow::setTheme(const Theme& theme) {
    // Another style puts its own margins back.
    budgetToolBar_->layout()->setContentsMargins(0, 0, 0, 0);
    commands_.setTheme(theme);
    find_->setTheme(theme);
    budgetBar_->setTheme(theme);
    welcome_->setTheme(theme);
    canvasArea_->setTheme(theme);
    chart_->setTheme(theme);
    inspector_->setTheme(theme);
    timeline_->setTheme(theme);
    tables_->setTheme(theme);
    statusLine_->setTheme(theme);
    const auto choice = themes_.choice();
    const CommandId chosen = !choice                       ? CommandId::themeSystem
                             : *choice == ThemeKind::light ? CommandId::themeLight
                             : *choice == ThemeKind::dark  ? CommandId::themeDark
                                                           : CommandId::themeHighContrast;
    commands_.action(chosen)->setChecked(true);
    if (welcomeShown() && isVisible()) samples_->prepare(theme);
}

bool MainWindow::welcomeShown() const {
    return pages_->currentWidget() == welcome_;
}

bool MainWindow::idle() const {
    return session_.idle() && !samples_->busy();
}

void MainWindow::showModel() {
    samples_->stop();
    peakDue_ = session_.selected() == noIndex;
    pages_->setCurrentWidget(canvasArea_);
    canvasArea_->pane(0)->canvas()->setFocus();
    commands_.setModelOpen(true);
    find_->setEnabled(true);
    docks_.setHidden(false);
    budgetToolBar_->show();
    toolBar_->show();
    const OpenedModel& model = *session_.model();
    setWindowTitle(tr("%1 – Reforward").arg(QString::fromStdString(model.title())));
    setWindowFilePath(QString::fromStdString(model.path));
    commands_.action(CommandId::pytorchAccounting)->setChecked(model.accounting == Accounting::pytorch);
    inspector_->setGraph(model.graph, model.floor, QString::fromStdString(timeUnitWords(*model.graph)));
    showInspector();
    rememberRecent();
}

void MainWindow::showPanes() {
    const bool comparing = session_.comparing();
    commands_.action(CommandId::compare)->setChecked(comparing);
    for (CommandId id : {CommandId::syncViews, CommandId::differencesOnly, CommandId::previousDifference,
                         CommandId::nextDifference}) {
        commands_.action(id)->setEnabled(comparing);
    }
    if (docks_.hidden()) return;
    comparing ? docks_.beginComparison() : docks_.endComparison();
    budgetToolBar_->show();
    toolBar_->show();
}

void MainWindow::showInspector() {
    if (session_.panes().empty()) return;
    const Pane& pane = session_.panes().front();
    inspector_->setPlan(pane.plan);
    inspector_->setVertex(session_.selected());
    const bool module = session_.selectedModule() != noIndex;
    inspector_->setModule(module ? session_.model()->modules : nullptr, session_.selectedModule());
    inspector_->setFloorShown(pane.phase == PlanPhase::infeasible && session_.selected() != noIndex &&
                              session_.selected() == session_.model()->floor.vertex);
}

/// So that the inspector begins with what decides: the vertex that runs when memory is at its highest.
void MainWindow::selectPeak() {
    if (!peakDue_ || session_.panes().empty() || session_.panes().front().phase != PlanPhase::solved) return;
    peakDue_ = false;
    const PlanPtr plan = session_.panes().front().plan;
    if (session_.selected() == noIndex && session_.selectedModule() == noIndex &&
        plan->predicted.peakStep < plan->schedule.size()) {
        session_.select(plan->schedule[plan->predicted.peakStep].vertex);
    }
}

void MainWindow::rememberRecent() {
    if (!remember_ || !session_.model()) return;
    const auto text = [](const std::string& words) { return QString::fromStdString(words); };
    QString detail = tr("%1 vertices").arg(session_.model()->graph->plannedCount());
    const PlanPtr plan = session_.panes().empty() ? nullptr : session_.panes().front().plan;
    detail += plan ? tr(", plan at %1, %2")
                         .arg(text(formatBytes(plan->peak())), text(formatPercent(plan->overheadForward())))
                   : tr(", no plan yet");
    settings_.addRecent(text(session_.model()->path), detail);
    refreshWelcome();
}

void MainWindow::refreshWelcome() {
    std::vector<RecentFile> files;
    recentMenu_->clear();
    if (remember_) {
        for (const RecentEntry& entry : settings_.recent()) {
            const QFileInfo info(entry.path);
            files.push_back({entry.path, info.fileName(), entry.detail, homeShortened(info.path()),
                             when(entry.opened), !info.exists()});
            recentMenu_->addAction(info.fileName() + "   " + homeShortened(info.path()), this,
                                   [this, path = entry.path] { openFile(path); });
        }
    }
    recentMenu_->setEnabled(!files.empty());
    welcome_->setRecent(files);
    welcome_->setSamples(samples_->cards());
}

void MainWindow::showWelcome() {
    docks_.setHidden(true);
    budgetToolBar_->hide();
    pages_->setCurrentWidget(welcome_);
    refreshWelcome();
    samples_->prepare(themes_.theme());
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    refreshWelcome();
    // A model named on the command line is on its way; the samples would only slow it down.
    if (welcomeShown() && session_.idle()) samples_->prepare(themes_.theme());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty() || !urls.front().isLocalFile()) return;
    event->acceptProposedAction();
    openFile(urls.front().toLocalFile());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (remember_) settings_.setWindow(saveGeometry(), docks_.state());
    session_.cancel();
    QMainWindow::closeEvent(event);
}

}  // namespace reforward
