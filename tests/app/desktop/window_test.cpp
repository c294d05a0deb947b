// SPDX-License-Identifier: Apache-2.0
// A whole run of the window, offscreen, on a real model.
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

#include "app/desktop/canvas_area.h"
#include "app/desktop/compare_strip.h"
#include "app/desktop/find_field.h"
#include "app/desktop/message_bar.h"
#include "app/desktop/table_docks.h"
#include "app/desktop/timeline_panel.h"
#include "core/base/file.h"
#include "core/plan/plan_json.h"
#include "tests/app/desktop/sample_files.h"
#include "tests/app/desktop/window_fixture.h"
#include "tests/support/test_main.h"
#include "widgets/charts/frontier_chart.h"
#include "widgets/controls/budget_bar.h"
#include "widgets/controls/budget_slider.h"
#include "widgets/controls/inspector.h"
#include "widgets/controls/status_chip.h"
#include "widgets/controls/welcome_page.h"

namespace reforward {

using tests::WindowFixture;

class WindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase();

    void beginsWithTheWelcomePage();
    void opensAModelWithItsPlan();
    void theCanvasShowsTheStatesInTheirColours();
    void draggingTheSliderRecolours();
    void fiveHundredSliderEventsLeaveOneSolve();
    void selectionIsOneEverywhere();
    void findsAVertex();
    void anInfeasibleBudgetSaysWhyAndLeadsOut();
    void comparesTwoStrategiesSideBySide();
    void exportsWhatCanBeReadBack();
    void aBadFileLeavesTheLastGoodState();
    void aDroppedFileOpens();
    void darkThemeAndSmallWindows();
    void remembersRecentFilesAndDocks();

  private:
    MainWindow& window() { return *fixture_->window; }
    Session& session() { return fixture_->session; }
    GraphCanvas& canvas(std::size_t pane = 0) { return *window().canvasArea()->pane(pane)->canvas(); }
    QColor colourOf(VertexId v, std::size_t pane = 0);
    bool showsState(VertexId v, VertexState state, std::size_t pane = 0);
    void dragTo(double share);
    void picture(const QString& name);

    std::unique_ptr<WindowFixture> fixture_;
};

void WindowTest::initTestCase() {
    fixture_ = std::make_unique<WindowFixture>(tests::allStrategies());
}

void WindowTest::cleanupTestCase() {
    fixture_.reset();
}

/// Left of the label, in the middle of the height: the box's ground.
QColor WindowTest::colourOf(VertexId v, std::size_t pane) {
    const QRectF box = canvas(pane).vertexRect(v);
    const QImage image = canvas(pane).grab().toImage();
    return image.pixelColor(int(box.left() + box.width() * 0.025 + 1), int(box.center().y()));
}

bool WindowTest::showsState(VertexId v, VertexState state, std::size_t pane) {
    const StateColours& colours = fixture_->themes.theme().state(state);
    const QColor seen = colourOf(v, pane);
    const auto near = [&](const QColor& expected) {
        return std::abs(seen.red() - expected.red()) + std::abs(seen.green() - expected.green()) +
                   std::abs(seen.blue() - expected.blue()) <=
               24;
    };
    switch (state) {
        case VertexState::kept:
            return near(colours.fill);
        case VertexState::dropped:
            return near(fixture_->themes.theme().canvas);
        case VertexState::recomputed:
            // Somewhere between the fill and the hatch: the stripes' edges are smoothed.
            return !near(fixture_->themes.theme().kept.fill) && !near(fixture_->themes.theme().canvas) &&
                   seen.red() > seen.blue();
        case VertexState::fixed:
            return true;
    }
    return false;
}

void WindowTest::dragTo(double share) {
    BudgetSlider& slider = *window().budgetBar()->slider();
    const Bytes target = session().model()->baselinePeak().share(share);
    const QPoint from(int(slider.xOf(slider.budget())), slider.height() / 3);
    const QPoint to(int(slider.xOf(target)), slider.height() / 3);
    QTest::mousePress(&slider, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i)
        QTest::mouseMove(&slider, from + (to - from) * i / 10);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, to);
}

/// Main states as pictures in the build folder, to be looked at.
void WindowTest::picture(const QString& name) {
    QTest::qWait(120);  // the panels gather changes; nothing is checked by this
    const QString folder = QString(REFORWARD_BIN_DIR) + "/../screenshots";
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(window().grab().save(folder + '/' + name + ".png"));
}

