// SPDX-License-Identifier: Apache-2.0
// Right values: the recursion of Griewank & Walther, evaluated as it stands.
#include "core/strategies/revolve.h"

#include <QTest>
#include <algorithm>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr int mostSteps = 60, mostCheckpoints = 9;

std::vector<std::vector<std::int64_t>> recursion() {
    std::vector<std::vector<std::int64_t>> t(mostSteps + 1, std::vector<std::int64_t>(mostCheckpoints + 1));
    for (std::size_t l = 2; l <= mostSteps; ++l) {
        t[l][1] = static_cast<std::int64_t>(l * (l - 1) / 2);
        for (std::size_t s = 2; s <= mostCheckpoints; ++s) {
            t[l][s] = INT64_MAX;
            for (std::size_t j = 1; j < l; ++j)
                t[l][s] = std::min(t[l][s], static_cast<std::int64_t>(j) + t[l - j][s - 1] + t[j][s]);
        }
    }
    return t;
}

// Unit steps whose backward reads its own output, so that each needs the run that goes with it.
std::shared_ptr<const Graph> unitChain(int n) {
    std::string text = "v0";
    for (int k = 1; k < n; ++k)
        text += "->v" + std::to_string(k);
    for (int k = 0; k < n; ++k)
        text += "; v" + std::to_string(k) + " m=1 saves=v" + std::to_string(k) +
                (k > 0 ? ",v" + std::to_string(k - 1) : "");
    return sharedGraph(text);
}

PlanPtr planWith(const std::shared_ptr<const Graph>& g, std::int64_t checkpoints) {
    return strategy("revolve").solve({g, Bytes::max(), {{"checkpoints", checkpoints}}, 1}, Control(), {});
}

}  // namespace

class RevolveTest : public QObject {
    Q_OBJECT
  private slots:
    void stepsAreThoseOfTheRecursion() {
        const auto t = recursion();
        QCOMPARE(t[3][1], 3);
        QCOMPARE(t[3][2], 2);
        for (int l = 1; l <= mostSteps; ++l) {
            for (int s = 1; s <= mostCheckpoints; ++s)
                QCOMPARE(revolveSteps(l, s), t[static_cast<std::size_t>(l)][static_cast<std::size_t>(s)]);
        }
    }
    void splitsAttainTheMinimum() {
        const auto t = recursion();
        for (std::size_t l = 2; l <= mostSteps; ++l) {
            for (std::size_t s = 2; s <= mostCheckpoints; ++s) {
                const std::int64_t j =
                    revolveSplit(static_cast<std::int64_t>(l), static_cast<std::int64_t>(s));
                QVERIFY(j >= 1 && j < static_cast<std::int64_t>(l));
                const auto split = static_cast<std::size_t>(j);
                QCOMPARE(j + t[l - split][s - 1] + t[split][s], t[l][s]);
            }
        }
    }
    void longChainsDoNotOverflow() {
        QCOMPARE(revolveSteps(100000, 100000), 99999);
        QCOMPARE(revolveSteps(100000, 1), std::int64_t{100000} * 99999 / 2);
        // b(17, 6) = C(23, 6) = 100,947 >= 100,000 > b(17, 5); t = 6 l - b(18, 5) = 6 l - C(23, 5).
        QCOMPARE(revolveSteps(100000, 17), 600000 - 33649);
    }
    void plansRunAsManySteps() {
        const auto t = recursion();
        for (const int n : {1, 2, 3, 5, 8, 13, 30}) {
            for (std::int64_t s = 1; s <= 6; ++s) {
                const PlanPtr plan = planWith(unitChain(n), s);
                QCOMPARE(plan->recomputeTime(),
                         static_cast<double>(t[static_cast<std::size_t>(n)][static_cast<std::size_t>(s)]));
            }
        }
    }
    void moreCheckpointsCostMemoryAndSaveTime() {
        const auto g = unitChain(40);
        PlanPtr before = planWith(g, 1);
        for (std::int64_t s = 2; s <= 12; ++s) {
            PlanPtr plan = planWith(g, s);
            QVERIFY(plan->recomputeTime() < before->recomputeTime() && plan->peak() >= before->peak());
            before = std::move(plan);
        }
    }
    void theDefaultIsTheBinaryLogarithm() {
        for (const auto& [n, s] : std::vector<std::pair<int, std::int64_t>>{
                 {1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {40, 6}}) {
            const auto g = unitChain(n);
            const PlanPtr plan = strategy("revolve").solve({g, Bytes::max(), {}, 1}, Control(), {});
            QCOMPARE(plan->recomputeTime(), static_cast<double>(revolveSteps(n, s)));
        }
    }
    void oneLongPlanTooMany() {
        GraphBuilder builder;
        for (VertexId v = 0; v < 20000; ++v) {
            VertexSpec spec;
            spec.id = std::to_string(v);
            builder.addVertex(std::move(spec));
            if (v > 0) builder.addEdge(v - 1, 0, v);
        }
        const auto g = std::make_shared<const Graph>(std::move(builder).build());
        QVERIFY_THROWS_EXCEPTION(Error, planWith(g, 1));
        QVERIFY(planWith(g, 0)->overheadForward() < 6);
    }
};

REFORWARD_TEST("revolve", RevolveTest);
#include "revolve_test.moc"
