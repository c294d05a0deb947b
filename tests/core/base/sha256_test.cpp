// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"

#include <QCryptographicHash>
#include <QTest>

#include "tests/support/test_main.h"

class Sha256Test : public QObject {
    Q_OBJECT
  private slots:
    void agreesWithQt() {
        for (const QByteArray& text : {QByteArray(), QByteArray("abc"), QByteArray(1000, 'a')}) {
            const QByteArray expected = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
            QCOMPARE(QByteArray::fromStdString(reforward::sha256(text.toStdString())), expected);
        }
        // FIPS 180-2, appendix B.1.
        QCOMPARE(reforward::sha256("abc"),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }
};

REFORWARD_TEST("sha256", Sha256Test);
#include "sha256_test.moc"