void WindowTest::beginsWithTheWelcomePage() {
    QVERIFY(window().welcomeShown());
    QVERIFY(!window().budgetBar()->isVisible());
    QVERIFY(!window().docks().dock(DockId::frontier)->isVisible());
    QVERIFY(!window().commands().action(CommandId::exportPlan)->isEnabled());
    QVERIFY(window().commands().action(CommandId::open)->isEnabled());
}

void WindowTest::opensAModelWithItsPlan() {
    emit window().welcomePage()->sampleChosen("unet");
    QTRY_VERIFY(session().model() && session().layout());
    QVERIFY(!window().welcomeShown());
    QVERIFY(window().windowTitle().startsWith("unet.onnx"));
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 120000);
    const Pane& pane = session().panes().front();
    QCOMPARE(pane.phase, PlanPhase::solved);
    QVERIFY(pane.plan->peak() <= session().budget());
    QVERIFY(pane.plan->recomputeTime() > 0);
    QVERIFY(session().store().find("best")->pareto.plans().size() > 5);
    for (DockId id : {DockId::frontier, DockId::inspector, DockId::timeline, DockId::operators}) {
        QVERIFY(window().docks().dock(id)->isVisible());
    }
    QTRY_COMPARE(window().timeline()->view()->data().peak, pane.plan->peak().count());
    QTRY_COMPARE(window().tables()->operators()->view()->model()->rowCount(),
                 int(session().model()->graph->plannedCount()));
    QCOMPARE(window().tables()->strategies()->view()->model()->rowCount(), int(strategies().size()));
    const QString chip = window().budgetBar()->chip()->text();
    QVERIFY(chip.contains("extra forward"));
    QVERIFY2(chip.contains("above the best possible") || chip.contains("proven best"), qPrintable(chip));
    QTRY_VERIFY_WITH_TIMEOUT(session().bounds().settled(), 60000);
    picture("main-light");
}

void WindowTest::theCanvasShowsTheStatesInTheirColours() {
    canvas().actualSize();
    const PlanPtr plan = session().panes().front().plan;
    std::map<VertexState, int> checked;
    for (VertexId v = 0; v < session().model()->graph->vertexCount(); ++v) {
        const VertexState state = plan->predicted.states[v];
        if (state == VertexState::fixed || checked[state] >= 3) continue;
        canvas().centreOn(v);
        canvas().setAnimated(false);
        canvas().centreOn(v);
        QVERIFY2(showsState(v, state), qPrintable(QString("vertex %1").arg(v)));
        ++checked[state];
    }
    QVERIFY(checked[VertexState::kept] > 0 && checked[VertexState::recomputed] > 0);
    canvas().fit();
}

void WindowTest::draggingTheSliderRecolours() {
    canvas().setAnimated(false);
    const PlanPtr before = session().panes().front().plan;
    dragTo(0.9);
    // At once, before any solver answers.
    const PlanPtr after = session().panes().front().plan;
    QVERIFY(after != before);
    QVERIFY(after->peak() <= session().budget());
    VertexId changed = noIndex;
    for (VertexId v = 0; v < after->predicted.states.size(); ++v) {
        if (before->predicted.states[v] == VertexState::recomputed &&
            after->predicted.states[v] == VertexState::kept) {
            changed = v;
        }
    }
    QVERIFY(changed != noIndex);
    canvas().actualSize();
    canvas().centreOn(changed);
    QVERIFY(showsState(changed, VertexState::kept));
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 60000);
    QCOMPARE(session().panes().front().phase, PlanPhase::solved);
    canvas().fit();
}

void WindowTest::fiveHundredSliderEventsLeaveOneSolve() {
    const std::uint64_t before = session().solver().lane().startedCount();
    BudgetSlider& slider = *window().budgetBar()->slider();
    const int left = int(slider.xOf(session().model()->floor.bytes)) + 2, right = slider.width() - 20;
    QTest::mousePress(&slider, Qt::LeftButton, {}, {int(slider.xOf(slider.budget())), slider.height() / 3});
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 500; ++i) {
        QTest::mouseMove(&slider, {left + (right - left) * (i % 100) / 99, slider.height() / 3});
    }
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {int(slider.xOf(slider.budget())), slider.height() / 3});
    QVERIFY(session().solver().lane().startedCount() - before <= 20);
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 60000);
    QVERIFY(session().panes().front().plan->peak() <= session().budget());
}

void WindowTest::selectionIsOneEverywhere() {
    const VertexId vertex = session().model()->graph->order()[5];
    const QRectF box = canvas().vertexRect(vertex);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, box.center().toPoint());
    QCOMPARE(session().selected(), vertex);
    QCOMPARE(window().inspector()->vertex(), vertex);
    const QModelIndexList rows = window().tables()->operators()->view()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.front().data(vertexRole).toUInt(), vertex);
}

