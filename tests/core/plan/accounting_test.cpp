// SPDX-License-Identifier: Apache-2.0
// The accounting `pytorch` on graphs without a gradient flow of their own: each gradient is a buffer. Worked
// by hand.
#include "core/plan/accounting.h"

#include <QTest>

#include "core/base/error.h"
#include "core/plan/plan.h"
#include "core/plan/plan_json.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class AccountingTest : public QObject {
    Q_OBJECT
  private slots:
    void handWorked_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<qint64>("peak");
        QTest::addColumn<qint64>("forwardEnd");
        // c is the network's output and stays; the seed does not count. c': 1 + 2 + 3 and the gradient of
        // b, 2.
        const QString chain = "a->b->c; a m=1; b m=2; c m=3";
        QTest::newRow("chain") << chain << "a b c -c c' -b -c' b' -a -b' a' -a'" << qint64(8) << qint64(6);
        // b is made again before c': 1 + 3 and b 2, then its gradient 2.
        QTest::newRow("recomputed") << chain << "a b c -c -b b c' -b -c' b' -a -b' a' -a'" << qint64(8)
                                    << qint64(6);
        // The outputs b and c stay, 2. c' makes a gradient of a, 5; b' another, 12 in all; their sum, 17.
        QTest::newRow("summed into a new buffer")
            << "a->b,c; a m=5; b m=1; c m=1; b saves=; c saves="
            << "a b -b c -a -c c' -c' b' -b' a' -a'" << qint64(17) << qint64(2);
        // After forward a 4 and d 1, the output. d' makes the gradients of b and c, 8; c' one of a, 4: 17. It
        // drops c's; b' makes another of a: 17. a is freed and b's gradient dropped before the sum: 1 + 3
        // x 4.
        QTest::newRow("frees come before the sum")
            << "a->b,c; b,c->d; a m=4; b m=4; c m=4; d m=1; b saves=a; c saves=a; d saves="
            << "a b c d -d -b -c d' -d' c' -c' b' -a -b' a' -a'" << qint64(4 + 1 + 4 + 4 + 4) << qint64(5);
        // The network's input is not counted.
        QTest::newRow("fixed") << "x->a; x fixed m=100; a m=1"
                               << "a -a a' -a'" << qint64(1) << qint64(1);
    }
    void handWorked() {
        QFETCH(QString, graph);
        QFETCH(QString, schedule);
        QFETCH(qint64, peak);
        QFETCH(qint64, forwardEnd);
        const Graph g = graphFromText(graph.toStdString());
        const Schedule steps = scheduleFromText(g, schedule.toStdString());
        const Simulation s = simulate(g, steps, Accounting::pytorch);
        QVERIFY2(s.valid(), s.fault ? s.fault->message.c_str() : "");
        QCOMPARE(s.peak.count(), peak);
        QCOMPARE(s.forwardEnd.count(), forwardEnd);
        std::int64_t highest = 0;
        for (const TimelineEntry& entry : timeline(g, steps, Accounting::pytorch).entries)
            highest = std::max(highest, entry.total());
        QCOMPARE(highest, peak);
    }

    void theRulesAreThoseOfTheStepModel() {
        const Graph g = graphFromText("a->b");
        const Simulation s = simulate(g, scheduleFromText(g, "a b -a b'"), Accounting::pytorch);
        QVERIFY(!s.valid());
        QCOMPARE(s.fault->step, std::size_t{3});
    }

    void aPlanFileSaysHowItCounts() {
        const Graph g = graphFromText("a->b->c; a m=1; b m=2; c m=3");
        const auto plan = std::make_shared<const Plan>(makePlan(g, "keep-all", keepAllSchedule(g)));
        QVERIFY(planToText(g, *plan).find("accounting") == std::string::npos);
        const PlanPtr counted = underAccounting(g, plan, Accounting::pytorch);
        const std::string text = planToText(g, *counted);
        QVERIFY(text.find("\"accounting\": \"pytorch\"") != std::string::npos);
        const ReadPlan read = readPlan(g, text);
        QVERIFY(read.wrong.empty());
        QCOMPARE(read.plan.accounting, Accounting::pytorch);
        QCOMPARE(read.plan.peak().count(), std::int64_t{8});
        // In the step model the seed of c counts as well: 1 + 2 + 3 + 2.
        QCOMPARE(checkPlan(g, text, Accounting::step).simulation.peak.count(), std::int64_t{8});
        QVERIFY(checkPlan(g, text, Accounting::step).wrong.empty());
        QVERIFY_THROWS_EXCEPTION(Error, parseAccounting("tensorflow"));
    }
};

REFORWARD_TEST("accounting", AccountingTest);
#include "accounting_test.moc"
