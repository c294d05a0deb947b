// SPDX-License-Identifier: Apache-2.0
#include "core/search/memory_profile.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

using namespace reforward;

class MemoryProfileTest : public QObject {
    Q_OBJECT
  private slots:
    void excessIsTheSumOverTheBudget() {
        MemoryProfile profile(5);
        profile.assign({3, 9, 12, 0, 10}, 10);
        QCOMPARE(profile.excess(), 2.0);
        QCOMPARE(profile.peak(), 12.0);
        profile.add(0, 2, 5);  // 8 14 17 0 10
        QCOMPARE(profile.excess(), 11.0);
        profile.add(2, 2, -9);  // 8 14 8 0 10
        QCOMPARE(profile.excess(), 4.0);
        QCOMPARE(profile.peak(), 14.0);
        profile.setBudget(7);  // 1 + 7 + 1 + 0 + 3
        QCOMPARE(profile.excess(), 12.0);
    }
    void agreesWithPlainSums() {
        std::mt19937 random(7);
        for (const std::size_t size : {1u, 3u, 64u, 65u, 200u, 1000u}) {
            std::vector<double> plain(size);
            for (double& b : plain)
                b = random() % 1000;
            MemoryProfile profile(size);
            double budget = 700;
            profile.assign(plain, budget);
            for (int round = 0; round < 400; ++round) {
                const auto a = static_cast<std::int32_t>(random() % size);
                const auto b = static_cast<std::int32_t>(random() % size);
                const double change = static_cast<double>(random() % 400) - 200;
                profile.add(a, b, change);
                for (std::int32_t i = a; i <= b; ++i)
                    plain[static_cast<std::size_t>(i)] += change;
                if (round % 50 == 49) profile.setBudget(budget = static_cast<double>(random() % 1500));
                double excess = 0;
                for (const double p : plain)
                    excess += std::max(0.0, p - budget);
                QCOMPARE(profile.excess(), excess);
                QCOMPARE(profile.peak(), *std::max_element(plain.begin(), plain.end()));
                QCOMPARE(profile.at(a), plain[static_cast<std::size_t>(a)]);
            }
        }
    }
    void weightsGrowWhereItStaysOver() {
        MemoryProfile profile(3);
        profile.assign({11, 5, 5}, 10);
        for (int round = 0; round < 10; ++round)
            profile.adaptWeights();
        const double dear = profile.excess();
        QVERIFY(dear > 2 && dear < 3);  // 1.1^10 = 2.59
        profile.add(0, 0, -1);
        QVERIFY(std::abs(profile.excess()) < 1e-9);
        profile.add(1, 1, 6);
        QVERIFY(profile.excess() > 0.7 && profile.excess() < 0.8);  // 0.97^10 = 0.737
        profile.resetWeights();
        QCOMPARE(profile.excess(), 1.0);
    }
};

REFORWARD_TEST("memory_profile", MemoryProfileTest);
#include "memory_profile_test.moc"
