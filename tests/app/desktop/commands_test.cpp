// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/commands.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTest>
#include <QToolBar>
#include <set>

#include "tests/support/test_main.h"
#include "widgets/style/icons.h"

namespace reforward {

class CommandsTest : public QObject {
    Q_OBJECT

  private slots:
    void everyCommandIsNamedOnce();
    void shortcutsDoNotClash();
    void everyIconExists();
    void menusHoldEveryCommand();
    void commandsOfAModelAreOffWithoutOne();
    void triggersWhatItIsTiedTo();
};

void CommandsTest::everyCommandIsNamedOnce() {
    std::set<QString> names;
    std::set<CommandId> ids;
    for (const CommandSpec& spec : commandSpecs()) {
        names.insert(spec.name);
        ids.insert(spec.id);
        QVERIFY2(QString(spec.sentence).size() > 5, spec.name);
    }
    QCOMPARE(names.size(), commandSpecs().size());
    QCOMPARE(ids.size(), commandSpecs().size());
}

void CommandsTest::shortcutsDoNotClash() {
    Commands commands;
    std::map<QString, QString> owner;
    for (const CommandSpec& spec : commandSpecs()) {
        for (const QKeySequence& keys : commands.action(spec.id)->shortcuts()) {
            if (keys.isEmpty()) continue;
            const auto [at, fresh] = owner.emplace(keys.toString(), spec.name);
            QVERIFY2(fresh, qPrintable(keys.toString() + ": " + at->second + " and " + spec.name));
        }
        const bool stated = *spec.shortcut != '\0';
        QCOMPARE(commands.action(spec.id)->shortcut().isEmpty(), !stated);
    }
}

void CommandsTest::everyIconExists() {
    for (const CommandSpec& spec : commandSpecs()) {
        if (*spec.icon != '\0') QVERIFY2(iconNames().contains(spec.icon), spec.icon);
    }
}

void CommandsTest::menusHoldEveryCommand() {
    Commands commands;
    QMainWindow window;
    const auto menus = commands.fillMenus(window);
    std::size_t found = 0;
    for (const auto& [id, menu] : menus) {
        for (const CommandSpec& spec : commandSpecs()) {
            if (spec.menu == id) found += menu->actions().contains(commands.action(spec.id)) ? 1 : 0;
        }
    }
    QCOMPARE(found, commandSpecs().size());
    QToolBar bar;
    commands.fillToolBar(bar);
    QVERIFY(bar.actions().contains(commands.action(CommandId::open)));
}

void CommandsTest::commandsOfAModelAreOffWithoutOne() {
    Commands commands;
    commands.setModelOpen(false);
    QVERIFY(commands.action(CommandId::open)->isEnabled());
    QVERIFY(!commands.action(CommandId::exportPlan)->isEnabled());
    commands.setModelOpen(true);
    QVERIFY(commands.action("export-plan")->isEnabled());
}

void CommandsTest::triggersWhatItIsTiedTo() {
    Commands commands;
    QList<bool> calls;
    commands.on(CommandId::compare, [&](bool on) { calls << on; });
    commands.action(CommandId::compare)->trigger();
    commands.action(CommandId::compare)->trigger();
    QCOMPARE(calls, (QList<bool>{true, false}));
    QCOMPARE(commands.action("no such command"), nullptr);
}

REFORWARD_TEST("commands", CommandsTest);

}  // namespace reforward

#include "commands_test.moc"
