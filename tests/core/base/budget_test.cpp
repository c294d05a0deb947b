// SPDX-License-Identifier: Apache-2.0
#include "core/base/budget.h"

#include <QTest>

#include "core/base/error.h"
#include "tests/support/test_main.h"

using namespace reforward;

class BudgetTest : public QObject {
    Q_OBJECT

  private slots:
    void amounts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("baseline");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("bytes") << "1734000000" << qint64(1) << qint64(1'734'000'000);
        QTest::newRow("binary unit") << "2GiB" << qint64(1) << qint64(2'147'483'648);
        QTest::newRow("decimal unit") << "1.5 GB" << qint64(1) << qint64(1'500'000'000);
        QTest::newRow("share") << "60%" << qint64(1000) << qint64(600);
        QTest::newRow("rounded down") << "60%" << qint64(999) << qint64(599);
        // 0.29 x 100 is 28.999999999999996 in doubles.
        QTest::newRow("a share that doubles miss") << "29%" << qint64(100) << qint64(29);
        QTest::newRow("parts of a percent") << "12.5%" << qint64(1000) << qint64(125);
        QTest::newRow("more than all") << "150%" << qint64(1000) << qint64(1500);
        QTest::newRow("nothing") << "0%" << qint64(1000) << qint64(0);
        QTest::newRow("spaces") << " 60 % " << qint64(1000) << qint64(600);
        QTest::newRow("spaces around bytes") << " 7 " << qint64(1000) << qint64(7);
    }
    void amounts() {
        QFETCH(QString, text);
        QFETCH(qint64, baseline);
        QTEST(qint64(parseBudget(text.toStdString(), Bytes(baseline)).count()), "bytes");
    }

    void refused_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", " ", "%", "a lot", "3 apples", "-5", "-5%", "5%%", "nan%", "inf%",
                                 "1e300%", "2000000%", "60 per cent", "%60", "1e30GiB"}) {
            QTest::addRow("'%s'", text) << text;
        }
    }
    void refused() {
        QFETCH(QString, text);
        try {
            parseBudget(text.toStdString(), Bytes(1000));
            QFAIL("this is no budget");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::usage);
        }
    }
};

REFORWARD_TEST("budget", BudgetTest);
#include "budget_test.moc"
