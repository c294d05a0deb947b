// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_content.h"

#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"

using namespace reforward;
using namespace reforward::tests;

class CanvasContentTest : public QObject {
    Q_OBJECT

  private slots:
    void fixedVerticesHaveNoBox() {
        const auto content = makeCanvasContent(sharedGraph("x->a->b; x->b; x fixed"));
        QCOMPARE(content->boxCount(), std::size_t{2});
        QCOMPARE(content->boxOfVertex, (std::vector<std::uint32_t>{noIndex, 0, 1}));
        QCOMPARE(content->vertexOfBox, (std::vector<VertexId>{1, 2}));
        QCOMPARE(content->layoutInput.edges, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}}));
    }

    void twoValuesOfOneVertexAreOneEdge() {
        const auto content = makeCanvasContent(sharedGraph("a->b; a:1->b; a out=1,2"));
        QCOMPARE(content->layoutInput.edges.size(), std::size_t{1});
    }

    void edgesOfABox() {
        const Sample s;
        const auto ends = [&](std::span<const std::uint32_t> edges, bool target) {
            std::vector<std::uint32_t> boxes;
            for (const auto e : edges) {
                const auto [from, to] = s.content->layoutInput.edges[e];
                boxes.push_back(target ? to : from);
            }
            std::ranges::sort(boxes);
            return boxes;
        };
        QCOMPARE(ends(s.content->edgesOut(0), true), (std::vector<std::uint32_t>{1, 3}));
        QCOMPARE(ends(s.content->edgesIn(3), false), (std::vector<std::uint32_t>{0, 2}));
        QVERIFY(s.content->edgesIn(0).empty());
        QVERIFY(s.content->edgesOut(3).empty());
    }

    void labels() {
        const Sample s;
        QCOMPARE(s.content->names[0], QStringLiteral("a"));
        // 665395200 / 2^20 = 634.57, three significant digits; 80321740 / 2^20 = 76.60.
        QCOMPARE(s.content->figures[0], QStringLiteral("635 MiB"));
        QCOMPARE(s.content->figures[1], QStringLiteral("76.6 MiB"));
        QCOMPARE(s.content->figures[2], QStringLiteral("4 B"));
        QCOMPARE(s.content->layoutInput.boxes[0].width, 148.0);
        QCOMPARE(s.content->layoutInput.boxes[0].height, 24.0);
    }
};

REFORWARD_TEST("canvas_content", CanvasContentTest);
#include "canvas_content_test.moc"
