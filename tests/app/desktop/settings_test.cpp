// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/settings.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/support/test_main.h"

namespace reforward {

class SettingsTest : public QObject {
    Q_OBJECT

  private slots:
    void remembersFromOneStartToTheNext();
    void recentFilesNewestFirstAndOnce();

  private:
    QTemporaryDir folder_;
};

void SettingsTest::remembersFromOneStartToTheNext() {
    const QString file = folder_.filePath("a.ini");
    {
        Settings settings(file);
        QVERIFY(!settings.theme());
        QVERIFY(settings.welcomeAtStart());
        QVERIFY(settings.docks().isEmpty());
        settings.setTheme(ThemeKind::dark);
        settings.setWindow("geometry", "docks");
        settings.setWelcomeAtStart(false);
    }
    Settings settings(file);
    QCOMPARE(settings.theme(), std::optional(ThemeKind::dark));
    QCOMPARE(settings.geometry(), QByteArray("geometry"));
    QCOMPARE(settings.docks(), QByteArray("docks"));
    QVERIFY(!settings.welcomeAtStart());
    settings.setTheme(std::nullopt);
    QVERIFY(!settings.theme());
}

void SettingsTest::recentFilesNewestFirstAndOnce() {
    Settings settings(folder_.filePath("b.ini"));
    for (int i = 0; i < 12; ++i)
        settings.addRecent(QString("/models/m%1.onnx").arg(i), "x");
    settings.addRecent("/models/m5.onnx", "60 vertices");
    const auto recent = settings.recent();
    QCOMPARE(recent.size(), std::size_t{10});
    QCOMPARE(recent[0].path, QString("/models/m5.onnx"));
    QCOMPARE(recent[0].detail, QString("60 vertices"));
    QCOMPARE(recent[1].path, QString("/models/m11.onnx"));
    QVERIFY(recent[0].opened.isValid());
    settings.clearRecent();
    QVERIFY(settings.recent().empty());
}

REFORWARD_TEST("settings", SettingsTest);

}  // namespace reforward

#include "settings_test.moc"
