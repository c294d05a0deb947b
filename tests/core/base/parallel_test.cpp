// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel.h"

#include <QTest>
#include <stdexcept>
#include <vector>

#include "tests/support/test_main.h"

using namespace reforward;

class ParallelTest : public QObject {
    Q_OBJECT
  private slots:
    void takesAllInOrder_data() {
        QTest::addColumn<unsigned>("threads");
        for (const unsigned threads : {0U, 1U, 3U})
            QTest::addRow("%u threads", threads) << threads;
    }
    void takesAllInOrder() {
        QFETCH(unsigned, threads);
        std::vector<int> made(500), taken;
        inOrder(
            made.size(), threads, Control(), [&](std::size_t k) { made[k] = static_cast<int>(k) + 1; },
            [&](std::size_t k) { taken.push_back(made[k]); });
        QCOMPARE(taken.size(), made.size());
        for (std::size_t k = 0; k < taken.size(); ++k)
            QCOMPARE(taken[k], static_cast<int>(k) + 1);
    }
    void anExceptionEndsIt() {
        for (const unsigned threads : {1U, 2U}) {
            const auto make = [](std::size_t k) {
                if (k == 7) throw std::runtime_error("seven");
            };
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, inOrder(1000, threads, Control(), make, [](std::size_t) {}));
            const auto take = [](std::size_t k) {
                if (k == 7) throw std::runtime_error("seven");
            };
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, inOrder(
                                         1000, threads, Control(), [](std::size_t) {}, take));
        }
    }
    void aStopTakesAPrefix() {
        for (const unsigned threads : {1U, 2U}) {
            std::stop_source source;
            std::size_t next = 0;
            bool prefix = true;
            inOrder(
                10000, threads, Control(source.get_token()), [](std::size_t) {},
                [&](std::size_t k) {
                    prefix = prefix && k == next++;
                    if (k == 20) source.request_stop();
                });
            QVERIFY(prefix);
            QVERIFY(next >= 21 && next < 10000);
        }
    }
};

REFORWARD_TEST("parallel", ParallelTest);
#include "parallel_test.moc"