void WindowTest::findsAVertex() {
    auto* const find = window().findChild<FindField*>();
    QVERIFY(find);
    session().select(noIndex);
    window().commands().action(CommandId::find)->trigger();
    find->setText("concat");
    QTest::keyClick(find, Qt::Key_Return);
    const VertexId first = session().selected();
    QVERIFY(first != noIndex);
    QCOMPARE(session().model()->graph->op(first), std::string("Concat"));
    QTest::keyClick(find, Qt::Key_Return);
    QVERIFY(session().selected() != first);
}

void WindowTest::anInfeasibleBudgetSaysWhyAndLeadsOut() {
    const Bytes below = session().model()->floor.bytes - Bytes(1 << 20);
    session().setBudget(below, true);
    PaneView& pane = *window().canvasArea()->pane(0);
    QVERIFY(pane.message()->isVisible());
    QCOMPARE(window().budgetBar()->chip()->state(), StatusChip::State::noPlan);
    QVERIFY(pane.message()->content().budget == below);
    QVERIFY(pane.message()->content().floor.bytes == session().model()->floor.bytes);
    QVERIFY(!pane.message()->geometry().intersects(
        canvas().vertexRect(session().model()->floor.vertex).toAlignedRect()));
    picture("infeasible");
    // The button that goes there, and the one that leads out.
    emit pane.message()->goToVertex(session().model()->floor.vertex);
    QCOMPARE(session().selected(), session().model()->floor.vertex);
    emit pane.message()->useBudget(pane.message()->content().smallest->peak());
    QVERIFY(!pane.message()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(session().panes().front().phase, PlanPhase::solved, 60000);
}

void WindowTest::comparesTwoStrategiesSideBySide() {
    session().setBudget(session().model()->baselinePeak().share(0.6), true);
    session().compare("chen-greedy", "liveness-exact");
    QCOMPARE(window().canvasArea()->paneCount(), std::size_t{2});
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 120000);
    QVERIFY(window().canvasArea()->strip()->isVisible());
    QVERIFY(window().canvasArea()->strip()->countText().contains("differ"));
    QVERIFY(!window().docks().dock(DockId::inspector)->isVisible());
    QVERIFY(window().docks().dock(DockId::strategies)->isVisible());
    QTRY_VERIFY(window().tables()->comparison()->isVisible());
    const auto gapStated = [this] {
        const QAbstractItemModel& figures = *window().tables()->comparison()->view()->model();
        for (int row = 0; row < figures.rowCount(); ++row) {
            if (figures.index(row, 0).data().toString().startsWith("Above the bound")) return true;
        }
        return false;
    };
    QTRY_VERIFY(gapStated());
    // The same place in both, and the same vertex.
    QVERIFY(canvas(0).view() == canvas(1).view());
    canvas(1).zoomIn();
    emit canvas(1).viewChanged(canvas(1).view());
    QVERIFY(canvas(0).view() == canvas(1).view());
    session().select(noIndex);
    window().commands().action(CommandId::nextDifference)->trigger();
    const VertexId differing = session().selected();
    QVERIFY(differing != noIndex);
    QVERIFY(session().panes()[0].plan->predicted.states[differing] !=
            session().panes()[1].plan->predicted.states[differing]);
    QCOMPARE(canvas(0).selectedVertex(), std::optional(differing));
    QCOMPARE(canvas(1).selectedVertex(), std::optional(differing));
    canvas(0).fit();
    canvas(1).fit();
    picture("compare-light");
    window().commands().action(CommandId::compare)->trigger();
    QCOMPARE(window().canvasArea()->paneCount(), std::size_t{1});
    QVERIFY(window().docks().dock(DockId::inspector)->isVisible());
    QVERIFY(!window().canvasArea()->strip()->isVisible());
}

