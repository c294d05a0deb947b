// SPDX-License-Identifier: Apache-2.0
// Modules on the canvas: boxes, frames, what the mouse and the keyboard do with them, and motion.
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "tests/support/test_main.h"
#include "tests/widgets/canvas/sample.h"
#include "widgets/canvas/graph_canvas.h"
#include "widgets/canvas/layout_motion.h"
#include "widgets/canvas/module_tip.h"
#include "widgets/canvas/picture.h"
#include "widgets/style/labels.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

using Module = std::optional<std::uint32_t>;

constexpr const char* network =
    "i->a->b->c->d->e->f->g; b->d; i fixed; b module=net/x; c module=net/x; d module=net/x; e module=net/y; "
    "f module=net/y; b m=3072; c m=1024; d m=0; e m=1024; f m=1024";

/// A drawing of the network with some of its modules expanded, by name.
struct Drawing {
    explicit Drawing(const std::vector<std::string>& expanded, std::shared_ptr<const Graph> g = {})
        : graph(g ? std::move(g) : sharedGraph(network)), tree(std::make_shared<const ModuleTree>(*graph)) {
        Expansion expansion = collapsedTo(*tree, 1);
        for (const std::string& name : expanded)
            expansion.expanded[module(name)] = true;
        content = makeCanvasContent(graph, tree, expansion);
        layout = std::make_shared<const GraphLayout>(layOut(content->layoutInput, {}, {}));
    }
    std::uint32_t module(const std::string& name) const {
        for (std::uint32_t m = 1; m < tree->size(); ++m) {
            if (tree->module(m).name == name) return m;
        }
        return noIndex;
    }
    VertexId vertex(const char* id) const { return *graph->find(id); }

    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const ModuleTree> tree;
    CanvasContentPtr content;
    GraphLayoutPtr layout;
};

bool near(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 24;
}

}  // namespace

class CanvasModulesTest : public QObject {
    Q_OBJECT

  private:
    static void show(GraphCanvas& canvas, const Drawing& d, QSize size = {900, 700}) {
        canvas.setAnimated(false);
        canvas.resize(size);
        canvas.setContent(d.content, d.layout);
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
    }
    static Module lastModule(const QSignalSpy& spy) { return spy.last().first().value<std::uint32_t>(); }

  private slots:
    void aCollapsedModuleIsABox() {
        const Drawing d({"net"});
        // a, x, y and g; the frame of net holds the two modules.
        QCOMPARE(d.content->names, (std::vector<QString>{"a", "x", "y", "g"}));
        QCOMPARE(d.content->figures[1], QStringLiteral("4.00 KiB"));
        QCOMPARE(d.content->vertices(1).size(), std::size_t{3});
        QCOMPARE(d.content->boxOfVertex[d.vertex("c")], 1U);
        QCOMPARE(d.content->boxOfModule(d.module("x")), 1U);
        QCOMPARE(d.content->boxOfModule(d.module("net")), noIndex);
        QCOMPARE(d.content->frameOfModule(d.module("net")), 0U);
        QCOMPARE(d.content->frameNames, (std::vector<QString>{"net"}));
        QCOMPARE(d.layout->frames.size(), std::size_t{1});
        QCOMPARE(d.layout->boxes[1].width, 240.0);
        const Drawing outer({}, d.graph);
        QCOMPARE(outer.content->boxOfModule(outer.module("x")),
                 outer.content->boxOfModule(outer.module("net")));
    }

    void bareNumbersSayWhatTheyNumber() {
        const auto graph = sharedGraph("a->b->c->d; a module=h/0; b module=h/0; c module=h/1; d module=h/1");
        const ModuleTree tree(*graph);
        QCOMPARE(moduleLabel(tree, 2), QStringLiteral("h.0"));
        QCOMPARE(moduleLabel(tree, 1), QStringLiteral("h"));
    }

