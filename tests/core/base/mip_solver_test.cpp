// SPDX-License-Identifier: Apache-2.0
#include "core/base/mip_solver.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>
#include <thread>

#include "tests/support/test_main.h"

using namespace reforward;
using End = MipResult::End;
using Relation = MipModel::Relation;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

// Weights 5, 7, 4, 3 with values 10, 13, 7, 5 and room for 14: {7, 4, 3} is worth 25 ({5, 4, 3}: 22; {5, 7}:
// 23). Relaxed, by value per weight (2, 13/7, 7/4, 5/3): 10 + 13 + 2/4 of 7 = 26.5.
MipModel knapsack() {
    MipModel model;
    std::vector<MipModel::Term> weights;
    const std::vector<std::pair<double, double>> things{{5, 10}, {7, 13}, {4, 7}, {3, 5}};
    for (const auto& [weight, value] : things)
        weights.push_back({model.addVariable({-value, 0, 1, true}), weight});
    model.addRow(weights, Relation::lessEqual, 14);
    return model;
}

// Covers of many small sets: takes CBC minutes.
MipModel longWork() {
    MipModel model;
    std::mt19937 random(7);
    const std::uint32_t variables = 400;
    for (std::uint32_t v = 0; v < variables; ++v)
        model.addVariable({1.0 + static_cast<double>(random() % 3), 0, 1, true});
    for (int r = 0; r < 900; ++r) {
        std::vector<MipModel::Term> terms;
        for (std::uint32_t v = 0; v < variables; ++v) {
            if (random() % 100 < 3) terms.push_back({v, 1});
        }
        model.addRow(std::move(terms), Relation::greaterEqual, 1);
    }
    return model;
}

bool covers(const MipModel& model, const std::vector<double>& values) {
    return std::all_of(model.rows().begin(), model.rows().end(), [&](const MipModel::Row& row) {
        double sum = 0;
        for (const MipModel::Term& term : row.terms)
            sum += term.coefficient * values[term.variable];
        return sum >= row.right - 1e-6;
    });
}

}  // namespace

class MipSolverTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        if (!hasMipSolver()) QSKIP("the program cbc is not installed (Debian: coinor-cbc)");
    }
    void solvesAKnapsack() {
        const MipResult r = solveMip(knapsack(), 20, false, Control());
        QCOMPARE(r.end, End::optimal);
        QCOMPARE(r.objective, -25.0);
        QCOMPARE(r.bound, -25.0);
        QCOMPARE(r.values, (std::vector<double>{0, 1, 1, 1}));
    }
    void relaxesAKnapsack() {
        const MipResult r = solveMip(knapsack(), 20, true, Control());
        QCOMPARE(r.end, End::optimal);
        QVERIFY(std::abs(r.objective + 26.5) < 1e-6);
        QVERIFY(r.bound <= -26.5 && r.bound > -26.50001);
        QVERIFY(std::abs(r.values[2] - 0.5) < 1e-6);
    }
    void provesThatNothingFits() {
        MipModel model = knapsack();
        model.addRow({{0, 1}, {1, 1}, {2, 1}, {3, 1}}, Relation::greaterEqual, 4);
        const MipResult r = solveMip(model, 20, false, Control());
        QCOMPARE(r.end, End::infeasible);
        QVERIFY(r.values.empty());
        QCOMPARE(solveMip(model, 20, true, Control()).end, End::infeasible);
    }
    void provesThatNothingWholeFits() {
        MipModel model;
        const auto x = model.addVariable({1, 0, 10, true});
        const auto y = model.addVariable({1, 0, 10, true});
        model.addRow({{x, 2}, {y, 4}}, Relation::equal, 7);
        QCOMPARE(solveMip(model, 20, false, Control()).end, End::infeasible);
        QCOMPARE(solveMip(model, 20, true, Control()).end, End::optimal);
    }
    void takesEveryKindOfVariable() {
        // min x + y - 2z + w with x >= -3.5, y <= -1 unbounded below by itself, y >= x - 4, z whole <= 2.7,
        // w fixed at 5: x = -3.5, y = -7.5, z = 2.
        MipModel model;
        const auto x = model.addVariable({1, -3.5, infinity, false});
        const auto y = model.addVariable({1, -infinity, -1, false});
        const auto z = model.addVariable({-2, 0, 9, true});
        const auto w = model.addVariable({1, 5, 5, true});
        model.addRow({{y, 1}, {x, -1}}, Relation::greaterEqual, -4);
        // Twice the same variable in a row, and a row of nothing.
        model.addRow({{z, 0.5}, {z, 0.5}}, Relation::lessEqual, 2.7);
        model.addRow({}, Relation::lessEqual, 1);
        const MipResult r = solveMip(model, 20, false, Control());
        QCOMPARE(r.end, End::optimal);
        QCOMPARE(r.values[x], -3.5);
        QCOMPARE(r.values[y], -7.5);
        QCOMPARE(r.values[z], 2.0);
        QCOMPARE(r.values[w], 5.0);
        QCOMPARE(r.objective, -10.0);
    }
    void answersWithoutVariables() {
        MipModel model;
        QCOMPARE(solveMip(model, 1, false, Control()).end, End::optimal);
        model.addRow({}, Relation::greaterEqual, 1);
        QCOMPARE(solveMip(model, 1, false, Control()).end, End::infeasible);
    }
    void keepsItsBestWhenTimeIsUp() {
        const MipModel model = longWork();
        // A busy machine may need more than the first limit for a first solution.
        MipResult r;
        for (double limit = 2; limit <= 16 && r.end != End::feasible; limit *= 2) {
            const Stopwatch watch;
            r = solveMip(model, limit, false, Control());
            QVERIFY(watch.seconds() < limit + 8);
        }
        QCOMPARE(r.end, End::feasible);
        QVERIFY(covers(model, r.values));
        const MipResult relaxed = solveMip(model, 20, true, Control());
        QCOMPARE(relaxed.end, End::optimal);
        QVERIFY(r.bound >= relaxed.objective - 1e-2);
        QVERIFY(r.bound <= r.objective);
        QVERIFY(!covers(model, std::vector<double>(model.variables().size(), 0)));
    }
    void stopsWithoutValues() {
        const MipResult r = solveMip(longWork(), 0.02, false, Control());
        QCOMPARE(r.end, End::stopped);
        QVERIFY(r.values.empty());
    }
    void endsWhenCancelled() {
        std::stop_source source;
        Stopwatch watch;
        double cancelledAt = 0;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            cancelledAt = watch.seconds();
            source.request_stop();
        });
        const MipResult r = solveMip(longWork(), 60, false, Control(source.get_token()));
        const double ended = watch.seconds();
        canceller.join();
        QCOMPARE(r.end, End::stopped);
        QVERIFY2(ended - cancelledAt < 0.2, qPrintable(QString::number(ended - cancelledAt)));
    }
    void saysWhereTheProgramIsMissing() {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/no/such/directory");
        const bool has = hasMipSolver();
        const MipResult r = solveMip(knapsack(), 1, false, Control());
        qputenv("PATH", path);
        QVERIFY(!has);
        QCOMPARE(r.end, End::noSolver);
    }
    void survivesACrash() {
        QTemporaryDir directory;
        QFile cbc(directory.filePath("cbc"));
        QVERIFY(cbc.open(QIODevice::WriteOnly));
        cbc.write("#!/bin/sh\nkill -SEGV $$\n");
        cbc.close();
        cbc.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", directory.path().toUtf8() + ":" + path);
        const MipResult r = solveMip(knapsack(), 5, false, Control());
        qputenv("PATH", path);
        QCOMPARE(r.end, End::failed);
        QVERIFY(!r.message.empty());
    }
};

REFORWARD_TEST("mip_solver", MipSolverTest);
#include "mip_solver_test.moc"
