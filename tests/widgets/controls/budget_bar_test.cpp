// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/budget_bar.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/widgets/controls/plans.h"
#include "widgets/controls/budget_slider.h"
#include "widgets/controls/status_chip.h"

using namespace reforward;
using reforward::tests::gib;

class BudgetBarTest : public QObject {
    Q_OBJECT

    std::unique_ptr<BudgetBar> bar_;

    QDoubleSpinBox* field() const { return named<QDoubleSpinBox>("Memory budget"); }
    template <class Widget>
    Widget* named(const QString& name) const {
        for (Widget* each : bar_->findChildren<Widget*>()) {
            if (each->accessibleName() == name) return each;
        }
        return nullptr;
    }
    void type(const QString& text) {
        field()->selectAll();
        QTest::keyClicks(field(), text);
        QTest::keyClick(field(), Qt::Key_Return);
    }

  private slots:
    void init() {
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)"));
        bar_ = std::make_unique<BudgetBar>();
        bar_->resize(1600, 72);
        bar_->setGraphFigures(Bytes(10 * gib), Bytes(4 * gib));
        bar_->setBudget(Bytes(6 * gib));
        bar_->setStrategies({{"best", "Best of all", "All of them"}, {"chen-sqrt", "Chen", "One"}});
        bar_->show();
    }
    void cleanup() { bar_.reset(); }

    void fieldShareAndSliderAgree() {
        QCOMPARE(field()->value(), 6.0);
        const QList<QLabel*> labels = bar_->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](QLabel* label) { return label->text() == "60.0% of keep-all"; }));
        QCOMPARE(bar_->slider()->budget().count(), 6 * gib);
    }

    void typingEmitsOneBudget() {
        QSignalSpy changed(bar_.get(), &BudgetBar::budgetChanged);
        type("7.5");
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].value<Bytes>().count(), 7 * gib + gib / 2);
        QCOMPARE(changed[0][1].toBool(), false);
        QCOMPARE(bar_->slider()->budget().count(), 7 * gib + gib / 2);
    }

    void unitsShowTheSameBudget() {
        QSignalSpy changed(bar_.get(), &BudgetBar::budgetChanged);
        bar_->setUnit(BudgetBar::Unit::percent);
        QCOMPARE(field()->value(), 60.0);
        bar_->setUnit(BudgetBar::Unit::mib);
        QCOMPARE(field()->value(), 6144.0);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(bar_->budget().count(), 6 * gib);
        bar_->setUnit(BudgetBar::Unit::percent);
        type("33.3");
        // floor(0.333 x baseline)
        QCOMPARE(changed.last()[0].value<Bytes>().count(), Bytes(10 * gib).share(0.333).count());
    }

    void aFineBudgetIsNotRoundedByShowingIt() {
        bar_->setBudget(Bytes(6 * gib + 1234));
        QCOMPARE(bar_->budget().count(), 6 * gib + 1234);
        QCOMPARE(field()->value(), 6.0);
    }

    void stepButtonsGoToTheNextPlan() {
        bar_->setPlanPeaks({Bytes(5 * gib), Bytes(9 * gib), Bytes(8 * gib)});
        QCOMPARE(bar_->nextPlan(-1)->count(), 5 * gib);
        QCOMPARE(bar_->nextPlan(1)->count(), 8 * gib);
        QSignalSpy changed(bar_.get(), &BudgetBar::budgetChanged), stepped(bar_.get(), &BudgetBar::stepPlan);
        named<QToolButton>("Next larger plan (])")->click();
        QCOMPARE(changed.last()[0].value<Bytes>().count(), 8 * gib);
        QTest::keyClick(bar_->slider(), Qt::Key_BracketLeft);
        QCOMPARE(changed.last()[0].value<Bytes>().count(), 5 * gib);
        QCOMPARE(stepped.size(), 2);
        QVERIFY(!named<QToolButton>("Next smaller plan ([)")->isEnabled());
        QVERIFY(!bar_->nextPlan(-1));
    }

    void choicesEmitTheirName() {
        QSignalSpy strategy(bar_.get(), &BudgetBar::strategyChosen);
        bar_->setStrategy("chen-sqrt");
        QCOMPARE(bar_->strategy(), QString("chen-sqrt"));
        QCOMPARE(strategy.size(), 0);
        QComboBox* box = named<QComboBox>("Strategy");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(strategy.size(), 1);
        QCOMPARE(strategy[0][0].toString(), QString("best"));
    }

    void batchIsDisabledWhereTheModelHasNone() {
        QSpinBox* batch = named<QSpinBox>("Batch size");
        bar_->setBatch(std::nullopt);
        QVERIFY(!batch->isEnabled());
        QSignalSpy chosen(bar_.get(), &BudgetBar::batchChosen);
        bar_->setBatch(8);
        QVERIFY(batch->isEnabled());
        QCOMPARE(batch->value(), 8);
        QCOMPARE(chosen.size(), 0);
        QTest::keyClick(batch, Qt::Key_Up);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toLongLong(), 9);
    }

    void narrowBarsFoldTheChoicesAndShortenTheChip() {
        bar_->chip()->showSolved(0.173, 0.1525);
        QVERIFY(named<QComboBox>("Strategy")->isVisible());
        bar_->resize(1280, 72);
        QVERIFY(!named<QComboBox>("Strategy")->isVisible());
        named<QToolButton>("Optimizer, precision and other options")->click();
        QVERIFY(named<QComboBox>("Strategy")->isVisible());
        QVERIFY(named<QComboBox>("Optimizer")->isVisible());
        named<QComboBox>("Strategy")->window()->hide();
        QCOMPARE(bar_->chip()->text(), QString("17.3% extra forward"));
        QVERIFY2(bar_->slider()->width() >= 360, qPrintable(QString::number(bar_->slider()->width())));
        bar_->resize(1600, 72);
        QVERIFY(named<QComboBox>("Strategy")->isVisible());
    }

    void theButtonSearchesAndStops() {
        bar_->setBatch(8);
        QSignalSpy asked(bar_.get(), &BudgetBar::largestBatchRequested),
            stopped(bar_.get(), &BudgetBar::cancelRequested);
        auto* const button = named<QToolButton>("Largest batch");
        named<QDoubleSpinBox>("Extra forward of the largest batch, at most")->setValue(35);
        button->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toDouble(), 0.35);
        bar_->setSearchingBatch(true);
        button->click();
        QCOMPARE(stopped.size(), 1);
        QCOMPARE(asked.size(), 1);
        bar_->setBatch(std::nullopt);
        QVERIFY(!button->isEnabled());
    }

    void deviceAndPrecision() {
        bar_->setDevices({{"6GiB", "6 GiB card", "Six"}, {"h100", "H100, 80 GiB", "Eighty"}});
        bar_->setPrecisions({{"fp32", "As in the file", ""}, {"bf16", "bfloat16", ""}});
        QSignalSpy device(bar_.get(), &BudgetBar::deviceChosen);
        bar_->setDevice("h100");
        QCOMPARE(named<QComboBox>("Device")->currentText(), QString("H100, 80 GiB"));
        QCOMPARE(device.size(), 0);
        named<QComboBox>("Device")->setFocus();
        QTest::keyClick(named<QComboBox>("Device"), Qt::Key_Up);
        QCOMPARE(device.size(), 1);
        QCOMPARE(device[0][0].toString(), QString("6GiB"));
        bar_->setPrecision(QString("bf16"));
        QCOMPARE(named<QComboBox>("Precision")->currentText(), QString("bfloat16"));
        bar_->setPrecision(std::nullopt);
        QVERIFY(!named<QComboBox>("Precision")->isEnabled());
    }

    void belowTheFloorTheFieldSaysSo() {
        const Theme& colours = theme(ThemeKind::light);
        bar_->setTheme(colours);
        bar_->setBudget(Bytes(2 * gib));
        QCOMPARE(field()->palette().color(QPalette::Base), colours.chipNoPlan.ground);
        bar_->setBudget(Bytes(5 * gib));
        QCOMPARE(field()->palette().color(QPalette::Base), colours.base);
    }

    void anySize() {
        for (const int width : {1, 300, 960, 4000}) {
            bar_->setMinimumWidth(1);
            bar_->resize(width, 72);
            QVERIFY(!bar_->grab().isNull());
        }
    }
};

REFORWARD_TEST("budget_bar", BudgetBarTest);
#include "budget_bar_test.moc"
