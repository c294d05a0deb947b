// SPDX-License-Identifier: Apache-2.0
// A larger model in the window: modules by mouse, keyboard and command, found into, compared and exported.
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTest>

#include "app/desktop/canvas_area.h"
#include "app/desktop/find_field.h"
#include "app/desktop/table_docks.h"
#include "core/base/file.h"
#include "tests/app/desktop/fake_strategy.h"
#include "tests/app/desktop/sample_files.h"
#include "tests/app/desktop/window_fixture.h"
#include "tests/support/test_main.h"
#include "widgets/controls/inspector.h"

namespace reforward {

using tests::FakeStrategy;
using tests::WindowFixture;

class WindowModulesTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase();

    void opensCollapsed();
    void theBarIsThePlans();
    void mouseAndKeyboardToggle();
    void commandsCollapseAndExpand();
    void findsIntoAModule();
    void tablesSelectIntoAModule();
    void panesShowTheSame();
    void exportsWhatIsSeen();

  private:
    MainWindow& window() { return *fixture_->window; }
    Session& session() { return fixture_->session; }
    GraphCanvas& canvas(std::size_t pane = 0) { return *window().canvasArea()->pane(pane)->canvas(); }
    VertexId vertex(const char* id) { return *session().model()->graph->find(id); }
    std::uint32_t block(int number) {
        return session().model()->modules->moduleOf(vertex(qPrintable(QString("b%1_0").arg(number))));
    }
    std::size_t boxes() { return canvas().content()->boxCount(); }
    void trigger(CommandId id) { window().commands().action(id)->trigger(); }

    QTemporaryDir folder_;
    std::unique_ptr<FakeStrategy> first_, second_;
    std::unique_ptr<WindowFixture> fixture_;
};

void WindowModulesTest::initTestCase() {
    first_ = std::make_unique<FakeStrategy>("first");
    second_ = std::make_unique<FakeStrategy>("second");
    fixture_ = std::make_unique<WindowFixture>(std::vector<const Strategy*>{first_.get(), second_.get()});
    window().openFile(tests::writeBlocks(folder_.path(), "blocks.json", 20, 8));
    QTRY_VERIFY(session().model() && session().idle());
    canvas().setAnimated(false);
}

void WindowModulesTest::cleanupTestCase() {
    fixture_.reset();
}

void WindowModulesTest::opensCollapsed() {
    QCOMPARE(boxes(), std::size_t{22});
    bool said = false;
    for (const QLabel* field : window().statusBar()->findChildren<QLabel*>())
        said = said || field->text() == "162 vertices, 161 edges, 22 boxes shown";
    QVERIFY(said);
    for (int b = 0; b < 20; ++b)
        QVERIFY(QRectF(canvas().rect()).contains(canvas().moduleRect(block(b))));
}

void WindowModulesTest::theBarIsThePlans() {
    const PlanPtr plan = session().panes().front().plan;
    const Graph& graph = *session().model()->graph;
    double kept = 0, all = 0;
    for (const VertexId v : session().model()->modules->vertices(block(4))) {
        all += 1;
        kept += plan->predicted.states[v] == VertexState::kept ? 1 : 0;
        QVERIFY(graph.outputBytes(v) == Bytes(1048576));
    }
    QVERIFY(kept > 0 && kept < all);
    canvas().actualSize();
    canvas().centreOn(vertex("b4_0"));
    const QRectF box = canvas().moduleRect(block(4));
    const QImage image = canvas().grab().toImage();
    const Theme& theme = fixture_->themes.theme();
    const auto at = [&](double share) {
        return image.pixelColor(int(box.left() + 10 + (box.width() - 20) * share), int(box.bottom() - 13));
    };
    QCOMPARE(at(kept / all / 2), theme.kept.fill);
    QVERIFY(at((kept / all + 1) / 2) != theme.kept.fill);
    canvas().fit();
}

