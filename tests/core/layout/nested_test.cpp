// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

struct Rectangle {
    double left, top, right, bottom;
};

Rectangle boxOf(const GraphLayout& l, std::size_t b) {
    const auto [x, y] = l.centres[b];
    const double w = l.boxes[b].width / 2, h = l.boxes[b].height / 2;
    return {x - w, y - h, x + w, y + h};
}

Rectangle frameOf(const GraphLayout& l, std::size_t f) {
    const LayoutFrame& frame = l.frames[f];
    return {frame.left, frame.top, frame.left + frame.width, frame.top + frame.height};
}

bool within(const Rectangle& inner, const Rectangle& outer) {
    return inner.left > outer.left && inner.right < outer.right &&
           inner.top >= outer.top + LayoutFrame::title && inner.bottom < outer.bottom;
}

bool apart(const Rectangle& a, const Rectangle& b) {
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

/// Whether a straight line passes through the inside of a rectangle.
bool crosses(const LayoutPoint& p, const LayoutPoint& q, const Rectangle& r) {
    constexpr double e = 1e-6;
    return std::min(p.x, q.x) < r.right - e && std::max(p.x, q.x) > r.left + e &&
           std::min(p.y, q.y) < r.bottom - e && std::max(p.y, q.y) > r.top + e;
}

bool onBorder(const Rectangle& r, const LayoutPoint& p) {
    constexpr double e = 1e-6;
    const bool touches = p.x > r.left - e && p.x < r.right + e && p.y > r.top - e && p.y < r.bottom + e;
    return touches && !crosses(p, p, r);
}

/// The frames that a box lies in, innermost first.
std::vector<std::uint32_t> around(const LayoutInput& input, std::size_t box) {
    std::vector<std::uint32_t> frames;
    for (std::uint32_t f = input.frameOfBox[box]; f != LayoutInput::noFrame; f = input.frames[f])
        frames.push_back(f);
    return frames;
}

QString fault(const LayoutInput& input, const GraphLayout& l) {
    if (l.frames.size() != input.frames.size() || l.centres.size() != input.boxes.size()) return "counts";
    std::vector<Rectangle> all;
    for (std::size_t b = 0; b < input.boxes.size(); ++b) {
        const Rectangle r = boxOf(l, b);
        if (r.left < 0 || r.top < 0 || r.right > l.width || r.bottom > l.height) return "a box is outside";
        for (const std::uint32_t f : around(input, b)) {
            if (!within(r, frameOf(l, f))) return QString("box %1 sticks out of frame %2").arg(b).arg(f);
        }
        for (std::size_t f = 0; f < l.frames.size(); ++f) {
            if (!std::ranges::count(around(input, b), f) && !apart(r, frameOf(l, f)))
                return QString("box %1 meets frame %2").arg(b).arg(f);
        }
        for (std::size_t other = 0; other < b; ++other) {
            if (!apart(r, boxOf(l, other))) return "boxes overlap";
        }
    }
    if (l.edges.size() != input.edges.size()) return "edges are missing";
    for (std::size_t i = 0; i < l.edges.size(); ++i) {
        const LayoutEdge& edge = l.edges[i];
        const QString name = QString("%1->%2").arg(edge.from).arg(edge.to);
        if (std::pair(edge.from, edge.to) != input.edges[i]) return "edges are out of order";
        if (edge.points.size() < 2) return name + " has no line";
        if (!onBorder(boxOf(l, edge.from), edge.points.front())) return name + " begins elsewhere";
        if (!onBorder(boxOf(l, edge.to), edge.points.back())) return name + " ends elsewhere";
        for (std::size_t k = 0; k + 1 < edge.points.size(); ++k) {
            const LayoutPoint &p = edge.points[k], &q = edge.points[k + 1];
            if (std::abs(p.x - q.x) > 1e-6 && std::abs(p.y - q.y) > 1e-6) return name + " is slanted";
            for (std::size_t b = 0; b < input.boxes.size(); ++b) {
                if (crosses(p, q, boxOf(l, b))) return name + QString(" crosses box %1").arg(b);
            }
            for (std::size_t f = 0; f < l.frames.size(); ++f) {
                const bool own = std::ranges::count(around(input, edge.from), f) > 0 ||
                                 std::ranges::count(around(input, edge.to), f) > 0;
                if (!own && crosses(p, q, frameOf(l, f))) return name + QString(" crosses frame %1").arg(f);
            }
        }
    }
    return {};
}

/// A chain of boxes with skips and branches; runs of them in frames, and runs of frames in frames.
LayoutInput nested(std::uint32_t boxes, std::uint32_t seed) {
    std::mt19937 random(seed);
    LayoutInput input;
    std::uint32_t outer = LayoutInput::noFrame, inner = LayoutInput::noFrame;
    for (std::uint32_t b = 0; b < boxes; ++b) {
        const auto open = [&](std::uint32_t around) {
            input.frames.push_back(around);
            return static_cast<std::uint32_t>(input.frames.size() - 1);
        };
        if (random() % 9 == 0) {
            outer = random() % 3 == 0 ? LayoutInput::noFrame : open(LayoutInput::noFrame);
            inner = outer;
        } else if (random() % 5 == 0 && outer != LayoutInput::noFrame) {
            inner = random() % 3 == 0 ? outer : open(outer);
        }
        input.frameOfBox.push_back(inner);
        const bool module = random() % 4 == 0;
        input.boxes.push_back({module ? 240.0 : 148.0, module ? 48.0 : 22.0});
        if (b > 0 && random() % 8 != 0) input.edges.emplace_back(b - 1, b);
        if (b > 1 && random() % 3 == 0) input.edges.emplace_back(b - 2 - random() % std::min(b - 1, 9U), b);
        if (b > 5 && random() % 9 == 0) input.edges.emplace_back(random() % b, b);
    }
    std::ranges::sort(input.edges);
    input.edges.erase(std::unique(input.edges.begin(), input.edges.end()), input.edges.end());
    return input;
}

}  // namespace

