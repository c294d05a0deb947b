// SPDX-License-Identifier: Apache-2.0
// Qt first: moc does not get through <compare> as the very first header.
#include <QTest>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "tests/support/test_main.h"

using namespace reforward;

class BytesTest : public QObject {
    Q_OBJECT
  private slots:
    void sumsAreChecked() {
        QCOMPARE((Bytes(2) + Bytes(3)).count(), 5);
        QCOMPARE((Bytes(2) - Bytes(3)).count(), -1);
        QVERIFY_THROWS_EXCEPTION(Error, Bytes::max() + Bytes(1));
        QVERIFY_THROWS_EXCEPTION(Error, Bytes(INT64_MIN) - Bytes(1));
        QVERIFY_THROWS_EXCEPTION(Error, Bytes::max() * 2);
        QCOMPARE((Bytes::max() * 1).count(), INT64_MAX);
    }
    void shareIsTheFloor_data() {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<double>("share");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("60% of 10") << qint64(10) << 0.6 << qint64(6);
        QTest::newRow("60% of 11 is 6.6") << qint64(11) << 0.6 << qint64(6);
        QTest::newRow("29% of 100: the double is below 0.29") << qint64(100) << 0.29 << qint64(29);
        QTest::newRow("60% of the published U-Net's baseline")
            << qint64(7803387904) << 0.6 << qint64(4682032742);
        QTest::newRow("all") << qint64(INT64_MAX - 1) << 1.0 << qint64(INT64_MAX - 1);
        QTest::newRow("nothing") << qint64(5) << 0.0 << qint64(0);
    }
    void shareIsTheFloor() {
        QFETCH(qint64, bytes);
        QFETCH(double, share);
        QFETCH(qint64, expected);
        QCOMPARE(Bytes(bytes).share(share).count(), expected);
    }
    void parses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("plain") << "1734000000" << qint64(1734000000);
        QTest::newRow("largest") << "9223372036854775807" << qint64(INT64_MAX);
        QTest::newRow("GiB") << "2GiB" << qint64(2147483648);
        QTest::newRow("GB") << "1.5GB" << qint64(1500000000);
        QTest::newRow("space") << "1.5 MiB" << qint64(1572864);
        QTest::newRow("kB") << "3kB" << qint64(3000);
        QTest::newRow("KiB") << "3KiB" << qint64(3072);
        QTest::newRow("B") << "7B" << qint64(7);
    }
    void parses() {
        QFETCH(QString, text);
        QFETCH(qint64, expected);
        QCOMPARE(parseBytes(text.toStdString()).count(), expected);
    }
    void refuses_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "GiB", "-1", "-2GiB", "1.5XB", "1e300GB", "nan", "inf", "12 34", "1GiB!",
                                 "99999999999999999999"}) {
            QTest::newRow(text) << QString(text);
        }
    }
    void refuses() {
        QFETCH(QString, text);
        try {
            parseBytes(text.toStdString());
            QFAIL("it was accepted");
        } catch (const Error& e) {
            QCOMPARE(e.kind(), ErrorKind::usage);
            QVERIFY(!e.context().advice.empty());
        }
    }
};

REFORWARD_TEST("bytes", BytesTest);
#include "bytes_test.moc"
