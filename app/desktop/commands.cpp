// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commands.h"

#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <array>

#include "widgets/style/icons.h"

namespace reforward {

namespace {

using Id = CommandId;
using Menu = MenuId;
using Tool = CommandSpec::Tool;
constexpr bool checkable = true, needsModel = true, separated = true;

constexpr std::array specs{
    CommandSpec{Id::open, "open", Menu::file, "&Open…", "Ctrl+O", "open",
                "Opens a model: ONNX, graph JSON, GraphML or DOT", Tool::text},
    CommandSpec{Id::openPlan, "open-plan", Menu::file, "Open &plan…", "Ctrl+Shift+O", "",
                "Shows a plan file of this model", Tool::no, false, needsModel},
    CommandSpec{Id::reload, "reload", Menu::file, "&Reload", "F5", "reload", "Reads the model's file again",
                Tool::icon, false, needsModel},
    CommandSpec{Id::exportPlan, "export-plan", Menu::file, "&Export plan…", "Ctrl+E", "export",
                "Writes the plan on screen as a plan file", Tool::no, false, needsModel, separated},
    CommandSpec{Id::exportPicture, "export-picture", Menu::file, "Export p&icture…", "Ctrl+Shift+E", "",
                "Writes the graph with its plan as SVG, PNG or PDF", Tool::no, false, needsModel},
    CommandSpec{Id::exportFrontier, "export-frontier", Menu::file, "Export &frontier…", "", "",
                "Writes all known plans as CSV or JSON, or their chart", Tool::no, false, needsModel},
    CommandSpec{Id::quit, "quit", Menu::file, "&Quit", "Ctrl+Q", "", "Closes the window", Tool::no, false,
                false, separated},

    CommandSpec{Id::find, "find", Menu::edit, "&Find a vertex", "Ctrl+F", "search",
                "Finds a vertex by its name or operator", Tool::no, false, needsModel},
    CommandSpec{Id::clearSelection, "clear-selection", Menu::edit, "&Clear selection", "Ctrl+Shift+A", "",
                "Selects nothing", Tool::no, false, needsModel},

    CommandSpec{Id::fit, "fit", Menu::view, "&Fit", "F", "fit", "Shows the whole graph", Tool::text, false,
                needsModel},
    CommandSpec{Id::actualSize, "actual-size", Menu::view, "&Actual size", "1", "actual-size",
                "Shows the graph at 100%", Tool::icon, false, needsModel},
    CommandSpec{Id::zoomOut, "zoom-out", Menu::view, "Zoom &out", "-", "zoom-out", "Shows more of the graph",
                Tool::icon, false, needsModel},
    CommandSpec{Id::zoomIn, "zoom-in", Menu::view, "Zoom &in", "+", "zoom-in", "Shows less, but larger",
                Tool::icon, false, needsModel},
    CommandSpec{Id::collapseAll, "collapse-all", Menu::view, "&Collapse all modules", "Ctrl+1", "collapse",
                "Shows the outermost modules as one box each", Tool::icon, false, needsModel, separated},
    CommandSpec{Id::collapseLevel2, "collapse-level-2", Menu::view, "Collapse to level &2", "Ctrl+2", "",
                "Collapses the modules inside of the outermost ones", Tool::no, false, needsModel},
    CommandSpec{Id::collapseLevel3, "collapse-level-3", Menu::view, "Collapse to level &3", "Ctrl+3", "",
                "Collapses modules of the third level and deeper", Tool::no, false, needsModel},
    CommandSpec{Id::collapseLevel4, "collapse-level-4", Menu::view, "Collapse to level &4", "Ctrl+4", "",
                "Collapses modules of the fourth level and deeper", Tool::no, false, needsModel},
    CommandSpec{Id::expandAll, "expand-all", Menu::view, "&Expand all modules", "Ctrl+0", "expand",
                "Shows every vertex by itself", Tool::icon, false, needsModel},
    CommandSpec{Id::toggleModule, "toggle-module", Menu::view, "Expand or collapse &module", "Ctrl+M", "",
                "Expands the selected module, or collapses the one around what is selected", Tool::no, false,
                needsModel},
    CommandSpec{Id::themeSystem, "theme-system", Menu::theme, "&System", "", "", "Follows the system",
                Tool::no, checkable},
    CommandSpec{Id::themeLight, "theme-light", Menu::theme, "&Light", "", "", "Dark text on light ground",
                Tool::no, checkable},
    CommandSpec{Id::themeDark, "theme-dark", Menu::theme, "&Dark", "", "", "Light text on dark ground",
                Tool::no, checkable},
    CommandSpec{Id::themeHighContrast, "theme-high-contrast", Menu::theme, "&High contrast", "", "",
                "The system's colours with strong borders", Tool::no, checkable},

    CommandSpec{Id::previousPlan, "previous-plan", Menu::plan, "&Previous plan", "[", "step-back",
                "Moves the budget to the known plan with the next lower peak", Tool::no, false, needsModel},
    CommandSpec{Id::nextPlan, "next-plan", Menu::plan, "&Next plan", "]", "step-forward",
                "Moves the budget to the known plan with the next higher peak", Tool::no, false, needsModel},
    CommandSpec{Id::largestBatch, "largest-batch", Menu::plan, "&Largest batch", "Ctrl+B", "",
                "Looks for the largest batch that trains on the device", Tool::no, false, needsModel,
                separated},
    CommandSpec{Id::pytorchAccounting, "pytorch-accounting", Menu::plan, "Count memory as P&yTorch", "", "",
                "All figures as that framework allocates and frees: without network inputs and parameters",
                Tool::no, checkable, needsModel},
    CommandSpec{Id::cancel, "cancel", Menu::plan, "&Cancel", "Esc", "stop",
                "Stops what runs; the best plan so far stays", Tool::no, false, false, separated},

    CommandSpec{Id::compare, "compare", Menu::compare, "&Compare two strategies", "Ctrl+D", "compare",
                "Shows two strategies' plans side by side", Tool::text, checkable, needsModel},
    CommandSpec{Id::syncViews, "sync-views", Menu::compare, "&Sync view", "", "link",
                "Both panes look at the same place", Tool::no, checkable, needsModel, separated},
    CommandSpec{Id::differencesOnly, "differences-only", Menu::compare, "&Differences only", "", "",
                "Dims the vertices that both plans treat alike", Tool::no, checkable, needsModel},
    CommandSpec{Id::previousDifference, "previous-difference", Menu::compare, "&Previous difference",
                "Shift+F8", "chevron-left", "Selects the previous vertex that differs", Tool::no, false,
                needsModel, separated},
    CommandSpec{Id::nextDifference, "next-difference", Menu::compare, "&Next difference", "F8",
                "chevron-right", "Selects the next vertex that differs", Tool::no, false, needsModel},

    CommandSpec{Id::resetDocks, "reset-docks", Menu::window, "&Reset arrangement", "", "",
                "Puts all panels back where they were at first", Tool::no, false, needsModel},
    CommandSpec{Id::welcome, "welcome", Menu::window, "&Welcome page", "", "",
                "Shows recent files and samples"},

    CommandSpec{Id::about, "about", Menu::help, "&About Reforward", "", "info", "Version and licences"},
};

struct MenuTitle {
    MenuId id;
    const char* title;
};
constexpr std::array menuTitles{MenuTitle{Menu::file, "&File"},       MenuTitle{Menu::edit, "&Edit"},
                                MenuTitle{Menu::view, "&View"},       MenuTitle{Menu::plan, "&Plan"},
                                MenuTitle{Menu::compare, "&Compare"}, MenuTitle{Menu::window, "&Window"},
                                MenuTitle{Menu::help, "&Help"}};

/// What a button says: in the tool bar one word beside the icon ("Open", "Compare").
QString buttonText(const CommandSpec& spec) {
    QString text = QObject::tr(spec.text);
    text.remove('&').remove(QChar(0x2026));
    return spec.tool == Tool::no ? text : text.section(' ', 0, 0);
}

}  // namespace

std::span<const CommandSpec> commandSpecs() {
    return specs;
}

Commands::Commands(QObject* parent) : QObject(parent) {
    auto* const themes = new QActionGroup(this);
    for (const CommandSpec& spec : specs) {
        auto* const action = new QAction(tr(spec.text), this);
        action->setObjectName(spec.name);
        action->setShortcut(QKeySequence::fromString(spec.shortcut, QKeySequence::PortableText));
        action->setCheckable(spec.checkable);
        action->setIconText(buttonText(spec));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setStatusTip(tr(spec.sentence));
        action->setToolTip(keys.isEmpty() ? tr(spec.sentence)
                                          : QString("%1 (%2)").arg(tr(spec.sentence), keys));
        if (spec.menu == MenuId::theme) themes->addAction(action);
        if (spec.id == CommandId::quit) action->setMenuRole(QAction::QuitRole);
        if (spec.id == CommandId::about) action->setMenuRole(QAction::AboutRole);
        // The keyboard's main "+" needs Shift on many layouts, "=" does not.
        if (spec.id == CommandId::zoomIn) action->setShortcuts({action->shortcut(), QKeySequence("=")});
        actions_[spec.id] = action;
    }
}

QAction* Commands::action(const QString& name) const {
    for (const auto& [id, action] : actions_) {
        if (action->objectName() == name) return action;
    }
    return nullptr;
}

void Commands::on(CommandId id, std::function<void(bool)> run) {
    connect(action(id), &QAction::triggered, this, std::move(run));
}

std::map<MenuId, QMenu*> Commands::fillMenus(QMainWindow& window) const {
    std::map<MenuId, QMenu*> menus;
    for (const MenuTitle& each : menuTitles) {
        menus[each.id] = window.menuBar()->addMenu(tr(each.title));
        menus[each.id]->setToolTipsVisible(false);
    }
    menus[MenuId::theme] = new QMenu(tr("&Theme"), menus[MenuId::view]);
    for (const CommandSpec& spec : specs) {
        QMenu* const menu = menus.at(spec.menu);
        if (spec.separatorBefore) menu->addSeparator();
        menu->addAction(action(spec.id));
    }
    menus[MenuId::view]->addSeparator();
    menus[MenuId::view]->addMenu(menus[MenuId::theme]);
    return menus;
}

void Commands::fillToolBar(QToolBar& bar) const {
    MenuId group = MenuId::file;
    for (const CommandSpec& spec : specs) {
        if (spec.tool == Tool::no) continue;
        if (spec.menu != group) bar.addSeparator();
        group = spec.menu;
        bar.addAction(action(spec.id));
        auto* const button = qobject_cast<QToolButton*>(bar.widgetForAction(action(spec.id)));
        if (button && spec.tool == Tool::text) button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
}

void Commands::setModelOpen(bool open) {
    for (const CommandSpec& spec : specs) {
        if (spec.needsModel) action(spec.id)->setEnabled(open);
    }
}

void Commands::setTheme(const Theme& theme) {
    for (const CommandSpec& spec : specs) {
        if (*spec.icon != '\0') action(spec.id)->setIcon(themedIcon(spec.icon, theme));
    }
}

}  // namespace reforward
