// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPalette>
#include <optional>

#include "widgets/style/theme.h"

class QApplication;

namespace reforward {

/// The theme of a palette: dark where the window is darker than its text.
ThemeKind systemTheme(const QPalette& palette);

/// Flat Fusion style, palette and style sheet of a theme for the whole application.
void applyTheme(QApplication& application, const Theme& theme);
/// The palette and the style sheet that applyTheme() sets.
QPalette paletteOf(const Theme& theme);
QString styleSheetOf(const Theme& theme);

/// Keeps the application in the chosen theme, or in the system's while none is chosen. Every widget of ours
/// has `void setTheme(const Theme&)`; connect changed() to it. One object an application, made before any
/// window, on the GUI thread.
class ThemeManager : public QObject {
    Q_OBJECT

  public:
    explicit ThemeManager(QApplication& application, QObject* parent = nullptr);

    /// nullopt: follow the system.
    void setChoice(std::optional<ThemeKind> choice);
    std::optional<ThemeKind> choice() const { return choice_; }
    const Theme& theme() const { return theme_; }

  signals:
    void changed(const reforward::Theme& theme);

  private:
    void apply();

    QApplication& application_;
    QPalette systemPalette_;
    std::optional<ThemeKind> choice_;
    Theme theme_;
};

}  // namespace reforward
