// SPDX-License-Identifier: Apache-2.0
#include "core/layout/reduction.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

using namespace reforward;

namespace {

std::vector<bool> keptOf(const LayoutInput& input) {
    return keptByReduction(input, Adjacency(input), {});
}

// Whether a path leads from one node to another that is not this very edge.
bool otherPath(const LayoutInput& input, std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> open{from};
    std::vector<bool> seen(input.boxes.size());
    while (!open.empty()) {
        const std::uint32_t v = open.back();
        open.pop_back();
        for (const auto& [a, b] : input.edges) {
            if (a != v || seen[b] || (a == from && b == to)) continue;
            if (b == to) return true;
            seen[b] = true;
            open.push_back(b);
        }
    }
    return false;
}

}  // namespace

class ReductionTest : public QObject {
    Q_OBJECT

  private slots:
    void byHand() {
        LayoutInput input;
        input.boxes.resize(4);
        input.edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}, {0, 1}};
        const std::vector<bool> expected{true, true, false, true, false, false};
        QCOMPARE(keptOf(input), expected);
    }

    void randomGraphsAgainstSearch() {
        std::mt19937 random(3);
        for (int round = 0; round < 60; ++round) {
            LayoutInput input;
            const std::uint32_t n = 2 + random() % 12;
            input.boxes.resize(n);
            for (std::uint32_t b = 1; b < n; ++b) {
                for (std::uint32_t a = 0; a < b; ++a) {
                    if (random() % 3 == 0) input.edges.emplace_back(n - 1 - a, n - 1 - b);
                }
            }
            const std::vector<bool> kept = keptOf(input);
            for (std::size_t i = 0; i < input.edges.size(); ++i)
                QCOMPARE(kept[i], !otherPath(input, input.edges[i].first, input.edges[i].second));
        }
    }
};

REFORWARD_TEST("reduction", ReductionTest);
#include "reduction_test.moc"
