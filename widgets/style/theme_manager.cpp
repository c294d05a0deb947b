// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme_manager.h"

#include <QApplication>
#include <memory>

#include "widgets/style/flat_style.h"

namespace reforward {

ThemeKind systemTheme(const QPalette& palette) {
    const QColor window = palette.color(QPalette::Window), text = palette.color(QPalette::WindowText);
    // Desktops set black and white only where high contrast is asked for.
    if (contrastRatio(window, text) > 20 && palette.color(QPalette::Button) == window) {
        return ThemeKind::highContrast;
    }
    return window.lightness() < text.lightness() ? ThemeKind::dark : ThemeKind::light;
}

QPalette paletteOf(const Theme& t) {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor& colour) { p.setColor(role, colour); };
    set(QPalette::Window, t.window);
    set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.base);
    set(QPalette::AlternateBase, t.alternateRow);
    set(QPalette::Text, t.text);
    set(QPalette::Button, t.buttonFace);
    set(QPalette::ButtonText, t.text);
    set(QPalette::BrightText, t.selectedText);
    set(QPalette::Highlight, t.selectedRow);
    set(QPalette::HighlightedText, t.selectedText);
    set(QPalette::Link, t.link);
    set(QPalette::LinkVisited, t.link);
    set(QPalette::ToolTipBase, t.base);
    set(QPalette::ToolTipText, t.text);
    set(QPalette::PlaceholderText, t.secondaryText);
    // Fusion mixes its frames from these.
    set(QPalette::Light, t.dark ? blended(Qt::white, t.buttonFace, 0.06) : QColor(Qt::white));
    set(QPalette::Midlight, t.softLine);
    set(QPalette::Mid, t.border);
    set(QPalette::Dark, t.buttonBorder);
    set(QPalette::Shadow, t.dark ? QColor(Qt::black) : t.secondaryText);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, t.disabledText);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text);
    return p;
}

QString styleSheetOf(const Theme& t) {
    // Only what the style and a palette cannot say: heights of the grid, hairlines, the accent under tabs.
    QString sheet = QStringLiteral(R"(
QToolTip { background: @base; color: @text; border: @linepx solid @border; padding: 4px 6px; }
QMenuBar { background: @window; }
QMenuBar::item { padding: 4px 9px; background: transparent; }
QMenuBar::item:selected { background: @title; }
QToolBar { background: @window; border: none; border-bottom: @linepx solid @border; spacing: 4px;
           padding: 2px 8px; }
QToolBar::separator { background: @border; width: 1px; margin: 4px 6px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 4px 6px; min-height: 18px; }
QToolBar QToolButton::menu-indicator { image: none; }
QToolBar QToolButton:hover { background: @title; }
QToolBar QToolButton:checked, QToolBar QToolButton:pressed { background: @title; border-color: @border; }
QToolBar QToolButton:focus { border: 2px solid @accent; padding: 3px 5px; }
QStatusBar { background: @window; border-top: @linepx solid @border; min-height: 22px; }
QStatusBar::item { border: none; border-left: 1px solid @border; margin: 4px 0; }
QStatusBar QLabel { padding: 0 8px; }
QMainWindow::separator { background: @window; width: 4px; height: 4px; }
QSplitter::handle { background: @window; }
QHeaderView { background: @window; }
QHeaderView::section { background: @window; color: @text; border: none; border-right: 1px solid @soft;
                       border-bottom: @linepx solid @border; padding: 3px 8px; min-height: 17px;
                       font-weight: normal; }
QTabBar { background: @window; qproperty-drawBase: 0; }
QTabBar::tab { background: @window; color: @secondary; border: none; border-right: 1px solid @soft;
               padding: 5px 14px; }
QTabBar::tab:selected { background: @base; color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @text; border: 1px solid @accent; }
QScrollBar:vertical { background: @base; width: 11px; margin: 0; border: none; }
QScrollBar:horizontal { background: @base; height: 11px; margin: 0; border: none; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @secondary; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)");
    const std::pair<const char*, QString> values[] = {
        {"@linepx", QString::number(t.hairline) + QStringLiteral("px")},
        {"@window", t.window.name()},
        {"@base", t.base.name()},
        {"@text", t.text.name()},
        {"@secondary", t.secondaryText.name()},
        {"@border", t.border.name()},
        {"@soft", t.softLine.name()},
        {"@title", t.dockTitle.name()},
        {"@accent", t.accent.name()},
    };
    for (const auto& [key, value] : values)
        sheet.replace(QLatin1String(key), value);
    return sheet;
}

void applyTheme(QApplication& application, const Theme& theme) {
    QApplication::setStyle(std::make_unique<FlatStyle>(theme).release());  // the application owns it
    QApplication::setPalette(paletteOf(theme));
    application.setStyleSheet(styleSheetOf(theme));
}

ThemeManager::ThemeManager(QApplication& application, QObject* parent)
    : QObject(parent), application_(application), systemPalette_(QGuiApplication::palette()) {
    apply();
}

void ThemeManager::setChoice(std::optional<ThemeKind> choice) {
    if (choice == choice_) return;
    choice_ = choice;
    apply();
}

void ThemeManager::apply() {
    const ThemeKind kind = choice_.value_or(systemTheme(systemPalette_));
    const bool systemIsHighContrast = systemTheme(systemPalette_) == ThemeKind::highContrast;
    theme_ = kind == ThemeKind::highContrast && systemIsHighContrast ? highContrastTheme(systemPalette_)
                                                                     : reforward::theme(kind);
    applyTheme(application_, theme_);
    emit changed(theme_);
}

}  // namespace reforward
