// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/patterns.h"

#include <QImage>
#include <QTest>

#include "tests/support/test_main.h"

using namespace reforward;

class PatternsTest : public QObject {
    Q_OBJECT

  private:
    static QImage box(VertexState state, const Theme& theme, double ratio, QSize size = {148, 24}) {
        QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(theme.canvas);
        QPainter painter(&image);
        drawStateBox(painter, QRectF(QPointF(), QSizeF(size)), state, theme);
        return image;
    }
    /// Share of pixels of this very colour, inside the borders.
    static double share(const QImage& image, const QColor& colour) {
        const int inset = qRound(4 * image.devicePixelRatio());
        int hits = 0, all = 0;
        for (int y = inset; y < image.height() - inset; ++y) {
            for (int x = inset; x < image.width() - inset; ++x) {
                ++all;
                if (image.pixelColor(x, y) == colour) ++hits;
            }
        }
        return double(hits) / all;
    }

  private slots:
    void fills() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const Theme& t = theme(kind);
            QCOMPARE(share(box(VertexState::kept, t, 1), t.kept.fill), 1.0);
            QCOMPARE(share(box(VertexState::dropped, t, 1), t.canvas), 1.0);
        }
    }

    void theHatchHasTwoInSix() {
        // At four device pixels each px hardly any pixel is mixed: stripes are a third, ground two thirds.
        for (const auto kind : {ThemeKind::light, ThemeKind::dark}) {
            const Theme& t = theme(kind);
            const QImage image = box(VertexState::recomputed, t, 4);
            const double stripes = share(image, t.recomputed.hatch), ground = share(image, t.recomputed.fill);
            QVERIFY2(stripes > 0.24 && stripes < 0.36, qPrintable(QString::number(stripes)));
            QVERIFY2(ground > 0.57 && ground < 0.69, qPrintable(QString::number(ground)));
        }
    }

    void theHatchIsDrawnInDevicePixels() {
        // A texture stretched from one pixel ratio to two would have only pairs of equal pixels.
        const Theme& t = theme(ThemeKind::light);
        const QImage image = box(VertexState::recomputed, t, 2);
        int unequal = 0;
        for (int x = 8; x < image.width() - 8; x += 2) {
            if (image.pixel(x, 24) != image.pixel(x + 1, 24)) ++unequal;
        }
        QVERIFY(unequal > 20);
    }

    void stripesRiseToTheRight() {
        const Theme& t = theme(ThemeKind::light);
        const QImage image = box(VertexState::recomputed, t, 2);
        int same = 0, mirrored = 0;
        for (int x = 20; x < image.width() - 20; ++x) {
            if (image.pixel(x, 20) == image.pixel(x - 6, 26)) ++same;
            if (image.pixel(x, 20) == image.pixel(x + 6, 26)) ++mirrored;
        }
        QVERIFY(same > 2 * mirrored);
    }

    void bordersDifferByDash() {
        const Theme& t = theme(ThemeKind::light);
        QCOMPARE(statePen(VertexState::kept, t).style(), Qt::SolidLine);
        const QPen dashed = statePen(VertexState::recomputed, t), dotted = statePen(VertexState::dropped, t);
        // In px: pattern times width.
        QCOMPARE(dashed.dashPattern()[0] * dashed.widthF(), 4.0);
        QCOMPARE(dashed.dashPattern()[1] * dashed.widthF(), 2.5);
        QCOMPARE(dotted.dashPattern()[0] * dotted.widthF(), 1.2);
        QCOMPARE(dotted.dashPattern()[1] * dotted.widthF(), 2.6);
        QCOMPARE(statePen(VertexState::kept, theme(ThemeKind::highContrast)).widthF(), 2.0);
    }

    void swatchesTellStatesApart() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            const QImage kept = stateSwatch(VertexState::kept, theme(kind), 1).toImage();
            const QImage recomputed = stateSwatch(VertexState::recomputed, theme(kind), 1).toImage();
            const QImage dropped = stateSwatch(VertexState::dropped, theme(kind), 1).toImage();
            QVERIFY(kept != recomputed && recomputed != dropped && kept != dropped);
        }
    }
};

REFORWARD_TEST("patterns", PatternsTest);
#include "patterns_test.moc"
