// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme_manager.h"

#include <QApplication>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class ThemeManagerTest : public QObject {
    Q_OBJECT

  private slots:
    void theSystemsPaletteDecides() {
        QCOMPARE(systemTheme(paletteOf(theme(ThemeKind::light))), ThemeKind::light);
        QCOMPARE(systemTheme(paletteOf(theme(ThemeKind::dark))), ThemeKind::dark);
        QPalette stark(Qt::white, Qt::black);
        stark.setColor(QPalette::WindowText, Qt::white);
        stark.setColor(QPalette::Button, Qt::black);
        stark.setColor(QPalette::Window, Qt::black);
        QCOMPARE(systemTheme(stark), ThemeKind::highContrast);
    }

    void aChoiceRecoloursTheApplication() {
        ThemeManager manager(*qApp);
        QSignalSpy changed(&manager, &ThemeManager::changed);
        manager.setChoice(ThemeKind::dark);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), theme(ThemeKind::dark).window);
        QCOMPARE(QApplication::palette().color(QPalette::Disabled, QPalette::Text),
                 theme(ThemeKind::dark).disabledText);
        manager.setChoice(ThemeKind::dark);
        QCOMPARE(changed.count(), 1);
        manager.setChoice(ThemeKind::light);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(manager.theme().kind, ThemeKind::light);
        QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::white));
        // The system's own palette is remembered, not the one that was set since.
        const ThemeKind system = [&] {
            manager.setChoice(std::nullopt);
            return manager.theme().kind;
        }();
        manager.setChoice(ThemeKind::dark);
        manager.setChoice(std::nullopt);
        QCOMPARE(manager.theme().kind, system);
    }

    void theStyleSheetHasNoHoles() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const QString sheet = styleSheetOf(theme(kind));
            QVERIFY(!sheet.contains(QLatin1Char('@')));
            QVERIFY(sheet.contains(theme(kind).window.name()));
        }
    }
};

REFORWARD_TEST("theme_manager", ThemeManagerTest);
#include "theme_manager_test.moc"
