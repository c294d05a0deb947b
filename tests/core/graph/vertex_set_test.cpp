// SPDX-License-Identifier: Apache-2.0
#include "core/graph/vertex_set.h"

#include <QTest>
#include <random>
#include <set>

#include "tests/support/test_main.h"

using namespace reforward;

class VertexSetTest : public QObject {
    Q_OBJECT
  private slots:
    // Against std::set, at sizes around the borders of words.
    void behavesAsASet() {
        std::mt19937 random(7);
        for (const std::size_t size : {1U, 63U, 64U, 65U, 200U}) {
            VertexSet a(size), b(size);
            std::set<std::uint32_t> x, y;
            for (std::size_t i = 0; i < size; ++i) {
                const auto v = static_cast<std::uint32_t>(random() % size),
                           w = static_cast<std::uint32_t>(random() % size);
                a.insert(v), x.insert(v);
                b.insert(w), y.insert(w);
                if (random() % 3 == 0) a.erase(w), x.erase(w);
            }
            const auto same = [](const VertexSet& s, const std::set<std::uint32_t>& t) {
                return s.members() == std::vector<std::uint32_t>(t.begin(), t.end()) && s.count() == t.size();
            };
            std::set<std::uint32_t> both, either, first;
            std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::inserter(both, both.end()));
            std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::inserter(either, either.end()));
            std::set_difference(x.begin(), x.end(), y.begin(), y.end(), std::inserter(first, first.end()));
            QVERIFY(same(a, x) && same(a & b, both) && same(a | b, either) && same(a - b, first));
            QCOMPARE(a.subsetOf(b), std::includes(y.begin(), y.end(), x.begin(), x.end()));
            QVERIFY((a & b).subsetOf(a));
            QCOMPARE(a == b, x == y);
        }
    }
};

REFORWARD_TEST("vertex_set", VertexSetTest);
#include "vertex_set_test.moc"
