// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/infeasible_message.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/controls/plans.h"
#include "widgets/controls/infeasible_words.h"

using namespace reforward;
using namespace reforward::tests;

class InfeasibleMessageTest : public QObject {
    Q_OBJECT

    static InfeasibleMessage::Content content(std::int64_t budget) {
        const auto graph = concat();
        return {graph, Bytes(budget), Bytes(24), floorOf(*graph), figures(20, 0.922)};
    }

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void belowTheFloor() {
        const InfeasibleWords words = infeasibleWords(content(12));
        QCOMPARE(words.heading, QString("No plan fits 12 B"));
        QCOMPARE(words.sentence,
                 QString("The backward of <b>c</b> alone holds 18 B: the two values it reads, the gradient "
                         "of its output and the gradients of its inputs. No schedule can go below that."));
        QCOMPARE(words.budget.remark, QString("50.0% of keep-all"));
        QCOMPARE(words.floor.remark, QString("75.0%, at c"));
        QCOMPARE(words.smallest.value, QString("20 B"));
        QCOMPARE(words.smallest.remark, QString("83.3%, costs +92.2%"));
        QCOMPARE(words.baseline.value, QString("24 B"));
        QCOMPARE(words.useButton, QString("Use 20 B"));
        QCOMPARE(words.goButton, QString("Go to c"));
    }

    void aboveTheFloorNothingIsClaimed() {
        const InfeasibleWords words = infeasibleWords(content(19));
        QCOMPARE(words.heading, QString("No plan found for 19 B"));
        QCOMPARE(words.sentence,
                 QString("It is above the floor of 18 B, so a plan may exist, but none was found. The "
                         "smallest plan found needs 20 B."));
    }

    void withoutAPlanThereIsNoButtonForIt() {
        InfeasibleMessage::Content none = content(12);
        none.smallest = nullptr;
        const InfeasibleWords words = infeasibleWords(none);
        QVERIFY(words.useButton.isEmpty());
        QCOMPARE(words.smallest.value, QString("\u2013"));
    }

    void buttonsSayWhatTheyDo() {
        QWidget window;
        InfeasibleMessage message(&window);
        message.setContent(content(12));
        window.show();
        QSignalSpy use(&message, &InfeasibleMessage::useBudget), go(&message, &InfeasibleMessage::goToVertex),
            gone(&message, &InfeasibleMessage::dismissed);
        for (QPushButton* button : message.findChildren<QPushButton*>())
            button->click();
        QCOMPARE(use.size(), 1);
        QCOMPARE(use[0][0].value<Bytes>().count(), 20);
        QCOMPARE(go.size(), 1);
        QCOMPARE(go[0][0].value<VertexId>(), 2U);
        QTest::keyClick(&message, Qt::Key_Escape);
        QCOMPARE(gone.size(), 1);
    }

    void neverLiesOverTheVertexWhereThereIsRoom() {
        QWidget window;
        window.resize(1100, 700);
        InfeasibleMessage message(&window);
        message.setContent(content(12));
        for (const QPoint corner : {QPoint(200, 150), QPoint(20, 20), QPoint(900, 600), QPoint(500, 100)}) {
            const QRect vertex(corner, QSize(148, 24));
            message.placeIn(window.rect(), vertex);
            QVERIFY(window.rect().contains(message.geometry()));
            QVERIFY(!message.geometry().intersects(vertex));
        }
        message.placeIn(QRect(0, 0, 30, 30), QRect(1, 1, 5, 5));
        QVERIFY(!message.grab().isNull());
    }
};

REFORWARD_TEST("infeasible_message", InfeasibleMessageTest);
#include "infeasible_message_test.moc"
