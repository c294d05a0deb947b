// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/budget_slider.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/controls/plans.h"

using namespace reforward;
using reforward::tests::gib;

class BudgetSliderTest : public QObject {
    Q_OBJECT

    std::unique_ptr<BudgetSlider> slider_;

  private slots:
    void init() {
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)"));
        slider_ = std::make_unique<BudgetSlider>();
        slider_->resize(616, 48);  // 600 px of track
        slider_->setRange(Bytes(4 * gib), Bytes(10 * gib));
        slider_->setBudget(Bytes(8 * gib));
    }
    void cleanup() { slider_.reset(); }

    void theRangeBeginsBelowTheFloorAtATenthOfTheBaseline() {
        // The floor is at a tenth itself, so the range begins one before.
        QCOMPARE(slider_->least().count(), 3 * gib);
        slider_->setRange(Bytes(4 * gib + gib / 2), Bytes(10 * gib));
        QCOMPARE(slider_->least().count(), 4 * gib);
        slider_->setRange(Bytes(10), Bytes(10 * gib));
        QCOMPARE(slider_->least().count(), 0);
    }

    void pixelsAndBytesAreInverse() {
        QCOMPARE(slider_->xOf(Bytes(3 * gib)), 8.0);
        QCOMPARE(slider_->xOf(Bytes(10 * gib)), 608.0);
        QCOMPARE(slider_->xOf(Bytes(6 * gib + gib / 2)), 308.0);
        for (const double x : {8.0, 100.0, 308.0, 601.5, 608.0}) {
            QVERIFY(std::abs(slider_->xOf(slider_->budgetAt(x)) - x) < 1e-6);
        }
        QCOMPARE(slider_->budgetAt(-100).count(), 3 * gib);
        QCOMPARE(slider_->budgetAt(9999).count(), 10 * gib);
    }

    void aPressJumpsADragFollowsAReleaseSettles() {
        QSignalSpy changed(slider_.get(), &BudgetSlider::budgetChanged);
        QTest::mousePress(slider_.get(), Qt::LeftButton, {}, QPoint(308, 12));
        QCOMPARE(changed.size(), 1);
        QVERIFY(std::abs(changed[0][0].value<Bytes>().count() - (6 * gib + gib / 2)) < 8);
        QCOMPARE(changed[0][1].toBool(), true);
        QTest::mouseMove(slider_.get(), QPoint(408, 12));
        QTest::mouseRelease(slider_.get(), Qt::LeftButton, {}, QPoint(408, 12));
        QCOMPARE(changed.last()[1].toBool(), false);
        QVERIFY(std::abs(slider_->xOf(changed.last()[0].value<Bytes>()) - 408) < 1e-6);
    }

    void grippingTheHandleMovesNothing() {
        QSignalSpy changed(slider_.get(), &BudgetSlider::budgetChanged);
        QTest::mousePress(slider_.get(), Qt::LeftButton, {},
                          QPoint(static_cast<int>(slider_->xOf(Bytes(8 * gib))) + 4, 12));
        QCOMPARE(changed.size(), 0);
        QCOMPARE(slider_->budget().count(), 8 * gib);
    }

    void keys() {
        QSignalSpy changed(slider_.get(), &BudgetSlider::budgetChanged);
        const std::int64_t step = 7 * gib / 100;
        QTest::keyClick(slider_.get(), Qt::Key_Left);
        QCOMPARE(slider_->budget().count(), 8 * gib - step);
        QTest::keyClick(slider_.get(), Qt::Key_Right);
        QCOMPARE(slider_->budget().count(), 8 * gib);
        QTest::keyClick(slider_.get(), Qt::Key_PageDown);
        QCOMPARE(slider_->budget().count(), 8 * gib - 10 * step);
        QTest::keyClick(slider_.get(), Qt::Key_Home);
        QCOMPARE(slider_->budget(), slider_->least());
        QVERIFY(slider_->belowFloor());
        QTest::keyClick(slider_.get(), Qt::Key_End);
        QCOMPARE(slider_->budget().count(), 10 * gib);
        QCOMPARE(changed.size(), 5);
        QSignalSpy step1(slider_.get(), &BudgetSlider::stepPlan);
        QTest::keyClick(slider_.get(), Qt::Key_BracketLeft);
        QTest::keyClick(slider_.get(), Qt::Key_BracketRight);
        QCOMPARE(step1.size(), 2);
        QCOMPARE(step1[0][0].toInt(), -1);
        QCOMPARE(step1[1][0].toInt(), 1);
    }

    void settingEmitsNothing() {
        QSignalSpy changed(slider_.get(), &BudgetSlider::budgetChanged);
        slider_->setBudget(Bytes(5 * gib));
        slider_->setBudget(Bytes(99 * gib));
        QCOMPARE(slider_->budget().count(), 10 * gib);
        QCOMPARE(changed.size(), 0);
    }

    void theTrackIsFilledToTheHandle() {
        const Theme& colours = theme(ThemeKind::light);
        slider_->setTheme(colours);
        slider_->setTicks({Bytes(5 * gib), Bytes(9 * gib)});
        const QImage image = slider_->grab().toImage();
        const auto at = [&](Bytes bytes, int y) {
            return image.pixelColor(static_cast<int>(slider_->xOf(bytes)), y);
        };
        QCOMPARE(at(Bytes(6 * gib), 12), colours.accent);
        QCOMPARE(at(Bytes(9 * gib), 12), colours.boundFill);
        QCOMPARE(at(Bytes(5 * gib), 25), colours.secondaryText);  // a tick
        const QColor below = at(Bytes(3 * gib + gib / 2), 12);
        QVERIFY(below != colours.accent);
    }

    void anySizeAndNoRange() {
        for (const QSize size : {QSize(1, 1), QSize(20, 10), QSize(3000, 56)}) {
            slider_->setMinimumSize(1, 1);
            slider_->resize(size);
            QVERIFY(!slider_->grab().isNull());
        }
        BudgetSlider empty;
        empty.resize(300, 48);
        QVERIFY(!empty.grab().isNull());
        QTest::mouseClick(&empty, Qt::LeftButton, {}, QPoint(50, 12));
        QTest::keyClick(&empty, Qt::Key_Left);
        QCOMPARE(empty.budget().count(), 0);
    }
};

REFORWARD_TEST("budget_slider", BudgetSliderTest);
#include "budget_slider_test.moc"