void WindowTest::exportsWhatCanBeReadBack() {
    QTemporaryDir folder;
    QSignalSpy exported(&window(), &MainWindow::exported);
    const auto file = [&](const char* name) { return folder.filePath(name); };
    window().exportTo(CommandId::exportPlan, file("unet.plan.json"));
    QCOMPARE(exported.count(), 1);
    const ReadPlan read = readPlan(*session().model()->graph, readFile(file("unet.plan.json").toStdString()));
    QVERIFY(read.wrong.empty() && read.warnings.empty());
    QVERIFY(read.plan.schedule == session().panes().front().plan->schedule);

    int expected = 1;
    for (const char* name : {"graph.svg", "graph.png", "graph.pdf"}) {
        window().exportTo(CommandId::exportPicture, file(name));
        ++expected;
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), expected, 30000);
    }
    QVERIFY(QImage(file("graph.png")).width() > 500);
    QVERIFY(readFile(file("graph.svg").toStdString()).find("<svg") != std::string::npos);
    QVERIFY(readFile(file("graph.pdf").toStdString()).starts_with("%PDF"));

    window().exportTo(CommandId::exportFrontier, file("unet.csv"));
    const QByteArray csv = QByteArray::fromStdString(readFile(file("unet.csv").toStdString()));
    const QList<QByteArray> lines = csv.trimmed().split('\n');
    QVERIFY(lines.front().startsWith("strategy,budget_bytes,peak_bytes,recompute_time"));
    std::size_t plans = 0;
    for (const Frontier& each : session().frontiers())
        plans += each.pareto.plans().size();
    QCOMPARE(std::size_t(lines.size()), plans + 1);

    // What cannot be written is said in place.
    window().exportTo(CommandId::exportPlan, "/nowhere/at/all.plan.json");
    QVERIFY(window().canvasArea()->messages()->isVisible());
    QVERIFY(window().canvasArea()->messages()->text().contains("all.plan.json"));
    window().canvasArea()->dismiss();
}

void WindowTest::aBadFileLeavesTheLastGoodState() {
    QTemporaryDir folder;
    const ModelPtr model = session().model();
    const PlanPtr plan = session().panes().front().plan;
    const QString bad = tests::writeText(
        folder.path(), "cycle.json",
        R"({"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "a"}]})");
    window().openFile(bad);
    MessageBar& messages = *window().canvasArea()->messages();
    QTRY_VERIFY(messages.isVisible());
    QVERIFY2(messages.text().contains("cycle.json"), qPrintable(messages.text()));
    QVERIFY2(messages.text().contains("cycle", Qt::CaseInsensitive), qPrintable(messages.text()));
    QCOMPARE(session().model(), model);
    QCOMPARE(canvas().plan(), plan);
    QVERIFY(window().windowTitle().startsWith("unet.onnx"));
    picture("bad-file");
    window().commands().action(CommandId::cancel)->trigger();
    QVERIFY(!messages.isVisible());
}

void WindowTest::aDroppedFileOpens() {
    QTemporaryDir folder;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(tests::writeChain(folder.path(), "dropped.json", 24))});
    // Qt delivers a drop only to what took the drag.
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    QTRY_VERIFY(window().windowTitle().startsWith("dropped.json"));
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 60000);
    QCOMPARE(session().panes().front().phase, PlanPhase::solved);
}

void WindowTest::darkThemeAndSmallWindows() {
    window().commands().action(CommandId::themeDark)->trigger();
    QVERIFY(fixture_->themes.theme().dark);
    canvas().actualSize();
    const VertexId first = session().model()->graph->order()[0];
    canvas().centreOn(first);
    QVERIFY(showsState(first, session().panes().front().plan->predicted.states[first]));
    picture("small-dark");
    const QSize size = window().size();
    for (QSize each : {QSize(960, 600), QSize(1280, 800), QSize(1, 1)}) {
        window().resize(each);
        QCoreApplication::processEvents();
        QVERIFY(!window().grab().isNull());
    }
    window().resize(size);
    window().commands().action(CommandId::themeHighContrast)->trigger();
    QCoreApplication::processEvents();
    QVERIFY(!window().grab().isNull());
    window().commands().action(CommandId::themeLight)->trigger();
}

void WindowTest::remembersRecentFilesAndDocks() {
    QTRY_VERIFY_WITH_TIMEOUT(session().idle(), 60000);
    const auto recent = fixture_->settings.recent();
    QVERIFY(recent.size() >= 2);
    QVERIFY(recent[0].path.endsWith("dropped.json"));
    QVERIFY(recent[1].path.endsWith("unet.onnx"));
    QVERIFY(recent[1].detail.contains("vertices, plan at"));
    QCOMPARE(fixture_->settings.theme(), std::optional(ThemeKind::light));
    window().docks().dock(DockId::steps)->close();
    window().close();
    QVERIFY(!fixture_->settings.docks().isEmpty());
    // The next start has them as they were.
    Session session(tests::allStrategies());
    MainWindow next(session, fixture_->settings, fixture_->themes);
    next.show();
    OpenRequest request;
    request.path = tests::sampleFile("unet.onnx");
    session.open(request);
    QTRY_VERIFY(session.model());
    QVERIFY(!next.docks().dock(DockId::steps)->isVisible());
    QVERIFY(next.docks().dock(DockId::frontier)->isVisible());
}

REFORWARD_TEST("window", WindowTest);

}  // namespace reforward

#include "window_test.moc"
