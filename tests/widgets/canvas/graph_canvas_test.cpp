// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_canvas.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"
#include "widgets/canvas/canvas_legend.h"
#include "widgets/canvas/canvas_minimap.h"

using namespace reforward;
using namespace reforward::tests;

class GraphCanvasTest : public QObject {
    Q_OBJECT

  private:
    static void show(GraphCanvas& canvas, const Sample& s, QSize size = {800, 600}) {
        canvas.setAnimated(false);
        canvas.resize(size);
        canvas.setContent(s.content, s.layout);
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
    }
    static QColor centreColour(GraphCanvas& canvas, VertexId v) {
        return canvas.grab().toImage().pixelColor(canvas.vertexRect(v).center().toPoint());
    }

  private slots:
    void aPlanRecolours() {
        const Sample s;
        for (const auto kind : {ThemeKind::light, ThemeKind::dark}) {
            const Theme& t = theme(kind);
            GraphCanvas canvas;
            canvas.setTheme(t);
            show(canvas, s);
            QCOMPARE(centreColour(canvas, 0), t.kept.fill);
            const CanvasView before = canvas.view();
            canvas.setPlan(
                planOf({VertexState::dropped, VertexState::kept, VertexState::kept, VertexState::kept}));
            QCOMPARE(centreColour(canvas, 0), t.canvas);
            QCOMPARE(canvas.view(), before);
            // The player's states go before the plan's.
            canvas.setStates(std::vector<VertexState>(4, VertexState::kept));
            QCOMPARE(centreColour(canvas, 0), t.kept.fill);
            canvas.setStates({});
            canvas.setPlan(nullptr);
            QCOMPARE(centreColour(canvas, 0), t.kept.fill);
        }
    }

    void fitShowsEverythingAndNeverEnlarges() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s);
        QCOMPARE(canvas.view().scale, 1.0);
        for (const QSize size : {QSize(320, 60), QSize(90, 700), QSize(620, 330)}) {
            canvas.resize(size);
            canvas.fit();
            for (VertexId v = 0; v < 4; ++v) {
                QVERIFY(QRectF(canvas.rect()).contains(canvas.vertexRect(v)));
            }
        }
    }

    void resizingFitsAgainUntilTheUserMoves() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s, {200, 100});
        const double small = canvas.view().scale;
        QVERIFY(small < 1);
        QSignalSpy changes(&canvas, &GraphCanvas::viewChanged);
        canvas.resize(800, 600);
        QCOMPARE(canvas.view().scale, 1.0);
        QCOMPARE(changes.count(), 1);  // headers and synchronised panes follow
        canvas.zoomIn();
        const double chosen = canvas.view().scale;
        canvas.resize(300, 200);
        QCOMPARE(canvas.view().scale, chosen);
    }

    void centringAndRevealing() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s);
        canvas.centreOn(3);
        QCOMPARE(canvas.vertexRect(3).center(), QRectF(canvas.rect()).center());
        CanvasView away = canvas.view();
        away.centre = {5000, 5000};
        canvas.setView(away);
        QVERIFY(!canvas.rect().contains(canvas.vertexRect(1).center().toPoint()));
        canvas.reveal(1);
        QVERIFY(QRectF(canvas.rect()).contains(canvas.vertexRect(1)));
        const CanvasView seen = canvas.view();
        canvas.reveal(1);
        QCOMPARE(canvas.view(), seen);
    }

    void synchronisedViewsDoNotAnswer() {
        const Sample s;
        GraphCanvas a, b;
        show(a, s);
        show(b, s);
        connect(&a, &GraphCanvas::viewChanged, &b, &GraphCanvas::setView);
        connect(&b, &GraphCanvas::viewChanged, &a, &GraphCanvas::setView);
        QSignalSpy changes(&b, &GraphCanvas::viewChanged);
        a.zoomIn();
        QCOMPARE(b.view(), a.view());
        QCOMPARE(changes.count(), 0);
    }

    void marksAndFixedVertices() {
        const Sample s("x->a->b; x fixed");
        GraphCanvas canvas;
        show(canvas, s);
        canvas.setSelected(0);  // fixed: not shown
        QVERIFY(!canvas.selectedVertex());
        QVERIFY(canvas.vertexRect(0).isEmpty());
        canvas.setSelected(1);
        QCOMPARE(canvas.selectedVertex(), std::optional<VertexId>(1));
        canvas.setSelected(77);
        QVERIFY(!canvas.selectedVertex());
        canvas.setBinding(2);
        QCOMPARE(canvas.marks().binding, std::optional<VertexId>(2));
        canvas.setContent(s.content, s.layout);
        QCOMPARE(canvas.marks(), CanvasMarks());
    }

    void overlaysHideWhereThereIsNoRoom() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s, {800, 600});
        auto* legend = canvas.findChild<CanvasLegend*>();
        auto* minimap = canvas.findChild<CanvasMinimap*>();
        QVERIFY(legend->isVisible() && legend->open() && minimap->isVisible());
        canvas.resize(559, 600);
        QVERIFY(!legend->open() && !minimap->isVisible());
        // It has become a button.
        QVERIFY(legend->isVisible());
        QTest::mouseClick(legend, Qt::LeftButton);
        QVERIFY(legend->open());
        canvas.resize(800, 600);
        QVERIFY(legend->open() && minimap->isVisible());
        canvas.setOverlaysVisible(false);
        QVERIFY(!legend->isVisible() && !minimap->isVisible());
    }

    void theMinimapMovesTheView() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s);
        auto* minimap = canvas.findChild<CanvasMinimap*>();
        QTest::mouseClick(minimap, Qt::LeftButton, {}, minimap->rect().center());
        const QPointF centre = canvas.view().centre;
        QVERIFY(std::abs(centre.x() - s.layout->width / 2) < 3);
        QVERIFY(std::abs(centre.y() - s.layout->height / 2) < 3);
    }

    void saysWhatIsSelected() {
        const Sample s;
        GraphCanvas canvas;
        show(canvas, s);
        QVERIFY(!canvas.accessibleName().isEmpty());
        canvas.setPlan(planOf(std::vector<VertexState>(4, VertexState::recomputed)));
        canvas.setSelected(0);
        QCOMPARE(canvas.accessibleDescription(), QStringLiteral("a, Recomputed, runs 2 times, 634.6 MiB"));
    }

    void tinyAndEmpty() {
        const Sample s;
        GraphCanvas canvas;
        canvas.setMinimumSize(1, 1);
        canvas.resize(1, 1);
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
        QVERIFY(!canvas.grab().isNull());
        canvas.setContent(s.content, s.layout);
        canvas.setSelected(0);
        canvas.fit();
        canvas.centreOn(3);
        QVERIFY(!canvas.grab().isNull());
        canvas.setContent(nullptr, nullptr);
        canvas.fit();
        QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(!canvas.grab().isNull());
        QVERIFY(!canvas.selectedVertex());
    }
};

REFORWARD_TEST_APPLICATION(QApplication);
REFORWARD_TEST("graph_canvas", GraphCanvasTest);
#include "graph_canvas_test.moc"
