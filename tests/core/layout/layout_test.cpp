// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/layout/graphviz.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

LayoutInput inputOf(std::size_t boxes, Edges edges) {
    LayoutInput input;
    input.boxes.resize(boxes);
    input.edges = std::move(edges);
    return input;
}

LayoutInput chain(std::uint32_t n) {
    Edges edges;
    for (std::uint32_t i = 0; i + 1 < n; ++i)
        edges.emplace_back(i, i + 1);
    return inputOf(n, edges);
}

// A chain with short and very long skips, side branches, a mask that feeds every layer and other sizes.
LayoutInput network(std::uint32_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    LayoutInput input = chain(n);
    for (std::uint32_t i = 1; i < n; ++i) {
        if (random() % 4 == 0) input.edges.emplace_back(i - 1 - random() % std::min(i, 12U), i);
        if (random() % 9 == 0) input.edges.emplace_back(random() % i, i);
        if (seed % 3 == 0 && i % 5 == 0) input.edges.emplace_back(0, i);
        if (random() % 6 == 0) {
            const auto side = static_cast<std::uint32_t>(input.boxes.size());
            input.boxes.emplace_back();
            input.edges.emplace_back(i - 1, side);
            if (random() % 2 == 0) input.edges.emplace_back(side, i + random() % std::min(n - i, 40U));
        }
        if (seed % 2 == 0 && random() % 8 == 0) input.boxes[i] = {240, 48};
    }
    return input;
}

LayoutInput randomGraph(std::uint32_t n, std::uint32_t edges, std::uint32_t seed) {
    std::mt19937 random(seed);
    LayoutInput input = inputOf(n, {});
    for (std::uint32_t i = 0; i < edges && n > 1; ++i) {
        const std::uint32_t b = 1 + random() % (n - 1);
        input.edges.emplace_back(random() % b, b);
    }
    // Names that are not a topological order.
    std::vector<std::uint32_t> name(n);
    for (std::uint32_t i = 0; i < n; ++i)
        name[i] = i;
    std::shuffle(name.begin(), name.end(), random);
    for (auto& [from, to] : input.edges) {
        from = name[from];
        to = name[to];
    }
    return input;
}

LayoutInput star(std::uint32_t leaves) {
    Edges edges;
    for (std::uint32_t i = 1; i <= leaves; ++i) {
        edges.emplace_back(0, i);
        edges.emplace_back(i, leaves + 1);
    }
    return inputOf(leaves + 2, edges);
}

struct Rectangle {
    double left, top, right, bottom;
};

Rectangle boxOf(const GraphLayout& l, std::size_t v) {
    const auto [x, y] = l.centres[v];
    const double w = l.boxes[v].width / 2, h = l.boxes[v].height / 2;
    return {x - w, y - h, x + w, y + h};
}

// Boxes sorted by top so that neighbours are found without comparing all pairs.
std::vector<std::size_t> byTop(const GraphLayout& l) {
    std::vector<std::size_t> order(l.centres.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return boxOf(l, a).top < boxOf(l, b).top; });
    return order;
}

std::string overlap(const GraphLayout& l) {
    const auto order = byTop(l);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Rectangle a = boxOf(l, order[i]);
        for (std::size_t k = i + 1; k < order.size(); ++k) {
            const Rectangle b = boxOf(l, order[k]);
            if (b.top >= a.bottom) break;
            if (b.left < a.right && a.left < b.right)
                return "boxes " + std::to_string(order[i]) + " and " + std::to_string(order[k]) + " overlap";
        }
    }
    return {};
}

std::string outside(const GraphLayout& l) {
    const auto in = [&](double x, double y) { return x >= 0 && y >= 0 && x <= l.width && y <= l.height; };
    for (std::size_t v = 0; v < l.centres.size(); ++v) {
        const Rectangle r = boxOf(l, v);
        if (!in(r.left, r.top) || !in(r.right, r.bottom)) return "box " + std::to_string(v) + " is outside";
    }
    for (const LayoutEdge& e : l.edges) {
        for (const LayoutPoint& p : e.points) {
            if (!in(p.x, p.y)) return "an edge is outside";
        }
    }
    return {};
}

bool onBorder(const Rectangle& r, const LayoutPoint& p) {
    constexpr double e = 1e-6;
    const bool inside = p.x > r.left - e && p.x < r.right + e && p.y > r.top - e && p.y < r.bottom + e;
    return inside && (std::abs(p.x - r.left) < e || std::abs(p.x - r.right) < e ||
                      std::abs(p.y - r.top) < e || std::abs(p.y - r.bottom) < e);
}

