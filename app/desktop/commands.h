// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <map>
#include <span>

#include "widgets/style/theme.h"

class QMainWindow;
class QMenu;
class QToolBar;

namespace reforward {

enum class CommandId {
    open,
    openPlan,
    reload,
    exportPlan,
    exportPicture,
    exportFrontier,
    quit,
    find,
    clearSelection,
    fit,
    actualSize,
    zoomIn,
    zoomOut,
    toggleModule,
    collapseAll,
    expandAll,
    collapseLevel2,
    collapseLevel3,
    collapseLevel4,
    themeSystem,
    themeLight,
    themeDark,
    themeHighContrast,
    previousPlan,
    nextPlan,
    largestBatch,
    pytorchAccounting,
    cancel,
    compare,
    syncViews,
    differencesOnly,
    previousDifference,
    nextDifference,
    resetDocks,
    welcome,
    about,
};

enum class MenuId { file, edit, view, theme, plan, compare, window, help };

/// One row of the table of commands.
struct CommandSpec {
    CommandId id;
    const char* name;  ///< "open": for tests, settings and documentation
    MenuId menu;
    const char* text;                                    ///< in the menu, with its mnemonic
    const char* shortcut;                                ///< portable text; "" for none
    const char* icon;                                    ///< of resources/icons; "" for none
    const char* sentence;                                ///< what it does: tool tip and status bar
    enum class Tool { no, icon, text } tool = Tool::no;  ///< whether and how the tool bar shows it
    bool checkable = false;
    bool needsModel = false;  ///< disabled while no model is open
    bool separatorBefore = false;
};

/// All commands, in the order of the menus.
std::span<const CommandSpec> commandSpecs();

/// The actions of the table. Menus and tool bar are filled from it.
class Commands : public QObject {
    Q_OBJECT

  public:
    explicit Commands(QObject* parent = nullptr);

    QAction* action(CommandId id) const { return actions_.at(id); }
    /// Null where no command has this name.
    QAction* action(const QString& name) const;
    /// What it does when triggered; `checked` is its new state, of a checkable one.
    void on(CommandId id, std::function<void(bool checked)> run);

    /// Fills the menu bar; the returned menu of a MenuId can take more entries.
    std::map<MenuId, QMenu*> fillMenus(QMainWindow& window) const;
    void fillToolBar(QToolBar& bar) const;

    void setModelOpen(bool open);
    void setTheme(const Theme& theme);

  private:
    std::map<CommandId, QAction*> actions_;
};

}  // namespace reforward