    void theBarShowsTheBytesOfEachState() {
        for (const auto kind : {ThemeKind::light, ThemeKind::dark}) {
            const Drawing d({"net"});
            GraphCanvas canvas;
            canvas.setTheme(theme(kind));
            show(canvas, d);
            QCOMPARE(canvas.view().scale, 1.0);
            const QRectF box = canvas.moduleRect(d.module("x"));
            const auto at = [&](double share) {
                // In the middle of the bar, which is inset by 10 px.
                const QImage image = canvas.grab().toImage();
                return image.pixelColor(int(box.left() + 10 + (box.width() - 20) * share),
                                        int(box.bottom() - 48 * 0.28));
            };
            const Theme& t = theme(kind);
            QVERIFY(near(at(0.1), t.kept.fill) && near(at(0.9), t.kept.fill));
            // b of 3 KiB is kept, c of 1 KiB dropped, d has no bytes.
            std::vector<VertexState> states(d.graph->vertexCount(), VertexState::kept);
            states[d.vertex("c")] = VertexState::dropped;
            states[d.vertex("d")] = VertexState::recomputed;
            canvas.setPlan(planOf(states));
            QVERIFY(near(at(0.1), t.kept.fill) && near(at(0.70), t.kept.fill));
            QVERIFY(near(at(0.85), t.canvas) || near(at(0.85), t.base));
            states[d.vertex("c")] = VertexState::recomputed;
            canvas.setPlan(planOf(states));
            QVERIFY(!near(at(0.85), t.canvas) && at(0.85).red() > at(0.85).blue());
        }
    }