void WindowModulesTest::mouseAndKeyboardToggle() {
    const QPoint middle = canvas().moduleRect(block(2)).center().toPoint();
    const QPointF corner = canvas().moduleRect(block(2)).topLeft();
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middle);
    QCOMPARE(session().selectedModule(), block(2));
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, middle);
    QTRY_COMPARE(boxes(), std::size_t{29});
    QVERIFY((canvas().moduleRect(block(2)).topLeft() - corner).manhattanLength() < 1e-6);
    QCOMPARE(canvas().marks().selectedModule, std::optional(block(2)));
    canvas().setFocus();
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QTRY_COMPARE(boxes(), std::size_t{22});
    QVERIFY((canvas().moduleRect(block(2)).topLeft() - corner).manhattanLength() < 1e-6);
}

void WindowModulesTest::commandsCollapseAndExpand() {
    trigger(CommandId::collapseAll);
    QTRY_COMPARE(boxes(), std::size_t{3});
    trigger(CommandId::expandAll);
    QTRY_COMPARE(boxes(), std::size_t{162});
    session().select(vertex("b5_3"));
    trigger(CommandId::toggleModule);
    QTRY_COMPARE(boxes(), std::size_t{155});
    QCOMPARE(session().selectedModule(), block(5));
    trigger(CommandId::collapseLevel2);
    QTRY_COMPARE(boxes(), std::size_t{22});
    QCOMPARE(canvas().marks().selectedModule, std::optional(block(5)));
    for (int b = 0; b < 20; ++b)
        QVERIFY(QRectF(canvas().rect()).contains(canvas().moduleRect(block(b))));
}

void WindowModulesTest::findsIntoAModule() {
    auto* const find = window().findChild<FindField*>();
    find->setText("b13_6");
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(session().selected(), vertex("b13_6"));
    QCOMPARE(window().inspector()->vertex(), vertex("b13_6"));
    // Its module is what shows it, in the middle and ringed.
    QVERIFY(QRectF(canvas().rect()).contains(canvas().vertexRect(vertex("b13_6")).center()));
    QCOMPARE(canvas().vertexRect(vertex("b13_6")), canvas().moduleRect(block(13)));
    canvas().setFocus();
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QTRY_COMPARE(boxes(), std::size_t{29});
    QCOMPARE(session().selected(), vertex("b13_6"));
    QVERIFY(canvas().vertexRect(vertex("b13_6")) != canvas().moduleRect(block(13)));
}

void WindowModulesTest::tablesSelectIntoAModule() {
    session().select(vertex("b1_1"));
    const QModelIndexList rows = window().tables()->operators()->view()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(canvas().selectedVertex(), std::optional(vertex("b1_1")));
    QCOMPARE(canvas().vertexRect(vertex("b1_1")), canvas().moduleRect(block(1)));
}

void WindowModulesTest::panesShowTheSame() {
    session().compare("first", "second");
    QCOMPARE(window().canvasArea()->paneCount(), std::size_t{2});
    QTRY_VERIFY(session().idle());
    canvas(1).setAnimated(false);
    emit canvas(1).moduleToggled(block(13));
    QTRY_COMPARE(canvas(0).content()->boxCount(), std::size_t{22});
    QCOMPARE(canvas(1).content(), canvas(0).content());
    QVERIFY(canvas(1).view() == canvas(0).view());
    session().stopComparing();
}

void WindowModulesTest::exportsWhatIsSeen() {
    QSignalSpy exported(&window(), &MainWindow::exported);
    const QString file = folder_.filePath("modules.svg");
    window().exportTo(CommandId::exportPicture, file);
    QTRY_COMPARE(exported.count(), 1);
    const std::string svg = readFile(file.toStdString());
    QVERIFY(svg.find(">net.7<") != std::string::npos);
    QVERIFY(svg.find(">b7_0<") == std::string::npos);
}

REFORWARD_TEST("window_modules", WindowModulesTest);

}  // namespace reforward

#include "window_modules_test.moc"
