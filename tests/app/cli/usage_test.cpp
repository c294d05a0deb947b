// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/cli_run.h"
#include "tests/support/test_main.h"

using namespace reforward::tests;

class UsageTest : public QObject {
    Q_OBJECT

  private slots:
    void wrongUsage_data();
    void wrongUsage();
    void help();
    void options();
};

void UsageTest::wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString chain = dataFile("chain5.json");
    const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
    row("no command", {});
    row("unknown command", {"improve", chain});
    row("no model", {"info"});
    row("unknown option", {"info", chain, "--fast"});
    row("unknown accounting", {"solve", chain, "--budget", "60%", "--accounting", "abacus"});
    row("pins of a strategy without",
        {"solve", chain, "--budget", "60%", "--strategy", "keep-all", "--keep", "v1"});
    row("pins of one of several", {"sweep", chain, "--strategies", "best,chen-sqrt", "--recompute", "v1"});
    row("pin of no vertex", {"solve", chain, "--budget", "60%", "--keep", "v99"});
    row("pin of no module", {"solve", chain, "--budget", "60%", "--keep", "nowhere/"});
    row("contradictory pins", {"solve", chain, "--budget", "60%", "--keep", "v1", "--recompute", "v1"});
    row("moves of no search", {"solve", chain, "--budget", "60%", "--strategy", "keep-all", "--moves", "9"});
    row("no moves", {"solve", chain, "--budget", "60%", "--moves", "0"});
    row("unknown order", {"solve", chain, "--budget", "60%", "--order", "best"});
    row("negative time for the bound", {"solve", chain, "--budget", "60%", "--bound-time", "-1"});
    row("no budget", {"solve", chain});
    row("budget in words", {"solve", chain, "--budget", "a lot"});
    row("budget of unknown unit", {"solve", chain, "--budget", "3 apples"});
    row("negative budget", {"solve", chain, "--budget=-5"});
    row("negative share", {"solve", chain, "--budget=-5%"});
    row("empty share", {"solve", chain, "--budget", "%"});
    row("budget too large", {"solve", chain, "--budget", "1e30GiB"});
    row("share too large", {"solve", chain, "--budget", "1e300%"});
    row("unknown strategy", {"solve", chain, "--budget", "60%", "--strategy", "luck"});
    row("unknown strategy among others", {"compare", chain, "--budget", "60%", "--strategies", "best,luck"});
    row("strategy twice", {"compare", chain, "--budget", "60%", "--strategies", "best,best"});
    row("all and one", {"sweep", chain, "--strategies", "all,best"});
    row("unknown strategy option",
        {"solve", chain, "--budget", "60%", "--strategy", "keep-all", "--option", "a=b"});
    row("option without value",
        {"solve", chain, "--budget", "60%", "--strategy", "liveness-exact", "--option", "lower-sets"});
    row("option out of its choices",
        {"solve", chain, "--budget", "60%", "--strategy", "liveness-exact", "--option", "lower-sets=some"});
    row("no number", {"solve", chain, "--budget", "60%", "--seed", "x"});
    row("time limit of nothing", {"solve", chain, "--budget", "60%", "--time-limit", "0"});
    row("dimension without size", {"info", chain, "--dim", "N"});
    row("dimension of size 0", {"info", chain, "--dim", "N=0"});
    row("least without strategy", {"least", chain});
    row("sweep to an unknown format", {"sweep", chain, "--strategies", "keep-all", "-o", "frontier.xlsx"});
    row("check without plan", {"check", chain});
    row("picture of an unknown format", {"render", chain, "-o", "picture.bmp"});
    row("unknown theme", {"render", chain, "-o", "picture.svg", "--theme", "pink"});
    row("scale out of range", {"render", chain, "-o", "picture.png", "--scale", "0"});
    row("two models", {"info", chain, chain});
}

void UsageTest::wrongUsage() {
    QFETCH(QStringList, arguments);
    const CliRun run = runCli(arguments);
    QVERIFY2(run.exitCode == 2, qPrintable(run.errors));
    QCOMPARE(run.output, "");
    QVERIFY2(run.errors.startsWith("reforward-cli: ") && run.errorLines() == 1, qPrintable(run.errors));
}

void UsageTest::help() {
    const CliRun all = runCli({"--help"});
    QCOMPARE(all.exitCode, 0);
    for (const char* command : {"info", "convert", "solve", "least", "sweep", "compare", "check", "render"}) {
        QVERIFY2(all.output.contains(command), command);
        const CliRun one = runCli({command, "--help"});
        QCOMPARE(one.exitCode, 0);
        QVERIFY(one.output.contains("MODEL") && one.output.contains("--json"));
    }
    QVERIFY(runCli({"--version"}).output.startsWith("reforward-cli "));
}

// Repeatable options take one value each and leave the model alone.
void UsageTest::options() {
    const CliRun run = runCli({"info", "--dim", "N=1", "--dim", "M=2", dataFile("prose.txt")});
    QCOMPARE(run.exitCode, 3);
    const CliRun list = runCli(
        {"compare", "--strategies", "keep-all,chen-sqrt", "--budget", "100%", dataFile("chain5.json")});
    QCOMPARE(list.exitCode, 0);
}

REFORWARD_TEST("usage", UsageTest);
#include "usage_test.moc"
