// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/relaxation.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

using namespace reforward;

namespace {

void addRow(IntegerProgram& program, const std::vector<IntegerProgram::Term>& terms, std::int64_t right) {
    program.terms.insert(program.terms.end(), terms.begin(), terms.end());
    program.firstTerm.push_back(static_cast<std::uint32_t>(program.terms.size()));
    program.right.push_back(right);
}

// The least cost over all 0/1 columns, or INT64_MAX.
std::int64_t optimum(const IntegerProgram& program) {
    std::int64_t least = INT64_MAX;
    for (unsigned x = 0; x < (1U << program.columnCount()); ++x) {
        bool holds = true;
        for (std::size_t r = 0; r < program.rowCount() && holds; ++r) {
            std::int64_t sum = 0;
            for (std::size_t t = program.firstTerm[r]; t < program.firstTerm[r + 1]; ++t)
                sum += (x >> program.terms[t].column & 1) * program.terms[t].coefficient;
            holds = sum >= program.right[r];
        }
        std::int64_t cost = program.constant;
        for (std::size_t c = 0; c < program.columnCount(); ++c)
            cost += (x >> c & 1) * program.cost[c];
        if (holds) least = std::min(least, cost);
    }
    return least;
}

}  // namespace

class RelaxationTest : public QObject {
    Q_OBJECT
  private slots:
    // Three columns of cost 10, each pair must sum to 1: half of each, 15, and rounded up 15; integer 20.
    void triangle() {
        IntegerProgram program;
        program.cost = {10, 10, 10};
        addRow(program, {{0, 1}, {1, 1}}, 1);
        addRow(program, {{1, 1}, {2, 1}}, 1);
        addRow(program, {{0, 1}, {2, 1}}, 1);
        Relaxation relaxation(program);
        relaxation.solve({}, Control());
        QVERIFY(std::abs(relaxation.dualValue() - 15) < 0.01);
        QCOMPARE(relaxation.provedTime(), std::int64_t(15));
    }
    // Room for 10 of 6 + 6 bytes: a third of one is run again. 7 * 2 / 6 = 2.33, rounded up 3.
    void room() {
        IntegerProgram program;
        program.constant = 100;
        program.cost = {0, 0, 7, 7};
        addRow(program, {{0, -6'000'000'000}, {1, -6'000'000'000}}, -10'000'000'000);
        addRow(program, {{0, 1}, {2, 1}}, 1);
        addRow(program, {{1, 1}, {3, 1}}, 1);
        Relaxation relaxation(program);
        relaxation.solve({}, Control());
        QVERIFY(std::abs(relaxation.dualValue() - 7.0 / 3) < 0.01);
        QCOMPARE(relaxation.provedTime(), std::int64_t(103));
        // The price of a byte.
        QVERIFY(std::abs(relaxation.multiplier(0) * 6e9 - 7) < 0.1);
    }
    void neverAboveTheOptimum() {
        std::mt19937 random(11);
        int exact = 0, feasible = 0;
        for (int round = 0; round < 1500; ++round) {
            IntegerProgram program;
            const unsigned columns = 1 + random() % 8;
            for (unsigned c = 0; c < columns; ++c)
                program.cost.push_back(static_cast<std::int64_t>(random() % 8));
            for (unsigned r = random() % 10; r > 0; --r) {
                std::vector<IntegerProgram::Term> terms;
                const bool large = random() % 4 == 0;
                for (unsigned c = 0; c < columns; ++c) {
                    if (random() % 3 != 0) continue;
                    const auto size = static_cast<std::int64_t>(large ? 1 + random() % 50 : 1);
                    terms.push_back({c, large || random() % 3 == 0 ? -size : size});
                }
                addRow(program, terms, large ? -static_cast<std::int64_t>(random() % 60) : random() % 2);
            }
            const std::int64_t least = optimum(program);
            Relaxation relaxation(program);
            // Stopped anywhere, what it proves is true.
            relaxation.solve({1 + random() % 300, 5e-4}, Control());
            QVERIFY(relaxation.provedTime() <= std::max<std::int64_t>(least, 0));
            relaxation.solve({3000, 5e-4}, Control());
            QVERIFY(relaxation.provedTime() <= std::max<std::int64_t>(least, 0));
            feasible += least < INT64_MAX && least > 0;
            exact += least < INT64_MAX && least > 0 && relaxation.provedTime() == least;
        }
        QVERIFY(feasible > 200 && exact * 2 > feasible);
    }
};

REFORWARD_TEST("relaxation", RelaxationTest);
#include "relaxation_test.moc"
