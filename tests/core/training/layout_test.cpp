// SPDX-License-Identifier: Apache-2.0
#include "core/training/layout.h"

#include <QtTest>

#include "tests/support/test_main.h"

using reforward::Dimensions;
using reforward::Layout;

/// Right values: worked by hand from row-major addresses.
class LayoutTest : public QObject {
    Q_OBJECT

  private slots:
    void contiguousStrides() { QCOMPARE(Layout::contiguous({2, 3, 4}).strides, (Dimensions{12, 4, 1})); }

    void reshapesWhatIsContiguous() {
        const auto view = Layout::contiguous({2, 4, 8, 8}).reshaped({2, 256});
        QVERIFY(view);
        QCOMPARE(view->strides, (Dimensions{256, 1}));
    }

    void transposedDimensionsDoNotMerge() {
        // [2,3] seen as [3,2]: element (i, j) at i + 3 j; no single stride walks all six.
        const Layout t = Layout::contiguous({2, 3}).transposed({1, 0});
        QCOMPARE(t.strides, (Dimensions{1, 3}));
        QVERIFY(!t.isContiguous());
        QVERIFY(!t.reshaped({6}));
        QVERIFY(t.reshaped({3, 1, 2}));
    }

    void splittingATransposedDimensionIsAView() {
        // [4,6] as [6,4], then 6 = 2 x 3: strides of the parts are 3 and 1.
        const auto view = Layout::contiguous({4, 6}).transposed({1, 0}).reshaped({2, 3, 4});
        QVERIFY(view);
        QCOMPARE(view->strides, (Dimensions{3, 1, 6}));
    }

    void oneThirdOfAPackedProjectionCopies() {
        // Queries in a packed [length, batch, 3 x width]: batch and heads do not lie evenly.
        const Layout packed = Layout::contiguous({128, 2, 2304}).sliced(2, 1, 768);
        QVERIFY(!packed.reshaped({128, 24, 64}));
        QVERIFY(packed.reshaped({128, 2, 12, 64}));
        QVERIFY(packed.reshaped({256, 768}));  // both outer dimensions step by whole rows
    }

    void everySecondElement() {
        const Layout every = Layout::contiguous({4, 6}).sliced(1, 2, 3);
        QCOMPARE(every.dimensions, (Dimensions{4, 3}));
        QCOMPARE(every.strides, (Dimensions{6, 2}));
        QVERIFY(every.reshaped({12}));  // 0 2 4 | 6 8 10 ...: evenly spaced throughout
    }

    void expandedDimensionsStandStill() {
        const Layout wide = Layout::contiguous({1, 4}).expanded({3, 4});
        QCOMPARE(wide.strides, (Dimensions{0, 1}));
        QVERIFY(!wide.reshaped({12}));
        QCOMPARE(Layout::contiguous({4}).expanded({2, 3, 4}).strides, (Dimensions{0, 0, 1}));
    }

    void elementwiseResultsKeepTheNesting() {
        const Layout t = Layout::contiguous({128, 2, 768}).transposed({1, 0, 2});
        QCOMPARE(t.denseLike().strides, t.strides);
        const Layout part = Layout::contiguous({4, 6}).sliced(1, 1, 3).denseLike();
        QCOMPARE(part.strides, (Dimensions{3, 1}));
    }

    void emptyTensors() {
        QVERIFY(Layout::contiguous({0, 5}).isContiguous());
        QVERIFY(Layout::contiguous({0, 5}).reshaped({5, 0}));
    }
};

REFORWARD_TEST("layout", LayoutTest);
#include "layout_test.moc"
