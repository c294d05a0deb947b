// SPDX-License-Identifier: Apache-2.0
// What the commands of the window do.
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <array>

#include "app/desktop/canvas_area.h"
#include "app/desktop/export_files.h"
#include "app/desktop/failure.h"
#include "app/desktop/find_field.h"
#include "app/desktop/main_window.h"
#include "app/desktop/message_bar.h"
#include "app/desktop/samples.h"
#include "app/desktop/status_line.h"
#include "core/base/file.h"
#include "core/import/import.h"
#include "widgets/controls/budget_bar.h"
#include "widgets/controls/welcome_page.h"

namespace reforward {

void MainWindow::connectCommands() {
    const auto onPanes = [this](void (GraphCanvas::*what)()) {
        return
            [this, what](bool) { canvasArea_->forPanes([what](GraphCanvas& canvas) { (canvas.*what)(); }); };
    };
    commands_.on(CommandId::open, [this](bool) { askOpen(); });
    commands_.on(CommandId::openPlan, [this](bool) { askOpenPlan(); });
    commands_.on(CommandId::reload, [this](bool) { session_.reload(); });
    for (CommandId id : {CommandId::exportPlan, CommandId::exportPicture, CommandId::exportFrontier}) {
        commands_.on(id, [this, id](bool) { askExport(id); });
    }
    commands_.on(CommandId::quit, [this](bool) { close(); });
    commands_.on(CommandId::find, [this](bool) {
        find_->setFocus(Qt::ShortcutFocusReason);
        find_->selectAll();
    });
    commands_.on(CommandId::clearSelection, [this](bool) { session_.select(noIndex); });
    commands_.on(CommandId::fit, onPanes(&GraphCanvas::fit));
    commands_.on(CommandId::actualSize, onPanes(&GraphCanvas::actualSize));
    commands_.on(CommandId::zoomIn, onPanes(&GraphCanvas::zoomIn));
    commands_.on(CommandId::zoomOut, onPanes(&GraphCanvas::zoomOut));
    commands_.on(CommandId::toggleModule, [this](bool) { session_.toggleSelected(); });
    commands_.on(CommandId::expandAll, [this](bool) { session_.expandAll(); });
    const std::array levels{CommandId::collapseAll, CommandId::collapseLevel2, CommandId::collapseLevel3,
                            CommandId::collapseLevel4};
    for (std::uint32_t i = 0; i < levels.size(); ++i)
        commands_.on(levels[i], [this, i](bool) { session_.collapseTo(i + 1); });
    commands_.on(CommandId::themeSystem, [this](bool) { chooseTheme(std::nullopt); });
    commands_.on(CommandId::themeLight, [this](bool) { chooseTheme(ThemeKind::light); });
    commands_.on(CommandId::themeDark, [this](bool) { chooseTheme(ThemeKind::dark); });
    commands_.on(CommandId::themeHighContrast, [this](bool) { chooseTheme(ThemeKind::highContrast); });
    commands_.on(CommandId::previousPlan, [this](bool) { session_.stepPlan(-1); });
    commands_.on(CommandId::nextPlan, [this](bool) { session_.stepPlan(1); });
    commands_.on(CommandId::largestBatch,
                 [this](bool) { session_.findLargestBatch(budgetBar_->overheadLimit()); });
    commands_.on(CommandId::pytorchAccounting,
                 [this](bool on) { session_.setAccounting(on ? Accounting::pytorch : Accounting::step); });
    commands_.on(CommandId::cancel, [this](bool) { escape(); });
    commands_.on(CommandId::resetDocks, [this](bool) {
        session_.stopComparing();
        docks_.arrangeDefault();
    });
    commands_.on(CommandId::welcome, [this](bool) { showWelcome(); });
    commands_.on(CommandId::about, [this](bool) { about(); });

    connect(find_, &FindField::findRequested, this, &MainWindow::find);
    connect(find_, &FindField::left, this, [this] { canvasArea_->pane(0)->canvas()->setFocus(); });
    connect(welcome_, &WelcomePage::openRequested, this, &MainWindow::askOpen);
    connect(welcome_, &WelcomePage::recentChosen, this, &MainWindow::openFile);
    connect(welcome_, &WelcomePage::sampleChosen, this,
            [this](const QString& name) { openFile(samples_->path(name)); });
    connect(welcome_, &WelcomePage::clearRecentRequested, this, [this] {
        settings_.clearRecent();
        refreshWelcome();
    });
    connect(welcome_, &WelcomePage::shownAtStartChanged, this,
            [this](bool shown) { settings_.setWelcomeAtStart(shown); });
}

void MainWindow::connectCompareCommands() {
    commands_.on(CommandId::compare, [this](bool on) { on ? compareDefault() : session_.stopComparing(); });
    commands_.action(CommandId::syncViews)->setChecked(true);
    commands_.on(CommandId::syncViews, [this](bool on) { canvasArea_->setSynced(on); });
    commands_.on(CommandId::differencesOnly, [this](bool on) { canvasArea_->setDifferencesOnly(on); });
    commands_.on(CommandId::previousDifference, [this](bool) { canvasArea_->stepDifference(-1); });
    commands_.on(CommandId::nextDifference, [this](bool) { canvasArea_->stepDifference(1); });
}

void MainWindow::compareDefault() {
    if (session_.panes().empty() || session_.strategies().size() < 2) return;
    const std::string current = session_.panes().back().strategy;
    // Against the strongest rival known at this budget, else the next one in the list.
    const Strategy* rival = nullptr;
    PlanPtr best;
    for (const Strategy* each : session_.strategies()) {
        if (each->info().name == current) continue;
        if (!rival) rival = each;
        const PlanPtr plan = session_.store().cheapestWithin(each->info().name, session_.budget());
        if (plan && (!best || plan->recomputeTime() < best->recomputeTime())) {
            rival = each;
            best = plan;
        }
    }
    session_.compare(rival->info().name, current);
}

void MainWindow::openFile(const QString& path) {
    settings_.setFolder(QFileInfo(path).absolutePath());
    if (path.endsWith(".plan.json") && session_.model()) {
        session_.openPlan(path.toStdString());
        return;
    }
    OpenRequest request;
    request.path = path.toStdString();
    statusLine_->say(tr("Opening %1").arg(QFileInfo(path).fileName()));
    session_.open(std::move(request));
}

void MainWindow::askOpen() {
    QStringList all, filters;
    for (const ImportFormat& format : importFormats()) {
        QStringList patterns;
        for (const std::string& suffix : format.suffixes)
            patterns << '*' + QString::fromStdString(suffix);
        all << patterns;
        filters << QString("%1 (%2)").arg(QString::fromStdString(format.name), patterns.join(' '));
    }
    filters.prepend(tr("Models and graphs (%1)").arg(all.join(' ')));
    filters << tr("All files (*)");
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a model"), settings_.folder(), filters.join(";;"));
    if (!path.isEmpty()) openFile(path);
}

void MainWindow::askOpenPlan() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a plan of this model"), settings_.folder(),
                                     tr("Plans (*.plan.json *.json);;All files (*)"));
    if (!path.isEmpty()) session_.openPlan(path.toStdString());
}

