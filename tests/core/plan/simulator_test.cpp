// SPDX-License-Identifier: Apache-2.0
// Hand-made schedules; the figures were worked out on paper from the step model.
#include "core/plan/simulator.h"

#include <QTest>

#include "core/plan/plan.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class SimulatorTest : public QObject {
    Q_OBJECT
  private slots:
    void handWorked_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<qint64>("peak");
        QTest::addColumn<int>("peakStep");
        QTest::addColumn<double>("recompute");
        // Forward: 1, 3, 6. b(c): values a? saves b (2) + a (1) kept, gradients of c (3) and b (2): with c
        // freed 1 + 2 + 3 + 2 = 8. b(b): a + gradients b, a = 1 + 2 + 1.
        const QString chain = "a->b->c; a m=1; b m=2; c m=3";
        QTest::newRow("keep all") << chain << "a b c -c c' -b -c' b' -a -b' a' -a'" << qint64(8) << 4 << 0.0;
        // b is dropped after c and made again: b(c) needs a(1) b(2) + gradients 3 + 2.
        QTest::newRow("recompute b") << chain << "a b c -c -b b c' -b -c' b' -a -b' a' -a'" << qint64(8) << 6
                                     << 1.0;
        // Nothing is freed: values 1 + 2 + 3 and gradients 3 + 2 + 1, all there once b' has run.
        QTest::newRow("no frees") << chain << "a b c c' b' a'" << qint64(12) << 4 << 0.0;
        // Workspace counts only in its own step: forward b: 1 + 2 + 10.
        QTest::newRow("workspace") << "a->b; a m=1; b m=2 w=10 bw=0"
                                   << "a b -b b' -a -b' a' -a'" << qint64(13) << 1 << 0.0;
        QTest::newRow("backward workspace") << "a->b; a m=1; b m=2 w=0 bw=20"
                                            << "a b -b b' -a -b' a' -a'" << qint64(24) << 3 << 0.0;
        // A fixed input is live throughout: 100 + a 1 + gradient 1 (saves x, no gradient of it).
        QTest::newRow("fixed") << "x->a; x fixed m=100; a m=1"
                               << "a -a a' -a'" << qint64(101) << 0 << 0.0;
        // The second output has no gradient; b reads it. b': saves p:1 (8), gradient of b (1); p:0 (4) has a
        // seed at p' only, as no differentiable vertex reads it.
        QTest::newRow("outputs") << "p:1->b; p out=4,8!; b m=1"
                                 << "p -p b -b b' -p:1 -b' p' -p'" << qint64(12) << 0 << 0.0;
        // Two consumers: the gradient of a is made by the first backward and stays for the second.
        QTest::newRow("fan out") << "a->b,c; a m=5; b m=1; c m=1; b saves=; c saves="
                                 << "a b -b c -a -c c' -c' b' -b' a' -a'" << qint64(6) << 1 << 0.0;
    }
    void handWorked() {
        QFETCH(QString, graph);
        QFETCH(QString, schedule);
        QFETCH(qint64, peak);
        QFETCH(int, peakStep);
        QFETCH(double, recompute);
        const Graph g = graphFromText(graph.toStdString());
        const Simulation s = simulate(g, scheduleFromText(g, schedule.toStdString()));
        QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
        QCOMPARE(s.peak.count(), peak);
        QCOMPARE(s.peakStep, static_cast<std::size_t>(peakStep));
        QCOMPARE(s.recomputeTime, recompute);
        QCOMPARE(s.forwardTime, g.forwardTime());
        QCOMPARE(s.backwardTime, g.backwardTime());
    }

    void faults_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("reason");
        const QString chain = "a->b->c";
        QTest::newRow("input not live") << chain << "b" << 0 << "input a is not live";
        QTest::newRow("input freed") << chain << "a -a b" << 2 << "input a is not live";
        QTest::newRow("live already") << chain << "a a" << 1 << "live already";
        QTest::newRow("once") << "a->b; a once"
                              << "a -a a" << 2 << "only once";
        QTest::newRow("fixed never runs") << "x->a; x fixed"
                                          << "x" << 0 << "fixed";
        QTest::newRow("fixed never freed") << "x->a; x fixed"
                                           << "a -x" << 1 << "never freed";
        QTest::newRow("free twice") << chain << "a -a -a" << 2 << "not live";
        QTest::newRow("no such output") << chain << "a -a:1" << 1 << "no output 1";
        QTest::newRow("backward too early")
            << chain << "a b b'" << 2 << "before every vertex has run forward";
        QTest::newRow("saved value gone") << chain << "a b c -b c'" << 4 << "not live";
        QTest::newRow("consumer first")
            << chain << "a b c b'" << 3 << "a consumer of it has not run backward";
        QTest::newRow("backward twice") << chain << "a b c c' c'" << 4 << "has run before";
        QTest::newRow("no backward") << "a->b; a nograd"
                                     << "a b a'" << 2 << "no backward";
        QTest::newRow("gradient dropped early") << chain << "a b c c' -b'" << 4 << "before its backward";
        QTest::newRow("gradient not live") << chain << "a b c -c'" << 3 << "not live";
        QTest::newRow("forward missing") << chain << "a b" << 2 << "forward of c never ran";
        QTest::newRow("backward missing") << chain << "a b c c' b'" << 5 << "backward of a never ran";
        QTest::newRow("joint: no backward") << "a->b; joint"
                                            << "a b b'" << 2 << "no backward";
    }
    void faults() {
        QFETCH(QString, graph);
        QFETCH(QString, schedule);
        QFETCH(int, step);
        QFETCH(QString, reason);
        const Graph g = graphFromText(graph.toStdString());
        const Simulation s = simulate(g, scheduleFromText(g, schedule.toStdString()));
        QVERIFY(!s.valid());
        QCOMPARE(s.fault->step, static_cast<std::size_t>(step));
        QVERIFY2(QString::fromStdString(s.fault->message).contains(reason), s.fault->message.c_str());
    }
    void refusesVerticesThatAreNotThere() {
        const Graph g = graphFromText("a");
        QVERIFY(!simulate(g, {{StepKind::forward, 0, 7}}).valid());
        QVERIFY(!simulate(g, {{StepKind::forward, 0, 0}, {StepKind::free, 9, 0}}).valid());
    }

    void statesPartitionTheVertices() {
        // a is read by b's backward: kept. b runs twice. c is read by nobody after the forward pass: dropped.
        const Graph g = graphFromText("x->a->b->c; x fixed; c saves=b");
        const Simulation s = simulate(g, scheduleFromText(g, "a b c -b -c b c' -b -c' b' -a -b' a' -a'"));
        QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
        QCOMPARE(s.states[*g.find("a")], VertexState::kept);
        QCOMPARE(s.states[*g.find("b")], VertexState::recomputed);
        QCOMPARE(s.states[*g.find("c")], VertexState::dropped);
        QCOMPARE(s.states[*g.find("x")], VertexState::fixed);
        QCOMPARE(s.kept + s.recomputed + s.dropped, g.plannedCount());
        QCOMPARE(s.runs[*g.find("b")], 2U);
    }
    void aReadOfARecomputeMakesAValueKept() {
        // Only the recompute of b reads a: a counts as kept although no backward reads it.
        const Graph g = graphFromText("a->b->c; b saves=; c saves=b");
        const Simulation s = simulate(g, scheduleFromText(g, "a b c -b -c b -a c' -b -c' b' -b' a' -a'"));
        QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
        QCOMPARE(s.states[*g.find("a")], VertexState::kept);
    }
    void jointGraphsKeepOrRecompute() {
        const Graph g = graphFromText("a->b->c; joint; a m=4; b m=2; c m=1");
        const Simulation s = simulate(g, keepAllSchedule(g));
        QVERIFY(s.valid());
        QCOMPARE(s.peak.count(), 6);  // b with its live input a
        QCOMPARE(s.kept, 3U);
        QCOMPARE(s.dropped, 0U);
    }
    void timelineHasItsKinds() {
        const Graph g = graphFromText("x->a->b; x fixed m=100; a m=1; b m=2 w=10 bw=20");
        const Schedule schedule = scheduleFromText(g, "a b -b -a a b' -a -b' a' -a'");
        const Timeline t = timeline(g, schedule);
        QCOMPARE(t.entries.size(), schedule.size());
        QCOMPARE(t.firstBackward, 5U);
        const auto is = [&](std::size_t k, std::int64_t kept, std::int64_t recomputed, std::int64_t gradients,
                            std::int64_t workspace) {
            const TimelineEntry& e = t.entries[k];
            return e.fixed == 100 && e.kept == kept && e.recomputed == recomputed &&
                   e.gradients == gradients && e.workspace == workspace;
        };
        QVERIFY(is(0, 1, 0, 0, 0));
        QVERIFY(is(1, 3, 0, 0, 10));
        QVERIFY(is(3, 0, 0, 0, 0));
        QVERIFY(is(4, 0, 1, 0, 0));
        QVERIFY(is(5, 0, 1, 3, 20));
        QVERIFY(is(9, 0, 0, 0, 0));
        std::int64_t peak = 0;
        for (const TimelineEntry& e : t.entries)
            peak = std::max(peak, e.total());
        QCOMPARE(peak, simulate(g, schedule).peak.count());
    }
    void overheadOfNoTimeIsZero() {
        const Graph g = graphFromText("a->b; a t=0; b t=0");
        const Plan plan = makePlan(g, "test", keepAllSchedule(g));
        QCOMPARE(plan.overheadForward(), 0.0);
        QCOMPARE(plan.overheadIteration(), 0.0);
    }
    void makePlanRefusesAnInvalidSchedule() {
        const Graph g = graphFromText("a->b");
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, makePlan(g, "test", scheduleFromText(g, "a b")));
    }
};

REFORWARD_TEST("simulator", SimulatorTest);
#include "simulator_test.moc"
