// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class InputTest : public QObject {
    Q_OBJECT

  private slots:
    void badInput_data();
    void badInput();
    void missingFile();
    void folder();
};

void InputTest::badInput_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("said");  ///< a word of the message beside the file
    QTest::newRow("nothing in it") << "empty.json"
                                   << "empty";
    QTest::newRow("cut off") << "truncated.json"
                             << "";
    QTest::newRow("prose") << "prose.txt"
                           << "";
    QTest::newRow("no nodes") << "no_nodes.json"
                              << "";
    QTest::newRow("cycle") << "cyclic.json"
                           << "cycle";
    QTest::newRow("negative bytes") << "negative.json"
                                    << "node b";
    QTest::newRow("sum overflows") << "overflow.json"
                                   << "";
    QTest::newRow("link to nowhere") << "missing_node.json"
                                     << "ghost";
    QTest::newRow("id twice") << "twice.json"
                              << "node a";
    QTest::newRow("saves a stranger") << "bad_saves.json"
                                      << "node c";
    QTest::newRow("order against an edge") << "bad_order.json"
                                           << "order";
}

void InputTest::badInput() {
    QFETCH(QString, file);
    QFETCH(QString, said);
    for (const QStringList& arguments :
         {QStringList{"info", dataFile(file)}, QStringList{"info", dataFile(file), "--json", "-q"},
          QStringList{"solve", dataFile(file), "--budget", "50%"}}) {
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(run.output, "");
        QVERIFY2(run.errorLines() == 1, qPrintable(run.errors));
        QVERIFY2(run.errors.startsWith("reforward-cli: " + dataFile(file) + ": "), qPrintable(run.errors));
        QVERIFY2(run.errors.contains(said), qPrintable(run.errors));
    }
}

void InputTest::missingFile() {
    const CliRun run = runCli({"info", "nowhere.json"});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errors.contains("nowhere.json: ") && run.errorLines() == 1, qPrintable(run.errors));
}

void InputTest::folder() {
    const QTemporaryDir folder;
    QCOMPARE(runCli({"info", folder.path()}).exitCode, 3);
}

REFORWARD_TEST("input", InputTest);
#include "input_test.moc"