std::string wrongEdges(const LayoutInput& input, const GraphLayout& l) {
    if (l.edges.size() != input.edges.size()) return "not one edge for each of the input";
    for (std::size_t i = 0; i < l.edges.size(); ++i) {
        const LayoutEdge& e = l.edges[i];
        const std::string name = std::to_string(e.from) + " -> " + std::to_string(e.to);
        if (std::pair(e.from, e.to) != input.edges[i]) return "edges are out of order";
        if (e.points.size() < 2) return name + " has no line";
        if (!onBorder(boxOf(l, e.from), e.points.front())) return name + " does not begin at its source";
        if (!onBorder(boxOf(l, e.to), e.points.back())) return name + " does not end at its target";
        for (std::size_t k = 0; k + 1 < e.points.size(); ++k) {
            if (std::abs(e.points[k].x - e.points[k + 1].x) > 1e-6 &&
                std::abs(e.points[k].y - e.points[k + 1].y) > 1e-6)
                return name + " is not at right angles";
        }
    }
    return {};
}

// No line runs through a box, its own ends' neither.
std::string crossedBox(const GraphLayout& l) {
    const auto order = byTop(l);
    double tallest = 0;
    for (const auto& box : l.boxes)
        tallest = std::max(tallest, box.height);
    for (const LayoutEdge& e : l.edges) {
        for (std::size_t k = 0; k + 1 < e.points.size(); ++k) {
            const LayoutPoint &p = e.points[k], &q = e.points[k + 1];
            const double left = std::min(p.x, q.x), right = std::max(p.x, q.x), top = std::min(p.y, q.y),
                         bottom = std::max(p.y, q.y);
            auto next = std::lower_bound(order.begin(), order.end(), top - tallest,
                                         [&](std::size_t v, double y) { return boxOf(l, v).top < y; });
            for (; next != order.end(); ++next) {
                const Rectangle r = boxOf(l, *next);
                if (r.top >= bottom + 1e-6) break;
                constexpr double e2 = 1e-6;
                if (left < r.right - e2 && right > r.left + e2 && top < r.bottom - e2 && bottom > r.top + e2)
                    return std::to_string(e.from) + " -> " + std::to_string(e.to) + " crosses box " +
                           std::to_string(*next);
            }
        }
    }
    return {};
}

std::string faults(const LayoutInput& input, const GraphLayout& l) {
    if (l.centres.size() != input.boxes.size()) return "not one centre a box";
    for (const std::string& fault : {overlap(l), outside(l), wrongEdges(input, l), crossedBox(l)}) {
        if (!fault.empty()) return fault;
    }
    return {};
}

bool same(const GraphLayout& a, const GraphLayout& b) {
    const auto equal = [](const LayoutPoint& p, const LayoutPoint& q) { return p.x == q.x && p.y == q.y; };
    if (a.width != b.width || a.height != b.height || !std::ranges::equal(a.centres, b.centres, equal))
        return false;
    return std::ranges::equal(a.edges, b.edges, [&](const LayoutEdge& e, const LayoutEdge& f) {
        return e.skip == f.skip && std::ranges::equal(e.points, f.points, equal);
    });
}

GraphLayout layered(const LayoutInput& input, double aspect = 1.9) {
    LayoutOptions options;
    options.aspect = aspect;
    return layeredLayout(input, options, {});
}

#define VERIFY_LAYOUT(input, layout)                         \
    do {                                                     \
        const std::string fault = faults((input), (layout)); \
        QVERIFY2(fault.empty(), fault.c_str());              \
    } while (false)

}  // namespace

class LayoutTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    // A program that does this instead of laying out.
    std::string fakeHelper(const std::string& name, const std::string& script) const {
        const QString path = dir_.filePath(QString::fromStdString(name));
        writeFile(path.toStdString(), "#!/bin/sh\n" + script + "\n");
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path.toStdString();
    }

  private slots:
    void nothingAndOne() {
        const GraphLayout none = layered(inputOf(0, {}));
        QCOMPARE(none.centres.size(), 0U);
        const LayoutInput one = inputOf(1, {});
        VERIFY_LAYOUT(one, layered(one));
    }

    void shortChainIsOneColumn() {
        const LayoutInput input = chain(8);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        for (std::size_t v = 1; v < 8; ++v) {
            QCOMPARE(l.centres[v].x, l.centres[0].x);
            QCOMPARE(l.centres[v].y - l.centres[v - 1].y, 34.0);  // the row pitch of the grid
        }
        for (const LayoutEdge& e : l.edges) {
            QCOMPARE(e.points.size(), 2U);
            QVERIFY(!e.skip);
        }
    }

    void longChainWrapsIntoColumns() {
        const LayoutInput input = chain(60);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        QVERIFY2(std::abs(std::log(l.width / l.height / 1.9)) < 0.5,
                 std::to_string(l.width / l.height).c_str());
        // Left to right, each column from its top down, all columns from the same height.
        for (std::size_t v = 1; v < 60; ++v) {
            if (l.centres[v].x == l.centres[v - 1].x) {
                QVERIFY(l.centres[v].y > l.centres[v - 1].y);
            } else {
                QVERIFY(l.centres[v].x > l.centres[v - 1].x);
                QCOMPARE(l.centres[v].y, l.centres[0].y);
                // Columns are 40 or more apart.
                QVERIFY(l.centres[v].x - l.centres[v - 1].x >= 148 + 40);
            }
        }
    }

    void aspectIsFollowed() {
        for (const double aspect : {0.7, 1.3, 1.9, 3.0}) {
            const GraphLayout l = layered(chain(2000), aspect);
            QVERIFY2(std::abs(std::log(l.width / l.height / aspect)) < 0.3,
                     std::to_string(l.width / l.height).c_str());
        }
    }

    // A residual block: the main path stays straight, the skip runs in a lane on its right.
    void skipRunsInASideLane() {
        LayoutInput input = chain(8);
        input.edges.emplace_back(1, 6);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        for (std::size_t v = 1; v < 8; ++v)
            QCOMPARE(l.centres[v].x, l.centres[0].x);
        const LayoutEdge& skip = l.edges.back();
        QVERIFY(skip.skip);
        QCOMPARE(skip.points.size(), 4U);
        QCOMPARE(skip.points[0].x, l.centres[1].x + 74);
        QCOMPARE(skip.points[0].y, l.centres[1].y);
        QVERIFY(skip.points[1].x >= l.centres[1].x + 74 + 8);
        QCOMPARE(skip.points[3].x, l.centres[6].x + 74);
        QCOMPARE(skip.points[3].y, l.centres[6].y);
    }

    // As in a U-Net: from the first column to the last over the top of those between.
    void longSkipRunsOverTheTop() {
        LayoutInput input = chain(60);
        input.edges.emplace_back(3, 55);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        const LayoutEdge& skip = l.edges.back();
        QVERIFY(skip.skip);
        double top = 1e9;
        for (const LayoutPoint& p : skip.points)
            top = std::min(top, p.y);
        QVERIFY(top < l.centres[0].y - 12);
        QCOMPARE(skip.points.front().x, l.centres[3].x + 74);
        QCOMPARE(skip.points.back().x, l.centres[55].x - 74);
    }

    void sourceStandsAboveItsConsumer() {
        LayoutInput input = chain(9);
        input.boxes.emplace_back();
        input.edges.emplace_back(9, 6);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        QCOMPARE(l.centres[9].y, l.centres[5].y);
    }

    void wideGraphsGetRows() {
        const LayoutInput input = star(500);
        const GraphLayout l = layered(input);
        VERIFY_LAYOUT(input, l);
        QVERIFY2(l.width / l.height < 8, std::to_string(l.width / l.height).c_str());
    }

    void networks() {
        for (std::uint32_t seed = 0; seed < 40; ++seed) {
            const LayoutInput input = network(20 + 15 * seed, seed);
            const GraphLayout l = layered(input);
            VERIFY_LAYOUT(input, l);
            QVERIFY(same(l, layered(input)));
        }
    }

    void randomGraphs() {
        for (std::uint32_t seed = 0; seed < 150; ++seed) {
            const std::uint32_t n = 1 + seed * 7 % 60;
            const LayoutInput input = randomGraph(n, seed % 5 * n / 2, seed);
            const GraphLayout l = layered(input);
            VERIFY_LAYOUT(input, l);
            QVERIFY(same(l, layered(input)));
        }
    }

    void repeatedEdgesAreAllDrawn() {
        const LayoutInput input = inputOf(2, {{0, 1}, {0, 1}});
        VERIFY_LAYOUT(input, layered(input));
    }

    void badInputs() {
        QVERIFY_THROWS_EXCEPTION(Error, layered(inputOf(2, {{0, 1}, {1, 0}})));
        QVERIFY_THROWS_EXCEPTION(Error, layered(inputOf(1, {{0, 0}})));
        QVERIFY_THROWS_EXCEPTION(Error, layered(inputOf(1, {{0, 1}})));
    }

    void veryLongChain() {
        const LayoutInput input = chain(100000);
        const GraphLayout l = layered(input);
        QCOMPARE(overlap(l), std::string());
        QCOMPARE(wrongEdges(input, l), std::string());
        QVERIFY(std::abs(std::log(l.width / l.height / 1.9)) < 0.3);
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const Control control(stop.get_token());
        for (const LayoutEngine engine :
             {LayoutEngine::layered, LayoutEngine::graphviz, LayoutEngine::automatic}) {
            LayoutOptions options;
            options.engine = engine;
            try {
                layOut(network(200, 3), options, control);
                QFAIL("not stopped");
            } catch (const Error& e) {
                QVERIFY(e.kind() == ErrorKind::interrupted);
            }
        }
    }

    void byGraphviz() {
        for (std::uint32_t seed = 1; seed < 12; ++seed) {
            const LayoutInput input =
                seed % 2 == 0 ? network(10 * seed, seed) : randomGraph(5 * seed, 8 * seed, seed);
            LayoutOptions options;
            options.graphvizSeconds = 60;
            options.engine = LayoutEngine::graphviz;
            const GraphLayout l = layOut(input, options, {});
            QCOMPARE(l.engine, std::string("graphviz"));
            QVERIFY(l.note.empty());
            VERIFY_LAYOUT(input, l);
            QVERIFY(same(l, layOut(input, options, {})));
            options.engine = LayoutEngine::automatic;
            QVERIFY(same(l, layOut(input, options, {})));
        }
    }

    void automaticFallsBack() {
        const LayoutInput input = network(300, 4);
        LayoutOptions options;
        options.graphvizSeconds = 0.0001;
        const GraphLayout l = layOut(input, options, {});
        QCOMPARE(l.engine, std::string("layered"));
        QVERIFY2(l.note.find("time limit") != std::string::npos, l.note.c_str());
        VERIFY_LAYOUT(input, l);
        options.graphvizSeconds = 60;
        options.graphvizBoxes = 10;
        const GraphLayout large = layOut(input, options, {});
        QCOMPARE(large.engine, std::string("layered"));
        QCOMPARE(large.note, std::string());
    }

    void brokenHelpers_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("reason");
        QTest::newRow("crash") << "kill -SEGV $$"
                               << "crashed";
        QTest::newRow("failure") << "exit 3"
                                 << "ended with 3";
        QTest::newRow("silence") << "true"
                                 << "cannot be read";
        QTest::newRow("noise") << "echo hello"
                               << "cannot be read";
        QTest::newRow("error") << "echo '{\"error\": \"no rank\"}'"
                               << "no rank";
        QTest::newRow("too few") << "echo '{\"centres\": [[1,2]], \"curves\": []}'"
                                 << "leaves boxes out";
        QTest::newRow("upside down") << "echo '{\"centres\": [[1,90],[1,50],[1,10]], \"curves\": [[],[]]}'"
                                     << "does not go down";
        QTest::newRow("hanging") << "exec sleep 60"
                                 << "time limit";
    }
    void brokenHelpers() {
        QFETCH(QString, script);
        QFETCH(QString, reason);
        LayoutOptions options;
        options.graphvizSeconds = 0.5;
        try {
            graphvizLayoutBy(fakeHelper(QTest::currentDataTag(), script.toStdString()), chain(3), options,
                             {});
            QFAIL("no error");
        } catch (const Error& e) {
            QVERIFY2(QString(e.what()).contains(reason), e.what());
        }
    }

    void tooLargeForGraphviz() { QVERIFY_THROWS_EXCEPTION(Error, graphvizLayout(chain(20001), {}, {})); }

    void missingHelper() {
        QVERIFY_THROWS_EXCEPTION(Error, graphvizLayoutBy("", chain(3), {}, {}));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 graphvizLayoutBy(dir_.filePath("nothing").toStdString(), chain(3), {}, {}));
    }
};

REFORWARD_TEST("layout", LayoutTest);
#include "layout_test.moc"
