// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/arguments.h"

#include <QTest>

#include "tests/app/desktop/fake_strategy.h"
#include "tests/support/test_main.h"

namespace reforward {

class ArgumentsTest : public QObject {
    Q_OBJECT

  private slots:
    void nothingIsTheWelcomePage();
    void everyOption();
    void refuses_data();
    void refuses();

  private:
    Arguments parse(const QStringList& words) const {
        return parseArguments(QStringList{"reforward"} + words, {&one_, &two_});
    }
    tests::FakeStrategy one_{"one"}, two_{"two"};
};

void ArgumentsTest::nothingIsTheWelcomePage() {
    const Arguments arguments = parse({});
    QVERIFY(!arguments.open);
    QVERIFY(!arguments.theme);
    QVERIFY(arguments.screenshot.isEmpty());
    QVERIFY(!parse({"--help"}).helpOrVersion.isEmpty());
}

void ArgumentsTest::everyOption() {
    const Arguments arguments =
        parse({"unet.onnx", "--plan", "p.json", "--budget", "60%", "--strategy", "two", "--compare",
               "two,one", "--theme", "high-contrast", "--size", "1280x800", "--screenshot", "a.PNG"});
    QVERIFY(arguments.open);
    QCOMPARE(arguments.open->path, std::string("unet.onnx"));
    QCOMPARE(arguments.open->planPath, std::string("p.json"));
    QCOMPARE(arguments.open->budget, std::string("60%"));
    QCOMPARE(arguments.open->strategy, std::string("two"));
    QCOMPARE(arguments.open->compare, (std::vector<std::string>{"two", "one"}));
    QCOMPARE(arguments.theme, std::optional(ThemeKind::highContrast));
    QCOMPARE(arguments.size, std::optional(QSize(1280, 800)));
    QCOMPARE(arguments.screenshot, QString("a.PNG"));
}

void ArgumentsTest::refuses_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown option") << QStringList{"--colour"} << "colour";
    QTest::newRow("two models") << QStringList{"a", "b"} << "one model";
    QTest::newRow("strategy") << QStringList{"a", "--strategy", "three"} << "one, two";
    QTest::newRow("budget") << QStringList{"a", "--budget", "lots"} << "lots";
    QTest::newRow("share") << QStringList{"a", "--budget", "x%"} << "x%";
    QTest::newRow("compare one") << QStringList{"a", "--compare", "one"} << "NAME,NAME";
    QTest::newRow("compare same") << QStringList{"a", "--compare", "one,one"} << "different";
    QTest::newRow("compare unknown") << QStringList{"a", "--compare", "one,three"} << "three";
    QTest::newRow("theme") << QStringList{"--theme", "pink"} << "pink";
    QTest::newRow("size") << QStringList{"--size", "big"} << "big";
    QTest::newRow("no size") << QStringList{"--size", "0x100"} << "0x100";
    QTest::newRow("huge size") << QStringList{"--size", "99999x10"} << "99999x10";
    QTest::newRow("picture") << QStringList{"--screenshot", "a.jpg"} << "PNG";
    QTest::newRow("no model") << QStringList{"--budget", "60%"} << "needs a model";
}

void ArgumentsTest::refuses() {
    QFETCH(QStringList, words);
    QFETCH(QString, named);
    try {
        parse(words);
        QFAIL("was taken");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::usage);
        QVERIFY2(QString(error.what()).contains(named), error.what());
    }
}

REFORWARD_TEST("arguments", ArgumentsTest);

}  // namespace reforward

#include "arguments_test.moc"
