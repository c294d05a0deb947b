// SPDX-License-Identifier: Apache-2.0
#include "core/plan/pins.h"

#include <QTest>

#include "core/base/error.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class PinsTest : public QObject {
    Q_OBJECT

    using Names = std::vector<std::string>;

    static QString refusal(const Graph& graph, const Names& keep, const Names& recompute) {
        try {
            pinsFrom(graph, keep, recompute);
        } catch (const Error& error) {
            return error.kind() == ErrorKind::usage ? QString(error.what()) : QString("another kind");
        }
        return {};
    }
    static QString broken(const Graph& graph, const QString& schedule, const Names& keep,
                          const Names& recompute) {
        const Schedule steps = scheduleFromText(graph, schedule.toStdString());
        const Simulation replay = simulate(graph, steps);
        if (!replay.valid()) return "no schedule: " + QString::fromStdString(replay.fault->message);
        return QString::fromStdString(brokenPin(graph, steps, pinsFrom(graph, keep, recompute)));
    }

  private slots:
    void idsAndModules() {
        const Graph g = graphFromText(
            "x->a->b->c->d; x fixed module=net/one; a module=net/one; b module=net/one/deep; c "
            "module=net/onerous;"
            " d module=net");
        QVERIFY(pinsFrom(g, {}, {}).empty());
        const VertexId a = *g.find("a"), b = *g.find("b"), c = *g.find("c"), d = *g.find("d");
        QCOMPARE(pinsFrom(g, {"c", "a", "c"}, {"d"}), (Pins{{a, c}, {d}}));
        // All below, at any depth; fixed values are not meant, nor is a module that only begins alike.
        QCOMPARE(pinsFrom(g, {"net/one/"}, {}), (Pins{{a, b}, {}}));
        QCOMPARE(pinsFrom(g, {}, {"net/"}), (Pins{{}, {a, b, c, d}}));
        QCOMPARE(pinsFrom(g, {"net.one.deep/"}, {"/net/onerous/"}), (Pins{{b}, {c}}));
        QCOMPARE(pinsFrom(g, {"net/one/", "a", "d"}, {}), (Pins{{a, b, d}, {}}));
    }
    void anIdMayEndInASlash() {
        const Graph g = graphFromText("m/->b; b module=m");
        QCOMPARE(pinsFrom(g, {"m/"}, {}), (Pins{{*g.find("m/")}, {}}));
    }
    void refused() {
        const Graph g = graphFromText("x->a->b->c; x fixed; a module=m; b once module=m; c module=n");
        QVERIFY(refusal(g, {"a"}, {"c"}).isEmpty());
        for (const auto& [keep, recompute, word, reason] :
             {std::tuple(Names{"q"}, Names{}, "q", "no such vertex"),
              std::tuple(Names{"m"}, Names{}, "m", "ends in '/'"),
              std::tuple(Names{"q/"}, Names{}, "q/", "no vertex lies in this module"),
              std::tuple(Names{"/"}, Names{}, "/", "no vertex lies in this module"),
              std::tuple(Names{}, Names{"x"}, "x", "fixed"),
              std::tuple(Names{"a"}, Names{"a"}, "a", "both as kept and as recomputed"),
              std::tuple(Names{"n/"}, Names{"c"}, "c", "both as kept and as recomputed"),
              std::tuple(Names{}, Names{"b"}, "b", "only once"),
              std::tuple(Names{}, Names{"m/"}, "b", "--allow-recompute")}) {
            const QString said = refusal(g, keep, recompute);
            QVERIFY2(said.contains(word) && said.contains(reason), qPrintable(said));
        }
    }

    void firstCopyEnds_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("last");
        // Forward graphs: the last forward consumer.
        QTest::newRow("chain") << "v->b->c"
                               << "b";
        QTest::newRow("skip") << "v->b->c; v->c"
                              << "c";
        QTest::newRow("no reader") << "a->v"
                                   << "v";
        QTest::newRow("any output") << "v:1->b->c; v->d; b->d; v out=1,1"
                                    << "d";
        // Joint graphs: the last reader that is forward, where backward ones follow it.
        QTest::newRow("joint") << "v->b->c->d; v->d; v->e; d->e; joint; d backward; e backward"
                               << "b";
        QTest::newRow("joint, all backward") << "v->c,d,e; c->d->e; joint; c,d,e backward"
                                             << "d";
        QTest::newRow("joint, all forward") << "v->c,d,e; c->d->e; joint"
                                            << "d";
        QTest::newRow("joint, one reader") << "v->c; joint; c backward"
                                           << "v";
        QTest::newRow("joint, no reader") << "c->v; joint"
                                          << "v";
    }
    void firstCopyEnds() {
        QFETCH(QString, graph);
        QFETCH(QString, last);
        const Graph g = graphFromText(graph.toStdString());
        QCOMPARE(reforward::firstCopyEnds(g, *g.find("v")), g.position(*g.find(last.toStdString())));
    }

    // A chain: the backwards of b and c read b and c's inputs (defaults: saves are all inputs).
    void forwardPlans() {
        const Graph g = graphFromText("a->b->c");
        const QString keepAll = "a b c c' -b -c' b' -a -b' a' -a'";
        const QString again = "a b c -c -b b c' -b -c' b' -a -b' a' -a'";
        QCOMPARE(broken(g, keepAll, {"a", "b", "c"}, {}), QString());
        QCOMPARE(broken(g, again, {"a", "c"}, {"b"}), QString());
        QVERIFY(broken(g, again, {"b"}, {}).contains("b is pinned as kept, but runs again"));
        const QString said = broken(g, keepAll, {}, {"b"});
        QVERIFY2(said.contains("b is pinned as recomputed") && said.contains("backward of c"),
                 qPrintable(said));
        // Nothing reads c after its run, so there is nothing to ask for.
        QCOMPARE(broken(g, keepAll, {}, {"c"}), QString());
    }
    void aRecomputeMayReadTheFirstRun() {
        // b runs again from a's first run; a itself runs again before the backward pass reads it.
        const Graph g = graphFromText("a->b->c");
        QCOMPARE(broken(g, "a b c -c -b b -a c' -b -c' a b' -a -b' a' -a'", {}, {"a", "b"}), QString());
        QVERIFY(broken(g, "a b c -c -b b c' -b -c' b' -a -b' a' -a'", {}, {"a"}).contains("backward of b"));
    }
    void jointPlans() {
        // Forward a b c, backward d (reads c and b) and e (reads d and a).
        const Graph g = graphFromText("a->b->c->d->e; b->d; a->e; joint; d backward; e backward");
        QCOMPARE(broken(g, "a b c d e", {"a", "b"}, {}), QString());
        QVERIFY(broken(g, "a b c d e", {}, {"a"}).contains("forward of e reads its first run"));
        QCOMPARE(broken(g, "a b c d -a a e", {}, {"a"}), QString());
        QCOMPARE(broken(g, "a b -a c -b a b -a d a e", {}, {"a", "b"}), QString());
    }
};

REFORWARD_TEST("pins", PinsTest);
#include "pins_test.moc"
