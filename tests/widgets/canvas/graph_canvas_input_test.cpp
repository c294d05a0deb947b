// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"
#include "widgets/canvas/graph_canvas.h"

using namespace reforward;
using namespace reforward::tests;

using Vertex = std::optional<VertexId>;

class GraphCanvasInputTest : public QObject {
    Q_OBJECT

  private:
    Sample sample_;
    std::unique_ptr<GraphCanvas> canvas_;

    QPoint middleOf(VertexId v) const { return canvas_->vertexRect(v).center().toPoint(); }
    static Vertex last(const QSignalSpy& spy) { return spy.last().first().value<Vertex>(); }
    static void wheel(QWidget& widget, QPointF at, int eighths, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, eighths}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&widget, &event);
    }

  private slots:
    void init() {
        canvas_ = std::make_unique<GraphCanvas>();
        canvas_->setAnimated(false);
        canvas_->resize(800, 600);
        canvas_->setContent(sample_.content, sample_.layout);
        canvas_->show();
        QVERIFY(QTest::qWaitForWindowExposed(canvas_.get()));
    }
    void cleanup() { canvas_.reset(); }

    void clicksSelect() {
        QSignalSpy selected(canvas_.get(), &GraphCanvas::selected);
        QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, middleOf(2));
        QCOMPARE(selected.count(), 1);
        QCOMPARE(last(selected), Vertex(2));
        QCOMPARE(canvas_->selectedVertex(), Vertex(2));
        QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(selected.count(), 2);
        QCOMPARE(last(selected), Vertex());
    }

    void selectingByTheProgramIsSilent() {
        QSignalSpy selected(canvas_.get(), &GraphCanvas::selected);
        canvas_->setSelected(1);
        QCOMPARE(selected.count(), 0);
    }

    void aClickOnAnEdgeSelectsBothEnds() {
        QSignalSpy edges(canvas_.get(), &GraphCanvas::edgeSelected);
        const QPoint between = (middleOf(1) + middleOf(2)) / 2;
        QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, between);
        QCOMPARE(edges.count(), 1);
        QCOMPARE(edges.first().at(0).value<VertexId>(), VertexId(1));
        QCOMPARE(edges.first().at(1).value<VertexId>(), VertexId(2));
        QVERIFY(canvas_->marks().selectedEdge);
        QTest::keyClick(canvas_.get(), Qt::Key_Escape);
        QVERIFY(!canvas_->marks().selectedEdge);
    }

    void hoverAndTooltip() {
        QSignalSpy hovered(canvas_.get(), &GraphCanvas::hovered);
        QTest::mouseMove(canvas_.get(), middleOf(0));
        QCOMPARE(last(hovered), Vertex(0));
        QTest::mouseMove(canvas_.get(), middleOf(1));
        QCOMPARE(last(hovered), Vertex(1));
        QCOMPARE(hovered.count(), 2);
        QTest::mouseMove(canvas_.get(), {5, 5});
        QCOMPARE(last(hovered), Vertex());
    }

    void doubleClickAndReturnActivate() {
        QSignalSpy activated(canvas_.get(), &GraphCanvas::activated);
        QTest::mouseDClick(canvas_.get(), Qt::LeftButton, {}, middleOf(3));
        QCOMPARE(activated.count(), 1);
        canvas_->setSelected(1);
        QTest::keyClick(canvas_.get(), Qt::Key_Return);
        QCOMPARE(activated.count(), 2);
        QCOMPARE(activated.last().first().value<VertexId>(), VertexId(1));
    }

    void arrowsWalkAlongEdges() {
        QSignalSpy selected(canvas_.get(), &GraphCanvas::selected);
        for (const VertexId expected : {0u, 1u, 2u, 3u}) {
            QTest::keyClick(canvas_.get(), Qt::Key_Down);
            QCOMPARE(canvas_->selectedVertex(), Vertex(expected));
        }
        QTest::keyClick(canvas_.get(), Qt::Key_Down);  // nothing below
        QCOMPARE(canvas_->selectedVertex(), Vertex(3));
        QTest::keyClick(canvas_.get(), Qt::Key_Up);
        QCOMPARE(canvas_->selectedVertex(), Vertex(2));
        QCOMPARE(selected.count(), 5);
    }

    void walkingKeepsTheSelectionInSight() {
        canvas_->setSelected(0);
        CanvasView view = canvas_->view();
        view.scale = 4;  // rows are 136 px apart, four of them do not fit
        canvas_->setView(view);
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(canvas_.get(), Qt::Key_Down);
            QVERIFY(canvas_->rect().contains(middleOf(*canvas_->selectedVertex())));
        }
    }

    void keysForTheView() {
        QTest::keyClick(canvas_.get(), Qt::Key_Plus);
        QVERIFY(canvas_->view().scale > 1);
        QTest::keyClick(canvas_.get(), Qt::Key_1);
        QCOMPARE(canvas_->view().scale, 1.0);
        QTest::keyClick(canvas_.get(), Qt::Key_Minus);
        QVERIFY(canvas_->view().scale < 1);
        QTest::keyClick(canvas_.get(), Qt::Key_F);
        QCOMPARE(canvas_->view().scale, 1.0);
    }

    void escapeClearsThenCancels() {
        QSignalSpy escaped(canvas_.get(), &GraphCanvas::escapePressed);
        canvas_->setSelected(1);
        QTest::keyClick(canvas_.get(), Qt::Key_Escape);
        QVERIFY(!canvas_->selectedVertex());
        QCOMPARE(escaped.count(), 0);
        QTest::keyClick(canvas_.get(), Qt::Key_Escape);
        QCOMPARE(escaped.count(), 1);
    }

    void keysWithModifiersAreLeftToTheWindow() {
        const CanvasView before = canvas_->view();
        QTest::keyClick(canvas_.get(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(canvas_.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(!canvas_->selectedVertex());
        QCOMPARE(canvas_->view(), before);
    }

    void theWheelZoomsAtTheCursor() {
        QSignalSpy changes(canvas_.get(), &GraphCanvas::viewChanged);
        const QPointF cursor(130, 77);
        const QPointF before = canvas_->view().toLayout(cursor, canvas_->size());
        wheel(*canvas_, cursor, 120);
        QVERIFY(canvas_->view().scale > 1);
        const QPointF after = canvas_->view().toLayout(cursor, canvas_->size());
        QVERIFY((after - before).manhattanLength() < 1e-6);
        wheel(*canvas_, cursor, -120);
        QVERIFY(std::abs(canvas_->view().scale - 1) < 1e-9);
        QCOMPARE(changes.count(), 2);
        // Control scrolls; the setting swaps the two.
        wheel(*canvas_, cursor, 120, Qt::ControlModifier);
        QVERIFY(std::abs(canvas_->view().scale - 1) < 1e-9);
        canvas_->setWheelZooms(false);
        const QPointF centre = canvas_->view().centre;
        wheel(*canvas_, cursor, 120);
        QVERIFY(std::abs(canvas_->view().scale - 1) < 1e-9);
        QVERIFY(canvas_->view().centre.y() < centre.y());
        wheel(*canvas_, cursor, 120, Qt::ControlModifier);
        QVERIFY(canvas_->view().scale > 1);
    }

    void dragsPan_data() {
        QTest::addColumn<Qt::MouseButton>("button");
        QTest::addColumn<bool>("onVertex");
        QTest::addColumn<bool>("space");
        QTest::addColumn<bool>("pans");
        QTest::newRow("left on ground") << Qt::LeftButton << false << false << true;
        QTest::newRow("left on a vertex") << Qt::LeftButton << true << false << false;
        QTest::newRow("left on a vertex with space") << Qt::LeftButton << true << true << true;
        QTest::newRow("middle on a vertex") << Qt::MiddleButton << true << false << true;
    }
    void dragsPan() {
        QFETCH(Qt::MouseButton, button);
        QFETCH(bool, onVertex);
        QFETCH(bool, space);
        QFETCH(bool, pans);
        const QPoint from = onVertex ? middleOf(1) : QPoint(30, 500);
        const QPointF centre = canvas_->view().centre;
        if (space) QTest::keyPress(canvas_.get(), Qt::Key_Space);
        QTest::mousePress(canvas_.get(), button, {}, from);
        for (const QPoint step : {QPoint(15, 10), QPoint(40, 20)}) {
            QMouseEvent move(QEvent::MouseMove, from + step, canvas_->mapToGlobal(from + step), Qt::NoButton,
                             button, {});
            QApplication::sendEvent(canvas_.get(), &move);
        }
        QTest::mouseRelease(canvas_.get(), button, {}, from + QPoint(40, 20));
        if (space) QTest::keyRelease(canvas_.get(), Qt::Key_Space);
        const QPointF moved = canvas_->view().centre - centre;
        QCOMPARE(moved, pans ? QPointF(-40, -20) : QPointF(0, 0));
        if (pans) QVERIFY(!canvas_->selectedVertex());
    }
};

REFORWARD_TEST("graph_canvas_input", GraphCanvasInputTest);
#include "graph_canvas_input_test.moc"
