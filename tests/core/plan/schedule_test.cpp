// SPDX-License-Identifier: Apache-2.0
#include "core/plan/schedule.h"

#include <QTest>

#include "core/base/error.h"
#include "core/plan/plan.h"
#include "tests/support/graph_text.h"
#include "tests/support/random_graph.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

std::vector<std::vector<VertexId>> segments(const Graph& g,
                                            const std::vector<std::vector<std::string>>& ids) {
    std::vector<std::vector<VertexId>> all;
    for (const auto& list : ids) {
        all.emplace_back();
        for (const auto& id : list)
            all.back().push_back(*g.find(id));
    }
    return all;
}

}  // namespace

class ScheduleTest : public QObject {
    Q_OBJECT
  private slots:
    void keepAllFreesAtTheLastUse() {
        const Graph g = graphFromText("a->b->c; c saves=b");
        QCOMPARE(scheduleText(g, keepAllSchedule(g)), std::string("a b c -c c' -b -c' b' -a -b' a' -a'"));
    }
    void aValueNobodyReadsGoesAtOnce() {
        const Graph g = graphFromText("p:0->b; p out=1,1; b saves=");
        QCOMPARE(scheduleText(g, keepAllSchedule(g)), std::string("p -p:1 b -p -b b' -b' p' -p' -p:1'"));
    }
    void freesFollowEachRun() {
        const Graph g = graphFromText("a->b->c");
        const std::vector<Run> runs = scheduleFromText(g, "a b c b c' b' a'");
        QCOMPARE(scheduleText(g, withFrees(g, runs)),
                 std::string("a b c -b -c b c' -b -c' b' -a -b' a' -a'"));
    }
    void canonicalScheduleOfSegments() {
        // U = {b}: a is read again by the recompute of nothing; stage 1 recomputes a only.
        const Graph g = graphFromText("a->b->c->d");
        QCOMPARE(scheduleText(g, scheduleFromSegments(g, segments(g, {{"a", "b"}, {"c", "d"}}))),
                 std::string("a b -a c d -d d' -c -d' c' -b -c' a b' -a -b' a' -a'"));
    }
    void theLastSegmentIsNotRecomputed() {
        const Graph g = graphFromText("a->b->c");
        QCOMPARE(scheduleText(g, scheduleFromSegments(g, segments(g, {{"a", "b", "c"}}))),
                 scheduleText(g, keepAllSchedule(g)));
    }
    void verticesThatRunOnceStay() {
        const Graph g = graphFromText("a->b->c->d; a once; b saves=a");
        const Schedule s = scheduleFromSegments(g, segments(g, {{"a", "b"}, {"c", "d"}}));
        const Simulation simulation = simulate(g, s);
        QVERIFY2(simulation.valid(), simulation.fault ? simulation.fault->message.c_str() : "");
        QCOMPARE(simulation.runs[*g.find("a")], 1U);
    }
    void refusesWhatIsNoChainOfLowerSets() {
        const Graph g = graphFromText("a->b->c");
        QVERIFY_THROWS_EXCEPTION(Error, scheduleFromSegments(g, segments(g, {{"b"}, {"a", "c"}})));
        QVERIFY_THROWS_EXCEPTION(Error, scheduleFromSegments(g, segments(g, {{"a"}, {"b"}})));
        QVERIFY_THROWS_EXCEPTION(Error, scheduleFromSegments(g, segments(g, {{"a", "b"}, {"b", "c"}})));
    }
    void bitsDecideWhatIsKept() {
        const Graph g = graphFromText("a->b->c");
        std::vector<bool> none(3, false), all(3, true), onlyA{true, false, false};
        QCOMPARE(scheduleText(g, scheduleFromBits(g, all, none)), scheduleText(g, keepAllSchedule(g)));
        QCOMPARE(scheduleText(g, scheduleFromBits(g, onlyA, none)),
                 std::string("a b c -b -c b c' -b -c' b' -a -b' a' -a'"));
        // Nothing kept, nothing retained: a runs for b, and again for itself.
        QCOMPARE(scheduleText(g, scheduleFromBits(g, none, none)),
                 std::string("a b -a c -b -c a b -a c' -b -c' a b' -a -b' a' -a'"));
        QCOMPARE(scheduleText(g, scheduleFromBits(g, none, all)),
                 std::string("a b -a c -b -c a b c' -b -c' b' -a -b' a' -a'"));
    }
    void allSchedulesAreValid() {
        std::mt19937 random(11);
        for (int round = 0; round < 500; ++round) {
            const auto g = randomGraph(random, {9, 0.35, 9, 4, true});
            std::vector<bool> keep, retain;
            for (VertexId v = 0; v < g->vertexCount(); ++v)
                keep.push_back(random() % 2), retain.push_back(random() % 2);
            const Schedule kept = keepAllSchedule(*g), bits = scheduleFromBits(*g, keep, retain);
            QVERIFY(simulate(*g, kept).valid());
            const Simulation s = simulate(*g, bits);
            QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
            for (VertexId v = 0; v < g->vertexCount(); ++v) {
                if (keep[v]) QCOMPARE(s.runs[v], 1U);
            }
            // Random segments: cut the order anywhere.
            std::vector<std::vector<VertexId>> cut(1);
            for (const VertexId v : g->order()) {
                if (g->fixed(v)) continue;
                if (!cut.back().empty() && random() % 3 == 0) cut.emplace_back();
                cut.back().push_back(v);
            }
            const Simulation t = simulate(*g, scheduleFromSegments(*g, cut));
            QVERIFY2(t.valid(), t.fault ? t.fault->message.c_str() : "");
            QCOMPARE(simulate(*g, kept).recomputeTime, 0.0);
        }
    }
    void aDeepChainIsNoProblem() {
        std::string text = "0";
        for (int i = 1; i < 100'000; ++i)
            text += "->" + std::to_string(i);
        const Graph g = graphFromText(text);
        std::vector<bool> some(g.vertexCount(), false), all(g.vertexCount(), true);
        for (std::size_t i = 0; i < some.size(); i += 300)
            some[i] = true;
        QVERIFY(simulate(g, keepAllSchedule(g)).valid());
        QVERIFY(simulate(g, scheduleFromBits(g, some, all)).valid());
    }
};

REFORWARD_TEST("schedule", ScheduleTest);
#include "schedule_test.moc"
