// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/pane_header.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/widgets/controls/plans.h"

using namespace reforward;
using namespace reforward::tests;

class PaneHeaderTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }

    void figuresOfThePlan() {
        PaneHeader header;
        QCOMPARE(header.figures(), QString("no plan"));
        header.setPlan(figures(4'660'039'516, 0.173), Bytes(4'681'514'352));
        QCOMPARE(header.figures(), QString("4.34 GiB of 4.36 GiB, 17.3% extra forward"));
        QCOMPARE(header.counts(), QString("32 kept, 22 recomputed, 6 dropped"));
        header.setNote("shown dimmed, 2.87 GiB, does not fit the budget");
        QCOMPARE(header.figures(), QString("shown dimmed, 2.87 GiB, does not fit the budget"));
        header.setNote({});
        Plan found = *figures(4'660'039'516, 0.173);
        found.foundBy = "liveness-exact";
        header.setPlan(std::make_shared<const Plan>(found), std::nullopt);
        QCOMPARE(header.figures(), QString("liveness-exact, 4.34 GiB, 17.3% extra forward"));
        header.setPlan(nullptr, std::nullopt);
        QCOMPARE(header.counts(), QString());
    }

    void comparedPanesChooseTheirStrategy() {
        PaneHeader header;
        header.resize(800, 28);
        header.setStrategies({{"best", "Best of all", {}}, {"chen-sqrt", "Chen", {}}});
        header.setStrategy("best");
        header.setLetter("A");
        header.show();
        QSignalSpy chosen(&header, &PaneHeader::strategyChosen), zoom(&header, &PaneHeader::zoomActivated);
        QComboBox* box = header.findChild<QComboBox*>();
        QVERIFY(box->isVisible());
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), QString("chen-sqrt"));
        header.setZoom(0.384);
        QCOMPARE(header.findChild<QToolButton*>()->text(), QString("38%"));
        header.findChild<QToolButton*>()->click();
        QCOMPARE(zoom.size(), 1);
        header.setLetter({});
        QVERIFY(!box->isVisible());
    }
};

REFORWARD_TEST("pane_header", PaneHeaderTest);
#include "pane_header_test.moc"
