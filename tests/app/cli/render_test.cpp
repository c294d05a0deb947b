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
    void modulesCollapse();
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

void RenderTest::modulesCollapse() {
    const QTemporaryDir folder;
    const QString graph = folder.filePath("blocks.json");
    QStringList nodes, links;
    for (int i = 0; i < 130; ++i) {
        nodes += QString(R"({"id": "v%1", "memory": 4, "time": 1, "module": "net/%2"})").arg(i).arg(i / 13);
        if (i > 0) links += QString(R"({"source": "v%1", "target": "v%2"})").arg(i - 1).arg(i);
    }
    QFile file(graph);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QString(R"({"directed": true, "nodes": [%1], "links": [%2]})")
                   .arg(nodes.join(','), links.join(','))
                   .toUtf8());
    file.close();
    const auto render = [&](const QStringList& more) {
        const QString picture = folder.filePath("picture.svg");
        const CliRun run = runCli(QStringList{"render", graph, "-o", picture} + more);
        return run.exitCode == 0 ? contentOf(picture) : run.errors.toUtf8();
    };
    for (const QStringList& more :
         {QStringList{}, QStringList{"--modules", "auto"}, QStringList{"--modules", "2"}}) {
        const QByteArray svg = render(more);
        QVERIFY2(svg.contains(">net.9<") && svg.contains("13 vertices") && !svg.contains(">v5<"),
                 qPrintable(more.join(QLatin1Char(32))));
    }
    const QByteArray flat = render({"--modules", "none"});
    QVERIFY(flat.contains(">v5<") && !flat.contains(">net.9<"));
    QCOMPARE(runCli({"render", graph, "-o", "x.svg", "--modules", "some"}).exitCode, 2);
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
