// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/type.h"

#include <QFontMetricsF>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class TypeTest : public QObject {
    Q_OBJECT

  private slots:
    void sizesFollowTheBase() {
        QFont base = pictureFont();
        QCOMPARE(base.pixelSize(), 13);
        QCOMPARE(roleFont(TextRole::control, base).pixelSize(), 13);
        QCOMPARE(roleFont(TextRole::table, base).pixelSize(), 12);
        QCOMPARE(roleFont(TextRole::label, base).pixelSize(), 11);
        QCOMPARE(roleFont(TextRole::heading, base).pixelSize(), 15);
        QCOMPARE(roleFont(TextRole::messageFigure, base).pixelSize(), 19);
        QCOMPARE(roleFont(TextRole::welcomeTitle, base).pixelSize(), 26);
        base.setPixelSize(26);
        QCOMPARE(roleFont(TextRole::label, base).pixelSize(), 22);
        base.setPointSizeF(10);
        QCOMPARE(roleFont(TextRole::welcomeTitle, base).pointSizeF(), 20.0);
    }

    void weights() {
        const QFont base = pictureFont();
        QCOMPARE(roleFont(TextRole::sectionHead, base).weight(), QFont::DemiBold);
        QCOMPARE(roleFont(TextRole::chip, base).weight(), QFont::Medium);
        QCOMPARE(roleFont(TextRole::table, base).weight(), QFont::Normal);
    }

    void digitsLineUp() {
        const QFontMetricsF metrics(roleFont(TextRole::table, pictureFont()));
        for (const char digit : {'1', '2', '3', '4', '5', '6', '7', '8', '9'}) {
            QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)),
                     metrics.horizontalAdvance(QLatin1Char('0')));
        }
    }
};

REFORWARD_TEST("type", TypeTest);
#include "type_test.moc"
