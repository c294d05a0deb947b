// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/range_max.h"

#include <QTest>
#include <random>

#include "tests/support/test_main.h"

using reforward::RangeMax;

class RangeMaxTest : public QObject {
    Q_OBJECT
  private slots:
    void equalsAnArray() {
        std::mt19937 random(3);
        for (std::size_t n = 1; n < 40; ++n) {
            std::vector<std::int64_t> values(n);
            for (auto& v : values)
                v = static_cast<std::int64_t>(random() % 100) - 50;
            RangeMax tree;
            tree.assign(values);
            for (int round = 0; round < 60; ++round) {
                const auto first = static_cast<std::int64_t>(random() % n),
                           last = static_cast<std::int64_t>(random() % n);
                const auto amount = static_cast<std::int64_t>(random() % 41) - 20;
                tree.add(first, last, amount);
                for (std::int64_t k = first; k <= last; ++k)
                    values[static_cast<std::size_t>(k)] += amount;
                QCOMPARE(tree.max(), *std::max_element(values.begin(), values.end()));
            }
        }
    }
};

REFORWARD_TEST("range_max", RangeMaxTest);
#include "range_max_test.moc"
