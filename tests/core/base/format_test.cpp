// SPDX-License-Identifier: Apache-2.0
// Right values: the rules and examples of the visual standard ("Numbers and words").
#include "core/base/format.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class FormatTest : public QObject {
    Q_OBJECT
  private slots:
    void bytes_data() {
        QTest::addColumn<qint64>("count");
        QTest::addColumn<QString>("full");
        QTest::addColumn<QString>("brief");
        QTest::newRow("4") << qint64(4) << "4 B"
                           << "4 B";
        QTest::newRow("1023") << qint64(1023) << "1023 B"
                              << "1023 B";
        QTest::newRow("1 KiB") << qint64(1024) << "1.0 KiB"
                               << "1.00 KiB";
        QTest::newRow("U-Net's first value") << qint64(665395200) << "634.6 MiB"
                                             << "635 MiB";
        QTest::newRow("76.6 MiB") << qint64(80281600) << "76.6 MiB"
                                  << "76.6 MiB";
        QTest::newRow("below 1 GiB") << qint64(1073741823) << "1.00 GiB"
                                     << "1.00 GiB";
        QTest::newRow("2.64 GiB") << qint64(2832732160) << "2.64 GiB"
                                  << "2.64 GiB";
        QTest::newRow("negative") << qint64(-80281600) << "-76.6 MiB"
                                  << "-76.6 MiB";
    }
    void bytes() {
        QFETCH(qint64, count);
        QFETCH(QString, full);
        QFETCH(QString, brief);
        QCOMPARE(QString::fromStdString(formatBytes(Bytes(count))), full);
        QCOMPARE(QString::fromStdString(formatBytesShort(Bytes(count))), brief);
    }
    void others() {
        QCOMPARE(formatBytesExact(Bytes(8349958144)), std::string("8,349,958,144 B"));
        QCOMPARE(formatCount(-1234567), std::string("-1,234,567"));
        QCOMPARE(formatCount(999), std::string("999"));
        QCOMPARE(formatPercent(0.173), std::string("17.3%"));
        QCOMPARE(formatSeconds(0.08), std::string("0.08 s"));
        QCOMPARE(formatSeconds(8.0), std::string("8.0 s"));
        QCOMPARE(formatSeconds(125), std::string("2 min 5 s"));
        QCOMPARE(formatCost(10), std::string("10"));
        QCOMPARE(formatCost(0.125), std::string("0.125"));
    }
};

REFORWARD_TEST("format", FormatTest);
#include "format_test.moc"