    void clicksSelectAndToggle() {
        const Drawing d({"net"});
        GraphCanvas canvas;
        show(canvas, d);
        QSignalSpy selected(&canvas, &GraphCanvas::moduleSelected),
            toggled(&canvas, &GraphCanvas::moduleToggled);
        const QRectF box = canvas.moduleRect(d.module("x"));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, box.center().toPoint());
        QCOMPARE(lastModule(selected), Module(d.module("x")));
        QCOMPARE(canvas.marks().selectedModule, Module(d.module("x")));
        QCOMPARE(toggled.count(), 0);
        // The square left of the name.
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, (box.topLeft() + QPointF(15, 15)).toPoint());
        QCOMPARE(toggled.count(), 1);
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, box.center().toPoint());
        QCOMPARE(toggled.count(), 2);
        QCOMPARE(lastModule(toggled), Module(d.module("x")));
        // The title of a frame, and its ground.
        const QRectF frame = canvas.moduleRect(d.module("net"));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, (frame.topLeft() + QPointF(60, 14)).toPoint());
        QCOMPARE(canvas.marks().selectedModule, Module(d.module("net")));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, (frame.topLeft() + QPointF(15, 14)).toPoint());
        QCOMPARE(lastModule(toggled), Module(d.module("net")));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, (frame.topLeft() + QPointF(5, 80)).toPoint());
        QVERIFY(!canvas.marks().selectedModule);
    }

    void theKeyboardWalksAndToggles() {
        const Drawing d({"net"});
        GraphCanvas canvas;
        show(canvas, d);
        QSignalSpy toggled(&canvas, &GraphCanvas::moduleToggled), activated(&canvas, &GraphCanvas::activated);
        canvas.setSelected(d.vertex("a"));
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.marks().selectedModule, Module(d.module("x")));
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(lastModule(toggled), Module(d.module("x")));
        QTest::keyClick(&canvas, Qt::Key_Down);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.selectedVertex(), std::optional(d.vertex("g")));
        // A vertex that only its module shows: Return opens that.
        canvas.setSelected(d.vertex("f"));
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(lastModule(toggled), Module(d.module("y")));
        QCOMPARE(activated.count(), 0);
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(!canvas.selectedVertex());
    }

    void verticesInsideAreWhereTheirModuleIs() {
        const Drawing d({"net"});
        GraphCanvas canvas;
        show(canvas, d);
        QCOMPARE(canvas.vertexRect(d.vertex("c")), canvas.moduleRect(d.module("x")));
        QVERIFY(!canvas.vertexAt(canvas.vertexRect(d.vertex("c")).center()));
        QCOMPARE(canvas.moduleAt(canvas.vertexRect(d.vertex("c")).center()), Module(d.module("x")));
        canvas.centreOn(d.vertex("c"));
        QCOMPARE(canvas.moduleRect(d.module("x")).center().toPoint(),
                 QRectF(canvas.rect()).center().toPoint());
    }

    void theToggledModuleKeepsItsPlace() {
        const Drawing before({"net"});
        const Drawing after({"net", "x"}, before.graph);
        // One tree for both, as in the window.
        const auto content = makeCanvasContent(before.graph, before.tree, after.content->expansion);
        GraphCanvas canvas;
        show(canvas, before);
        canvas.setSelectedModule(before.module("x"));
        for (const bool animated : {false, true}) {
            canvas.setContent(before.content, before.layout);
            canvas.setAnimated(animated);
            const QPointF corner = canvas.moduleRect(before.module("x")).topLeft();
            const double scale = canvas.view().scale;
            canvas.rearrange(content, after.layout, before.module("x"));
            if (animated) {
                QTest::qWait(60);
                QVERIFY((canvas.moduleRect(before.module("x")).topLeft() - corner).manhattanLength() < 1e-6);
                QVERIFY(canvas.moduleRect(before.module("x")).height() < after.layout->frames[1].height);
            }
            QTRY_COMPARE(canvas.moduleRect(before.module("x")).height(), after.layout->frames[1].height);
            QVERIFY((canvas.moduleRect(before.module("x")).topLeft() - corner).manhattanLength() < 1e-6);
            QCOMPARE(canvas.view().scale, scale);
            QCOMPARE(canvas.content(), content);
        }
        canvas.setAnimated(false);
        canvas.setSelected(before.vertex("c"));
        canvas.rearrange(before.content, before.layout, before.module("x"));
        QCOMPARE(canvas.selectedVertex(), std::optional(before.vertex("c")));
    }

    void motionBeginsAsItWasAndEndsAsItIs() {
        const Drawing before({"net"}), after({"net", "x"}, before.graph);
        const LayoutMotion motion(*before.content, *before.layout, after.content, after.layout);
        const GraphLayoutPtr first = motion.at(0);
        const std::uint32_t y = after.content->boxOfModule(after.module("y"));
        QCOMPARE(first->centres[y].y,
                 before.layout->centres[before.content->boxOfModule(before.module("y"))].y);
        // What x shows lies within its former box.
        const QRectF box = moduleRect(*before.content, *before.layout, before.module("x"));
        for (const char* id : {"b", "c", "d"}) {
            const LayoutPoint& p = first->centres[after.content->boxOfVertex[after.vertex(id)]];
            QVERIFY(box.contains(QPointF(p.x, p.y)));
        }
        QCOMPARE(motion.at(1), after.layout);
    }

    void tipsAddUp() {
        const Drawing d({});
        std::vector<VertexState> states(d.graph->vertexCount(), VertexState::kept);
        states[d.vertex("c")] = VertexState::dropped;
        const QString tip = moduleTip(*d.graph, *d.tree, d.module("x"), states, theme(ThemeKind::light));
        QVERIFY2(tip.contains("net/x") && tip.contains("3 vertices"), qPrintable(tip));
        QVERIFY2(tip.contains("4.0 KiB (4,096 B), cost 3"), qPrintable(tip));
        QVERIFY2(tip.contains("Kept: 2 vertices, 3.0 KiB"), qPrintable(tip));
        QVERIFY2(tip.contains("Dropped: 1 vertices, 1.0 KiB"), qPrintable(tip));
        QCOMPARE(moduleSentence(*d.graph, *d.tree, d.module("y"), {}),
                 QStringLiteral("Module net/y, 2 vertices, 2.0 KiB"));
    }

    void picturesShowThem() {
        const Drawing d({"net", "x"});
        const QTemporaryDir folder;
        const std::string svg = folder.filePath("modules.svg").toStdString();
        PictureOptions options;
        options.marks.differing = std::vector<bool>(d.graph->vertexCount(), true);
        savePicture(svg, d.content, d.layout, nullptr, theme(ThemeKind::light), options);
        const std::string text = readFile(svg);
        for (const char* word : {">x<", ">y<", ">net<", "2 vertices", "2.00 KiB"})
            QVERIFY2(text.find(word) != std::string::npos, word);
        for (const char* suffix : {"png", "pdf"}) {
            const std::string path = folder.filePath(QString("modules.") + suffix).toStdString();
            savePicture(path, d.content, d.layout, nullptr, theme(ThemeKind::dark), {});
            QVERIFY(readFile(path).size() > 1000);
        }
    }
};

REFORWARD_TEST("canvas_modules", CanvasModulesTest);
#include "canvas_modules_test.moc"
