// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class RenderTest : public QObject {
    Q_OBJECT

  private slots:
    void formats_data();
    void formats();
    void planChangesThePicture();
    void refusals();
};

void RenderTest::formats_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("svg") << "svg" << QByteArray("<?xml");
    QTest::newRow("png") << "png" << QByteArray("\x89PNG");
    QTest::newRow("pdf") << "pdf" << QByteArray("%PDF");
}

void RenderTest::formats() {
    QFETCH(QString, suffix);
    const QTemporaryDir folder;
    for (const char* theme : {"light", "dark", "high-contrast"}) {
        const QString file = folder.filePath(QString(theme) + "." + suffix);
        const CliRun run = runCli({"render", dataFile("outputs.json"), "-o", file, "--theme", theme});
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        const QByteArray content = contentOf(file);
        QTEST(content.left(suffix == "svg" ? 5 : 4), "start");
    }
    QVERIFY(contentOf(folder.filePath("light." + suffix)) != contentOf(folder.filePath("dark." + suffix)));
}

void RenderTest::planChangesThePicture() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    QCOMPARE(runCli({"solve", dataFile("chain5.json"), "--budget", "80%", "-o", plan}).exitCode, 0);
    const QString without = folder.filePath("without.png");
    const QString with = folder.filePath("with.png");
    QCOMPARE(runCli({"render", dataFile("chain5.json"), "-o", without}).exitCode, 0);
    QCOMPARE(runCli({"render", dataFile("chain5.json"), "--plan", plan, "-o", with}).exitCode, 0);
    QVERIFY(!contentOf(with).isEmpty());
    QVERIFY(contentOf(with) != contentOf(without));
}

void RenderTest::refusals() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    const QString picture = folder.filePath("picture.svg");
    QCOMPARE(runCli({"solve", dataFile("chain5.json"), "--budget", "80%", "-o", plan}).exitCode, 0);
    QCOMPARE(runCli({"render", dataFile("two_branches.json"), "--plan", plan, "-o", picture}).exitCode, 3);
    QCOMPARE(runCli({"render", dataFile("chain5.json"), "-o", "/no/such/folder/picture.svg"}).exitCode, 3);
    QVERIFY(!QFile::exists(picture));
}

REFORWARD_TEST("render", RenderTest);
#include "render_test.moc"
