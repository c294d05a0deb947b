// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_painter.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"
#include "widgets/style/type.h"

using namespace reforward;
using namespace reforward::tests;

/// Colours read from the picture where the specification says what they are.
class GraphPainterTest : public QObject {
    Q_OBJECT

  private:
    static inline const std::vector<VertexState> states{VertexState::kept, VertexState::recomputed,
                                                        VertexState::dropped, VertexState::kept};

    struct Picture {
        QImage image;
        double scale, ratio;

        /// At a place of the layout.
        QColor at(double x, double y) const {
            return image.pixelColor(static_cast<int>(x * scale * ratio), static_cast<int>(y * scale * ratio));
        }
    };

    static Picture paint(const Sample& s, const Theme& theme, double scale, double ratio,
                         const CanvasMarks& marks = {}) {
        const QSize size(static_cast<int>(s.layout->width * scale),
                         static_cast<int>(s.layout->height * scale));
        Picture picture{QImage(size * ratio, QImage::Format_RGB32), scale, ratio};
        picture.image.setDevicePixelRatio(ratio);
        GraphPainter graph(s.content, s.layout, pictureFont());
        graph.setTheme(theme);
        PaintRequest request;
        request.projection.scale = scale;
        request.projection.devicePixelRatio = ratio;
        request.clip = QRectF(QPointF(), QSizeF(size));
        request.states = states;
        request.marks = &marks;
        QPainter painter(&picture.image);
        graph.paint(painter, request);
        return picture;
    }

