// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/frontier.h"

#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

PlanPtr fake(std::int64_t peak, double time) {
    Plan plan;
    plan.predicted.peak = Bytes(peak);
    plan.predicted.recomputeTime = time;
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace

class FrontierTest : public QObject {
    Q_OBJECT
  private slots:
    // Against all pairs compared.
    void paretoKeepsWhatNothingDominates() {
        std::mt19937 random(71);
        for (int round = 0; round < 300; ++round) {
            ParetoPlans pareto;
            std::vector<std::pair<std::int64_t, double>> points;
            for (int i = 0; i < 12; ++i) {
                points.emplace_back(random() % 8, static_cast<double>(random() % 8));
                pareto.insert(fake(points.back().first, points.back().second));
            }
            std::vector<std::pair<std::int64_t, double>> expected;
            std::sort(points.begin(), points.end());
            points.erase(std::unique(points.begin(), points.end()), points.end());
            for (const auto& p : points) {
                const bool beaten = std::any_of(points.begin(), points.end(), [&](const auto& q) {
                    return q != p && q.first <= p.first && q.second <= p.second;
                });
                if (!beaten) expected.push_back(p);
            }
            std::reverse(expected.begin(), expected.end());
            QCOMPARE(pareto.plans().size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                QCOMPARE(pareto.plans()[i]->peak().count(), expected[i].first);
                QCOMPARE(pareto.plans()[i]->recomputeTime(), expected[i].second);
            }
            for (std::int64_t budget = -1; budget < 9; ++budget) {
                double cheapest = -1;
                for (const auto& p : points) {
                    if (p.first <= budget && (cheapest < 0 || p.second < cheapest)) cheapest = p.second;
                }
                const PlanPtr found = pareto.cheapestWithin(Bytes(budget));
                QCOMPARE(found != nullptr, cheapest >= 0);
                if (found) QCOMPARE(found->recomputeTime(), cheapest);
            }
        }
    }
    void sweepsStreamWhatTheyKeep() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7; 0->4");
        for (const Strategy* s : strategies()) {
            if (s->notApplicable(*g)) continue;
            std::vector<PlanPtr> streamed;
            const Frontier f = sweep(*s, {g, Bytes::max(), {}, 1}, Control(),
                                     [&](const PlanPtr& p) { streamed.push_back(p); });
            QVERIFY(f.complete && f.notApplicable.empty());
            QCOMPARE(f.strategy, s->info().name);
            for (const PlanPtr& plan : f.pareto.plans()) {
                QVERIFY(std::find(streamed.begin(), streamed.end(), plan) != streamed.end());
            }
        }
    }
    void reasonsInsteadOfPlans() {
        const Frontier f =
            sweep(strategy("chen-sqrt"), {sharedGraph("a->b; joint"), Bytes::max(), {}, 1}, Control());
        QVERIFY(f.complete && f.pareto.plans().empty() && !f.notApplicable.empty());
    }
    void aStoppedSweepIsNotComplete() {
        std::stop_source source;
        source.request_stop();
        const auto g = sharedGraph("0->1->2->3");
        for (const char* name : {"best", "liveness-exact", "kusumoto-exact-tc", "chen-greedy"}) {
            QVERIFY(!sweep(strategy(name), {g, Bytes::max(), {}, 1}, Control(source.get_token())).complete);
        }
    }
    void theCacheFindsByGraphCostsAndOptions() {
        const auto g = sharedGraph("0->1->2->3"), slower = sharedGraph("0->1->2->3; 0 t=9");
        const Strategy& s = strategy("liveness-exact");
        FrontierCache cache(2);
        const Problem problem{g, Bytes::max(), {}, 1};
        QVERIFY(!cache.find(s, problem));
        const auto frontier = std::make_shared<const Frontier>(sweep(s, problem, Control()));
        cache.insert(s, problem, frontier);
        QCOMPARE(cache.find(s, problem), frontier);
        // The budget is no part of the key; a graph of equal content is.
        QCOMPARE(cache.find(s, {sharedGraph("0->1->2->3"), Bytes(3), {}, 1}), frontier);
        QVERIFY(!cache.find(s, {slower, Bytes::max(), {}, 1}));
        QVERIFY(!cache.find(s, {g, Bytes::max(), {{"lower-sets", std::string("all")}}, 1}));
        QVERIFY(!cache.find(strategy("best"), problem));
        auto unfinished = std::make_shared<Frontier>(*frontier);
        unfinished->complete = false;
        cache.insert(s, {slower, Bytes::max(), {}, 1}, unfinished);
        QVERIFY(!cache.find(s, {slower, Bytes::max(), {}, 1}));
        cache.insert(s, {slower, Bytes::max(), {}, 1}, frontier);
        cache.insert(strategy("best"), problem, frontier);
        QVERIFY(!cache.find(s, problem));  // the oldest went
    }
};

REFORWARD_TEST("frontier", FrontierTest);
#include "frontier_test.moc"
