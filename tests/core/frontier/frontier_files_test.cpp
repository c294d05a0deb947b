// SPDX-License-Identifier: Apache-2.0
#include "core/frontier/frontier_files.h"

#include <QStringList>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/support/graph_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

class FrontierFilesTest : public QObject {
    Q_OBJECT
  private slots:
    void csvHasTheColumnsOfTheFormatAndItsOrder() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7");
        std::vector<Frontier> frontiers;
        for (const char* name : {"liveness-exact", "chen-greedy"}) {
            frontiers.push_back(sweep(strategy(name), {g, Bytes::max(), {}, 1}, Control()));
        }
        QStringList lines = QString::fromStdString(frontierCsv(frontiers)).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.takeFirst(), QString("strategy,budget_bytes,peak_bytes,recompute_time,overhead_"
                                            "forward_percent,overhead_iteration_percent,"
                                            "lower_bound_percent,kept,recomputed,solve_ms"));
        QVERIFY(lines.size() >= 4);
        QString before;
        qint64 peak = 0;
        for (const QString& line : lines) {
            const QStringList cells = line.split(',');
            QCOMPARE(cells.size(), 10);
            QVERIFY(cells[0] >= before);
            if (cells[0] == before) QVERIFY(cells[2].toLongLong() < peak);
            QVERIFY(cells[6].isEmpty());  // no bound is known
            before = cells[0];
            peak = cells[2].toLongLong();
        }
    }
    // Unit chain of 8 in 8 values: keep-all has 9 at its peak, so one value at least is made again.
    void lowerBoundsWhereTheyAreKnown() {
        const auto g = sharedGraph("0->1->2->3->4->5->6->7");
        const std::vector<Frontier> frontiers{
            sweep(strategy("liveness-exact"), {g, Bytes::max(), {}, 1}, Control())};
        OverheadBound bound(g);
        bound.record(Bytes(8), 1);
        bound.record(Bytes(6), 3);
        const auto json = frontierJson(*g, frontiers, &bound);
        QCOMPARE(json["bound"].size(), 2U);
        QCOMPARE(json["bound"][0]["budget_bytes"].get<int>(), 6);
        QCOMPARE(json["bound"][0]["lower_bound_percent"].get<double>(), 37.5);
        QCOMPARE(json["bound"][1]["budget_bytes"].get<int>(), 8);
        QCOMPARE(json["bound"][1]["lower_bound_percent"].get<double>(), 12.5);
        QVERIFY(json["rows"].size() >= 3);
        for (const auto& row : json["rows"]) {
            const int peak = row["peak_bytes"].get<int>();
            QCOMPARE(row["lower_bound_percent"].get<double>(), peak > 8 ? 0 : peak > 6 ? 12.5 : 37.5);
        }
        QStringList lines =
            QString::fromStdString(frontierCsv(frontiers, &bound)).split('\n', Qt::SkipEmptyParts);
        for (const QString& line : lines.mid(1)) {
            const int peak = line.split(',')[2].toInt();
            QCOMPARE(line.split(',')[6].toDouble(), peak > 8 ? 0 : peak > 6 ? 12.5 : 37.5);
        }
        QVERIFY(frontierJson(*g, frontiers)["bound"].is_null());
    }
    void jsonAddsFloorAndReasons() {
        const auto g = sharedGraph("a->b; joint; a m=4; b m=2");
        const std::vector<Frontier> frontiers{
            sweep(strategy("chen-sqrt"), {g, Bytes::max(), {}, 1}, Control()),
            sweep(strategy("keep-all"), {g, Bytes::max(), {}, 1}, Control())};
        const auto json = frontierJson(*g, frontiers);
        QCOMPARE(json["floor_bytes"].get<int>(), 6);
        QCOMPARE(json["baseline_peak_bytes"].get<int>(), 6);
        QVERIFY(json["not_applicable"].contains("chen-sqrt"));
        QCOMPARE(json["rows"].size(), 1U);
        QCOMPARE(json["rows"][0]["strategy"].get<std::string>(), std::string("keep-all"));
    }
};

REFORWARD_TEST("frontier_files", FrontierFilesTest);
#include "frontier_files_test.moc"
