// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_view.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class CanvasViewTest : public QObject {
    Q_OBJECT

  private slots:
    void thereAndBack() {
        const CanvasView view{{100, 50}, 2};
        const QSizeF size(400, 300);
        QCOMPARE(view.toWidget({100, 50}, size), QPointF(200, 150));
        QCOMPARE(view.toWidget({110, 50}, size), QPointF(220, 150));
        QCOMPARE(view.toLayout({220, 150}, size), QPointF(110, 50));
        QCOMPARE(view.visible(size), QRectF(0, -25, 200, 150));
    }

    void zoomKeepsThePointUnderTheCursor() {
        const CanvasView view{{123, 45}, 0.7};
        const QSizeF size(640, 480);
        for (const double factor : {0.3, 1.15, 4.0, 1e6, 1e-6}) {
            for (const QPointF cursor : {QPointF(0, 0), QPointF(17, 400), QPointF(640, 480)}) {
                const QPointF before = view.toLayout(cursor, size);
                const CanvasView after = view.zoomed(factor, cursor, size);
                const QPointF moved = after.toWidget(before, size) - cursor;
                QVERIFY(std::abs(moved.x()) < 1e-6 && std::abs(moved.y()) < 1e-6);
                QVERIFY(after.scale >= CanvasView::minimumScale && after.scale <= CanvasView::maximumScale);
            }
        }
    }
};

REFORWARD_TEST("canvas_view", CanvasViewTest);
#include "canvas_view_test.moc"
