// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/chen.h"

#include <QTest>
#include <set>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::vector<std::size_t> sizes(const Plan& plan) {
    std::vector<std::size_t> all;
    for (const auto& segment : plan.segments)
        all.push_back(segment.size());
    return all;
}

}  // namespace

class ChenTest : public QObject {
    Q_OBJECT
  private slots:
    void squareRootOfAChain() {
        // 9 unit values: 3 segments of 3.
        const auto g = sharedGraph("0->1->2->3->4->5->6->7->8");
        const PlanPtr plan = strategy("chen-sqrt").solve({g, Bytes::max(), {}, 1}, Control(), {});
        QCOMPARE(sizes(*plan), (std::vector<std::size_t>{3, 3, 3}));
        // Stages 1 and 2 make two values again each, 0 1 and 3 4, of which b(0), b(3) read 0 .. : the first
        // of each segment has no input that needs it; 0, 1, 3 and 4 are read by b(1), b(2), b(4), b(5).
        QCOMPARE(plan->recomputeTime(), 4.0);
    }
    void cutsAtCutVerticesOnly() {
        // 3 and 6 are the only inner vertices that every path passes.
        const auto g = sharedGraph("0->1->2->3->4->5->6->7; 0->3; 3->6");
        for (const PlanPtr& plan : strategy("chen-greedy").sweep({g, Bytes::max(), {}, 1}, Control(), {})) {
            std::set<VertexId> ends;
            for (const auto& segment : plan->segments)
                ends.insert(segment.back());
            for (const VertexId end : ends)
                QVERIFY(end == 0 || end == 3 || end == 6 || end == 7);
        }
    }
    void greedyTakesTheCheapestThatFits() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7->8->9->10->11");
        const Strategy& greedy = strategy("chen-greedy");
        const auto all = greedy.sweep({g, Bytes::max(), {}, 1}, Control(), {});
        QVERIFY(all.size() > 3);
        for (std::int64_t budget = 1; budget <= 26; ++budget) {
            const PlanPtr plan = greedy.solve({g, Bytes(budget), {}, 1}, Control(), {});
            double cheapest = -1;
            for (const PlanPtr& p : all) {
                if (p->peak().count() <= budget && (cheapest < 0 || p->recomputeTime() < cheapest))
                    cheapest = p->recomputeTime();
            }
            QCOMPARE(plan != nullptr, cheapest >= 0);
            if (plan) QCOMPARE(plan->recomputeTime(), cheapest);
        }
        // The largest limit is one segment: nothing is recomputed.
        QCOMPARE(all.front()->recomputeTime(), 0.0);
    }
    void aGraphWithoutCutsIsOneSegment() {
        const auto g = sharedGraph("0->2; 1->3; 0->3; 1->2");
        const PlanPtr plan = strategy("chen-sqrt").solve({g, Bytes::max(), {}, 1}, Control(), {});
        QCOMPARE(plan->segments.size(), 1U);
        QCOMPARE(plan->recomputeTime(), 0.0);
    }
};

REFORWARD_TEST("chen", ChenTest);
#include "chen_test.moc"
