// SPDX-License-Identifier: Apache-2.0
// Training as a whole in the window: the memory bar, the device, optimizer and precision, the largest batch.
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/desktop/canvas_area.h"
#include "app/desktop/message_bar.h"
#include "core/base/format.h"
#include "tests/app/desktop/sample_files.h"
#include "tests/app/desktop/window_fixture.h"
#include "tests/support/test_main.h"
#include "widgets/controls/budget_bar.h"
#include "widgets/controls/memory_bar.h"

namespace reforward {

class TrainingTest : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::WindowFixture> fixture_;
    QTemporaryDir folder_;

    MainWindow& window() { return *fixture_->window; }
    Session& session() { return fixture_->session; }
    BudgetBar& bar() { return *window().budgetBar(); }
    MessageBar& messages() { return *window().canvasArea()->messages(); }
    template <class Widget>
    Widget* named(const QString& name) {
        for (Widget* each : bar().findChildren<Widget*>()) {
            if (each->accessibleName() == name) return each;
        }
        return nullptr;
    }
    void choose(const QString& box, const QString& data) {
        auto* const combo = named<QComboBox>(box);
        QVERIFY(combo);
        const int index = combo->findData(data);
        QVERIFY(index >= 0);
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
    void open(const QString& path) {
        window().openFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(session().model() && session().model()->path == path.toStdString(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 60'000);
    }

  private slots:
    void init() {
        fixture_ = std::make_unique<tests::WindowFixture>(
            std::vector<const Strategy*>{&strategy("liveness-exact"), &strategy("keep-all")});
        open(tests::writeChain(folder_.path(), "chain.json", 16, true));
    }
    void cleanup() { fixture_.reset(); }

    void theBarFollowsPlanDeviceAndOptimizer() {
        open(REFORWARD_TEST_DATA "/onnx/smallcnn.onnx");
        const auto total = [&] {
            return trainingMemory(*session().model()->graph, session().training(),
                                  session().panes()[0].plan->peak())
                .total();
        };
        const auto saysTotal = [&] {
            return bar().memory()->text().startsWith(QString::fromStdString(formatBytes(total())));
        };
        QVERIFY2(saysTotal(), qPrintable(bar().memory()->text()));
        QVERIFY(bar().memory()->text().endsWith("with parameters, fits"));
        const Bytes withAdam = total();
        choose("Optimizer", "sgd");
        QVERIFY(total() < withAdam);
        QVERIFY(saysTotal());
        choose("Precision", "bf16");
        QTRY_VERIFY_WITH_TIMEOUT(session().model()->options.precision == "bf16" && session().idle(), 60'000);
        QVERIFY(session().model()->graph->notes().masterParameterBytes > Bytes());
        QVERIFY(saysTotal());
    }

    void aDeviceSetsTheBudget() {
        choose("Device", "4GiB");
        QCOMPARE(session().device(), std::string("4GiB"));
        // Sixteen MiB fit whole: keep-all is the most that any plan needs.
        QCOMPARE(session().budget(), session().model()->baselinePeak());
        session().setBatch(4096);
        QTRY_VERIFY_WITH_TIMEOUT(session().model()->graph->notes().batch == 4096 && session().idle(), 60'000);
        QVERIFY(session().model()->baselinePeak() > Bytes(std::int64_t{4} << 30));
        choose("Device", "6GiB");
        QCOMPARE(session().budget(), Bytes(std::int64_t{6} << 30));
    }

    void graphFilesHaveNoPrecision() {
        QVERIFY(!named<QComboBox>("Precision")->isEnabled());
        QVERIFY(named<QComboBox>("Optimizer")->isEnabled());
    }

    void theLargestBatchIsOfferedAndOpened() {
        choose("Device", "4GiB");
        auto* const button = named<QToolButton>("Largest batch");
        QVERIFY(button && button->isVisible() && button->isEnabled());
        button->click();
        QCOMPARE(button->text(), QString("Stop search"));
        QTRY_VERIFY_WITH_TIMEOUT(!session().finder().busy(), 120'000);
        QCOMPARE(button->text(), QString("Largest batch"));
        QVERIFY2(messages().text().startsWith("Batch "), qPrintable(messages().text()));
        auto* const accept = messages().findChild<QPushButton*>();
        QVERIFY(accept->isVisible());
        const QString words = accept->text();
        accept->click();
        QVERIFY(!messages().isVisible());
        const std::int64_t batch = words.mid(QString("Open at batch ").size()).remove(',').toLongLong();
        QVERIFY2(batch > 4, qPrintable(words));
        QTRY_VERIFY_WITH_TIMEOUT(session().model()->graph->notes().batch == batch && session().idle(),
                                 120'000);
        const PlanPtr plan = session().panes()[0].plan;
        QVERIFY(plan);
        QVERIFY(plan->peak() <= Bytes(std::int64_t{4} << 30));
        QVERIFY(plan->overheadForward() <= 0.2);
        QVERIFY(plan->overheadForward() > 0);
        QVERIFY(bar().memory()->fits());
    }

    void stoppingNeverBlocks() {
        choose("Device", "h200");
        auto* const button = named<QToolButton>("Largest batch");
        for (int round = 0; round < 3; ++round) {
            button->click();
            QVERIFY(session().finder().busy());
            button->click();
            QTRY_VERIFY_WITH_TIMEOUT(!session().finder().busy(), 20'000);
        }
        // What does not fit says why in place.
        messages().clear();
        session().setDevice("100KiB");
        button->click();
        QTRY_VERIFY_WITH_TIMEOUT(messages().text().contains("not even batch 1 fits", Qt::CaseInsensitive),
                                 20'000);
        QVERIFY(!messages().findChild<QPushButton*>()->isVisible());
    }

    void aModelWithoutABatchHasNoSearch() {
        open(tests::writeChain(folder_.path(), "plain.json", 16, false));
        QVERIFY(!named<QToolButton>("Largest batch")->isEnabled());
    }

    void costsHaveTheirUnit() {
        open(REFORWARD_TEST_DATA "/onnx/smallcnn.onnx");
        session().setCosts("flops:rtx4090");
        QTRY_VERIFY_WITH_TIMEOUT(session().model()->options.costs == "flops:rtx4090" && session().idle(),
                                 60'000);
        QCOMPARE(named<QComboBox>("Cost model")->currentText(), QString("RTX 4090"));
        QCOMPARE(session().model()->graph->notes().timeUnit, std::string("us"));
    }
};

}  // namespace reforward

using reforward::TrainingTest;
REFORWARD_TEST("training", TrainingTest);
#include "training_test.moc"
