// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/box_index.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <ranges>

#include "tests/support/test_main.h"

using namespace reforward;

/// Against looking at every box.
class BoxIndexTest : public QObject {
    Q_OBJECT

  private:
    static GraphLayout scattered(std::size_t count, double width, double height) {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> x(0, width), y(0, height), side(4, 300);
        GraphLayout layout;
        layout.width = width, layout.height = height;
        for (std::size_t i = 0; i < count; ++i) {
            layout.centres.push_back({x(random), y(random)});
            layout.boxes.push_back({side(random), side(random) / 4});
        }
        return layout;
    }

  private slots:
    void findsWhatLooksFind_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::newRow("wide") << 400 << 9000.0 << 300.0;
        QTest::newRow("tall") << 400 << 200.0 << 20000.0;
        QTest::newRow("dense") << 2000 << 500.0 << 500.0;
        QTest::newRow("one") << 1 << 10.0 << 10.0;
    }
    void findsWhatLooksFind() {
        QFETCH(int, count);
        QFETCH(double, width);
        QFETCH(double, height);
        const GraphLayout layout = scattered(static_cast<std::size_t>(count), width, height);
        const BoxIndex index(layout);
        std::mt19937 random(11);
        std::uniform_real_distribution<double> x(-100, width + 100), y(-100, height + 100), side(1, 600);
        for (int i = 0; i < 200; ++i) {
            const QRectF area(x(random), y(random), side(random), side(random));
            std::vector<std::uint32_t> found, expected;
            index.find(area, found);
            std::ranges::sort(found);
            for (std::uint32_t b = 0; b < layout.boxes.size(); ++b) {
                if (boxRect(layout, b).intersects(area)) expected.push_back(b);
            }
            QCOMPARE(found, expected);

            const QPointF point(x(random), y(random));
            const auto hit = index.at(point);
            const bool any = std::ranges::any_of(std::views::iota(0u, static_cast<std::uint32_t>(count)),
                                                 [&](auto b) { return boxRect(layout, b).contains(point); });
            QCOMPARE(hit.has_value(), any);
            if (hit) QVERIFY(boxRect(layout, *hit).contains(point));
        }
    }

    void nothingLaidOut() {
        const GraphLayout layout;
        const BoxIndex index(layout);
        QVERIFY(!index.at({0, 0}));
        std::vector<std::uint32_t> found;
        index.find({0, 0, 10, 10}, found);
        QVERIFY(found.empty());
    }
};

REFORWARD_TEST("box_index", BoxIndexTest);
#include "box_index_test.moc"