    static void themesAndRatios() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("ratio");
        for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            for (const double ratio : {1.0, 1.25, 2.0}) {
                QTest::addRow("%s at %g", qPrintable(themeName(kind)), ratio)
                    << static_cast<int>(kind) << ratio;
            }
        }
    }
    /// Middle of a box between name and figure, where the fill shows.
    static LayoutPoint middle(const Sample& s, std::uint32_t box) { return s.layout->centres[box]; }

    static int count(const QImage& image, const QColor& colour) {
        int hits = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                hits += image.pixelColor(x, y) == colour;
        }
        return hits;
    }

  private slots:
    void fillsAtTheCentres_data() { themesAndRatios(); }
    void fillsAtTheCentres() {
        QFETCH(int, kind);
        QFETCH(double, ratio);
        const Theme& t = theme(static_cast<ThemeKind>(kind));
        const Sample s;
        const Picture p = paint(s, t, 1, ratio);
        QCOMPARE(p.at(middle(s, 0).x, middle(s, 0).y), t.kept.fill);
        QCOMPARE(p.at(middle(s, 2).x, middle(s, 2).y), t.canvas);
        // The hatch: along the middle of the box both colours, and nothing that is neither nor between them.
        bool fill = false, hatch = false;
        for (double x = middle(s, 1).x - 20; x < middle(s, 1).x + 10; x += 0.5) {
            const QColor c = p.at(x, middle(s, 1).y);
            fill |= c == t.recomputed.fill;
            hatch |= c == t.recomputed.hatch;
            QVERIFY(std::min(t.recomputed.fill.blue(), t.recomputed.hatch.blue()) - 2 <= c.blue() &&
                    c.blue() <= std::max(t.recomputed.fill.blue(), t.recomputed.hatch.blue()) + 2);
        }
        QVERIFY(fill && hatch);
    }

    void flatBelowEightPixels_data() { themesAndRatios(); }
    void flatBelowEightPixels() {
        QFETCH(int, kind);
        QFETCH(double, ratio);
        const Theme& t = theme(static_cast<ThemeKind>(kind));
        const Sample s;
        const Picture p = paint(s, t, 0.3, ratio);  // 7.2 px a vertex
        QCOMPARE(p.at(middle(s, 0).x, middle(s, 0).y), t.kept.flat);
        QCOMPARE(p.at(middle(s, 1).x, middle(s, 1).y), t.recomputed.flat);
        QCOMPARE(p.at(middle(s, 2).x, middle(s, 2).y), t.dropped.flat);
    }

    void flatColoursAreTheSpecified() {
        QCOMPARE(theme(ThemeKind::light).recomputed.flat, QColor(0xE69F00));
        QCOMPARE(theme(ThemeKind::dark).recomputed.flat, QColor(0xE69F00));
        QCOMPARE(theme(ThemeKind::light).dropped.flat, theme(ThemeKind::light).dropped.border);
    }

    void textIsThereOrNotByScale() {
        const Theme& t = theme(ThemeKind::light);
        const Sample s;
        // White text on a kept box.
        const auto textPixels = [&](double scale) { return count(paint(s, t, scale, 2).image, t.kept.text); };
        QVERIFY(textPixels(1) > 20);
        QVERIFY(textPixels(0.7) > 20);
        QCOMPARE(textPixels(0.4), 0);
        QCOMPARE(textPixels(0.2), 0);
    }

    void aPlainPlateLiesBehindTheTextOfAHatchedBox() {
        const Theme& t = theme(ThemeKind::light);
        const Sample s;
        const Picture p = paint(s, t, 1, 2);
        // Left of the name's first letter, inside the plate: no stripe in the whole height of the text.
        const LayoutPoint c = middle(s, 1);
        for (double y = c.y - 4; y <= c.y + 4; y += 0.5) {
            QCOMPARE(p.at(c.x - 74 + 6, y), t.recomputed.fill);
        }
    }

    void everythingElseIsDimmedToFortyTwoPercent() {
        const Sample s;
        for (const auto kind : {ThemeKind::light, ThemeKind::dark}) {
            const Theme& t = theme(kind);
            CanvasMarks marks;
            marks.binding = 3;
            const Picture p = paint(s, t, 1, 1, marks);
            QCOMPARE(p.at(middle(s, 3).x, middle(s, 3).y), t.kept.fill);
            QCOMPARE(p.at(middle(s, 0).x, middle(s, 0).y), blended(t.kept.fill, t.canvas, 0.42));
            // Its ring: 3 px wide, 2 px out.
            QCOMPARE(p.at(middle(s, 3).x + 20, middle(s, 3).y - 12 - 3.5), t.bindingRing);
        }
    }

    void hoverKeepsNeighboursAndFadesTheRest() {
        const Sample s;
        const Theme& t = theme(ThemeKind::light);
        CanvasMarks marks;
        marks.hovered = 1;
        const std::vector<VertexState> kept(4, VertexState::kept);
        const Picture p = paint(s, t, 1, 1, marks);
        QCOMPARE(p.at(middle(s, 0).x, middle(s, 0).y), t.kept.fill);  // neighbour
        QCOMPARE(p.at(middle(s, 3).x, middle(s, 3).y), blended(t.kept.fill, t.canvas, 0.60));
    }

    void ringsAndOutlines() {
        const Sample s;
        const Theme& t = theme(ThemeKind::light);
        CanvasMarks marks;
        marks.selected = 0;
        marks.differing.resize(4);
        marks.differing[2] = true;
        const Picture p = paint(s, t, 1, 1, marks);
        // Up from the top border: a gap of two, then the ring of 2.2.
        const double x = middle(s, 0).x, top = middle(s, 0).y - 12;
        QVERIFY(p.at(x - 30, top - 1) != t.selectedRing);
        QCOMPARE(p.at(x - 30, top - 2.8), t.selectedRing);
        QVERIFY(count(p.image, t.differingOutline) > 200);
        // Edges of the selected vertex take its colour: the lane of the skip on the right.
        QCOMPARE(p.at(20 + 148 + 12.4, (middle(s, 1).y + middle(s, 2).y) / 2), t.selectedRing);
    }

    void longSkipsAreStronger() {
        const Sample s;
        const Theme& t = theme(ThemeKind::light);
        const Picture p = paint(s, t, 1, 1);
        QCOMPARE(p.at(20 + 148 + 12.4, (middle(s, 1).y + middle(s, 2).y) / 2), t.longSkip);
    }

    void hitTesting() {
        const Sample s;
        const GraphPainter graph(s.content, s.layout, pictureFont());
        QCOMPARE(graph.boxAt({middle(s, 2).x, middle(s, 2).y}), std::optional<std::uint32_t>(2));
        QVERIFY(!graph.boxAt({2, 2}));
        // Between the second and the third box runs their edge; far right the lane of the skip.
        const auto edge = graph.edgeAt({middle(s, 1).x + 2, middle(s, 1).y + 17}, 4);
        QVERIFY(edge);
        QCOMPARE(s.content->layoutInput.edges[*edge], (std::pair<std::uint32_t, std::uint32_t>{1, 2}));
        const auto skip = graph.edgeAt({20 + 148 + 12, middle(s, 1).y}, 4);
        QVERIFY(skip);
        QCOMPARE(s.content->layoutInput.edges[*skip], (std::pair<std::uint32_t, std::uint32_t>{0, 3}));
        QVERIFY(!graph.edgeAt({20 + 148 + 30, middle(s, 1).y}, 4));
    }
};

REFORWARD_TEST("graph_painter", GraphPainterTest);
#include "graph_painter_test.moc"