std::size_t MainWindow::exportedPane() const {
    for (std::size_t i = 0; i < canvasArea_->paneCount(); ++i) {
        if (canvasArea_->pane(i)->canvas()->hasFocus()) return i;
    }
    return session_.panes().size() - 1;
}

void MainWindow::askExport(CommandId what) {
    if (session_.panes().empty()) return;
    const std::size_t pane = exportedPane();
    const auto ask = [&](const QString& title, const QString& name, const QStringList& filters) {
        return askSavePath(this, title, settings_.folder(), name, filters);
    };
    QString path;
    if (what == CommandId::exportPlan) {
        path = ask(tr("Export the plan"), suggestedName(session_, pane, "plan.json"),
                   {tr("Plan (*.plan.json)"), tr("JSON (*.json)")});
    } else if (what == CommandId::exportPicture) {
        path = ask(tr("Export a picture of the graph"), suggestedName(session_, pane, "svg"),
                   {tr("SVG (*.svg)"), tr("PNG (*.png)"), tr("PDF (*.pdf)")});
    } else {
        path =
            ask(tr("Export the frontier"), QFileInfo(windowFilePath()).completeBaseName() + "-frontier.csv",
                {tr("Table (*.csv)"), tr("JSON (*.json)"), tr("Chart as SVG (*.svg)"),
                 tr("Chart as PNG (*.png)"), tr("Chart as PDF (*.pdf)")});
    }
    if (!path.isEmpty()) exportTo(what, path);
}

void MainWindow::exportTo(CommandId what, const QString& path) {
    settings_.setFolder(QFileInfo(path).absolutePath());
    try {
        if (what == CommandId::exportPicture) {
            writer_.request(
                [this, path,
                 picture = pictureJob(session_, exportedPane(), themes_.theme())](const JobLane::Job& job) {
                    exportPicture(picture, path.toStdString());
                    job.post([this, path] { wrote(path); });
                },
                [this](const std::exception_ptr& thrown) { showFault(thrown); });
            return;
        }
        if (what == CommandId::exportPlan) {
            exportPlan(session_, exportedPane(), path.toStdString());
        } else {
            exportFrontier(session_, path.toStdString(), themes_.theme());
        }
        wrote(path);
    } catch (const std::exception&) {
        showFault(std::current_exception());
    }
}

void MainWindow::writeTable(const QString& csv, const QString& name) {
    const QString suggested = QFileInfo(windowFilePath()).completeBaseName() + '-' + name + ".csv";
    const QString path =
        askSavePath(this, tr("Export the table"), settings_.folder(), suggested, {tr("Table (*.csv)")});
    if (path.isEmpty()) return;
    try {
        writeFile(path.toStdString(), csv.toStdString());
        wrote(path);
    } catch (const std::exception&) {
        showFault(std::current_exception());
    }
}

void MainWindow::wrote(const QString& path) {
    statusLine_->say(tr("Wrote %1").arg(QFileInfo(path).fileName()));
    emit exported(path);
}

void MainWindow::showFault(const std::exception_ptr& thrown) {
    canvasArea_->messages()->showError(toError(thrown));
}

void MainWindow::find(const QString& text) {
    if (!session_.model()) return;
    const VertexId found = findVertex(*session_.model()->graph, text, session_.selected());
    if (found == noIndex) {
        statusLine_->say(tr("No vertex is called “%1”").arg(text));
    } else {
        canvasArea_->goTo(found);
    }
}

void MainWindow::escape() {
    if (!session_.idle()) {
        session_.cancel();
    } else if (!canvasArea_->dismiss()) {
        session_.select(noIndex);
    }
}

void MainWindow::chooseTheme(std::optional<ThemeKind> kind) {
    if (remember_) settings_.setTheme(kind);
    themes_.setChoice(kind);
}

void MainWindow::about() {
    QMessageBox::about(this, tr("About Reforward"),
                       tr("<h3>Reforward %1</h3>"
                          "<p>Explores recomputation (activation checkpointing) plans: which values of a "
                          "network to keep, which "
                          "to compute again, in how much memory and at what price.</p>"
                          "<p>Its own code is licensed under Apache-2.0. This program is distributed under "
                          "the GPL, version 3, "
                          "because its charts use QCustomPlot.</p>")
                           .arg(QApplication::applicationVersion()));
}

}  // namespace reforward