class NestedTest : public QObject {
    Q_OBJECT

  private slots:
    void aChainThroughAFrameIsStraight() {
        LayoutInput input;
        input.boxes.resize(4);
        input.frames = {LayoutInput::noFrame};
        input.frameOfBox = {LayoutInput::noFrame, 0, 0, LayoutInput::noFrame};
        input.edges = {{0, 1}, {1, 2}, {2, 3}};
        const GraphLayout l = layOut(input, {}, {});
        QVERIFY2(fault(input, l).isEmpty(), qPrintable(fault(input, l)));
        for (const LayoutEdge& edge : l.edges)
            QCOMPARE(edge.points.size(), std::size_t{2});
        QCOMPARE(l.engine, std::string("layered"));
    }

    void longFramesWrap() {
        LayoutInput input;
        input.frames = {LayoutInput::noFrame};
        for (std::uint32_t b = 0; b < 60; ++b) {
            input.boxes.push_back({240, 48});
            input.frameOfBox.push_back(0);
            if (b > 0) input.edges.emplace_back(b - 1, b);
        }
        const GraphLayout l = layOut(input, {}, {});
        QVERIFY2(fault(input, l).isEmpty(), qPrintable(fault(input, l)));
        QVERIFY(l.width > l.height);
    }

    void nothingOverlapsAndLinesKeepClear() {
        for (std::uint32_t seed = 1; seed <= 120; ++seed) {
            const LayoutInput input = nested(4 + seed % 50, seed);
            if (input.frames.empty()) continue;
            const QString wrong = fault(input, layOut(input, {}, {}));
            QVERIFY2(wrong.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(wrong)));
        }
    }

    void refusesFramesThatAreNotThere() {
        LayoutInput input;
        input.boxes.resize(1);
        input.frames = {LayoutInput::noFrame};
        input.frameOfBox = {3};
        QVERIFY_THROWS_EXCEPTION(Error, layOut(input, {}, {}));
        input.frameOfBox = {0};
        input.frames = {0};
        QVERIFY_THROWS_EXCEPTION(Error, layOut(input, {}, {}));
    }
};

REFORWARD_TEST("nested", NestedTest);
#include "nested_test.moc"
