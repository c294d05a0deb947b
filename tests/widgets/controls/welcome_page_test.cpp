// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/welcome_page.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/welcome_card.h"

using namespace reforward;

class WelcomePageTest : public QObject {
    Q_OBJECT

    static WelcomeCard* card(WelcomePage& page, const QString& begin) {
        for (WelcomeCard* each : page.findChildren<WelcomeCard*>()) {
            if (each->accessibleName().startsWith(begin)) return each;
        }
        return nullptr;
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void everythingIsOneClickAway() {
        WelcomePage page;
        page.resize(1400, 880);
        page.setRecent({{"/home/me/unet.onnx", "unet.onnx", "60 vertices", "~", "today", false},
                        {"/gone.onnx", "gone.onnx", "", "/", "11 Nov", true}});
        page.setSamples({{"unet", "U-Net", "60 vertices", "60% of the memory", "", {}},
                         {"resnet50", "ResNet-50", "176", "", "", {}}});
        page.show();
        QSignalSpy open(&page, &WelcomePage::openRequested), recent(&page, &WelcomePage::recentChosen),
            sample(&page, &WelcomePage::sampleChosen), clear(&page, &WelcomePage::clearRecentRequested);
        page.findChild<QPushButton*>()->click();
        QCOMPARE(open.size(), 1);
        QTest::mouseClick(card(page, "unet.onnx"), Qt::LeftButton);
        QCOMPARE(recent.size(), 1);
        QCOMPARE(recent[0][0].toString(), QString("/home/me/unet.onnx"));
        QTest::mouseClick(card(page, "gone.onnx"), Qt::LeftButton);
        QCOMPARE(recent.size(), 1);
        QVERIFY(card(page, "gone.onnx")->accessibleName().contains("file not found"));
        QTest::keyClick(card(page, "ResNet-50"), Qt::Key_Return);
        QCOMPARE(sample.size(), 1);
        QCOMPARE(sample[0][0].toString(), QString("resnet50"));
        for (ElidedLabel* link : page.findChildren<ElidedLabel*>())
            QTest::keyClick(link, Qt::Key_Space);
        QCOMPARE(clear.size(), 1);
    }

    void listsAreReplaced() {
        WelcomePage page;
        page.setRecent({{"/a", "a", "", "", "", false}});
        page.setRecent({{"/b", "b", "", "", "", false}});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!card(page, "a"));
        QVERIFY(card(page, "b"));
        page.setRecent({});
        page.show();
        QVERIFY(!page.findChild<ElidedLabel*>()->isVisible());
    }

    void shownAtStart() {
        WelcomePage page;
        QSignalSpy changed(&page, &WelcomePage::shownAtStartChanged);
        page.setShownAtStart(false);
        QCOMPARE(changed.size(), 0);
        page.findChild<QCheckBox*>()->click();
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toBool(), true);
    }

    void anySize() {
        WelcomePage page;
        page.setSamples({{"unet", "U-Net", "60 vertices", "", "", {}}});
        for (const QSize size : {QSize(1, 1), QSize(960, 600), QSize(3000, 2000)}) {
            page.setMinimumSize(1, 1);
            page.resize(size);
            QVERIFY(!page.grab().isNull());
        }
    }
};

REFORWARD_TEST("welcome_page", WelcomePageTest);
#include "welcome_page_test.moc"
