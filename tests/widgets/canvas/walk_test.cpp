// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/walk.h"

#include <QTest>

#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"

using namespace reforward;
using namespace reforward::tests;
using enum WalkDirection;

class WalkTest : public QObject {
    Q_OBJECT

  private:
    using Box = std::optional<std::uint32_t>;

  private slots:
    void downAndUpAColumn() {
        const Sample s;
        const auto go = [&](std::uint32_t box, WalkDirection d) {
            return walk(*s.content, *s.layout, box, d);
        };
        // Box 0 also has a skip to box 3, but 1 is nearer.
        QCOMPARE(go(0, down), Box(1));
        QCOMPARE(go(1, down), Box(2));
        QCOMPARE(go(3, up), Box(2));
        QCOMPARE(go(3, down), Box());
        QCOMPARE(go(0, up), Box());
        QCOMPARE(go(1, left), Box());
    }

    void asideAndIntoTheNextColumn() {
        // a above b; c right of a; d heads the next column, above and right of b.
        const auto content = makeCanvasContent(sharedGraph("a->b->d; a->c"));
        GraphLayout layout;
        layout.boxes = content->layoutInput.boxes;
        const auto box = [&](const char* id) { return content->boxOfVertex[*content->graph->find(id)]; };
        layout.centres.resize(4);
        layout.centres[box("a")] = {0, 0};
        layout.centres[box("b")] = {0, 34};
        layout.centres[box("c")] = {200, 10};
        layout.centres[box("d")] = {400, 0};
        const auto go = [&](const char* id, WalkDirection d) { return walk(*content, layout, box(id), d); };
        QCOMPARE(go("a", right), Box(box("c")));
        QCOMPARE(go("c", left), Box(box("a")));
        QCOMPARE(go("a", down), Box(box("b")));
        // Nothing lies below b, but the chain goes on in d.
        QCOMPARE(go("b", down), Box(box("d")));
        QCOMPARE(go("d", up), Box(box("b")));
    }
};

REFORWARD_TEST("walk", WalkTest);
#include "walk_test.moc"
