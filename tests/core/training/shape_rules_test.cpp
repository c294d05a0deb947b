// SPDX-License-Identifier: Apache-2.0
#include "core/training/shape_rules.h"

#include <QtTest>

#include "core/base/error.h"
#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::ModelMaker;

/// Right values: the operators' definitions, worked by hand.
class ShapeRulesTest : public QObject {
    Q_OBJECT

    static Dimensions inferred(const ModelMaker& m, std::size_t output = 0) {
        const auto types = inferTypes(m.model.nodes.back(), m.model);
        if (!types || types->size() <= output || !(*types)[output].dimensions) return {-999};
        return *(*types)[output].dimensions;
    }

  private slots:
    void reductionsWithAxesAsAnInput() {
        ModelMaker m;
        const auto x = m.input({2, 3, 4});
        m.node("ReduceMean", {x, m.integers({-1, 0})}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 3, 1}));
        m.node("ReduceMax", {x, m.integers({1})}, {}, {{"keepdims", std::int64_t{0}}});
        QCOMPARE(inferred(m), (Dimensions{2, 4}));
        m.node("ReduceSum", {x}, {}, {{"noop_with_empty_axes", std::int64_t{1}}});
        QCOMPARE(inferred(m), (Dimensions{2, 3, 4}));
        m.node("ReduceMean", {x, m.integers({3})}, {});
        QVERIFY_THROWS_EXCEPTION(Error, inferred(m));
    }

    void splitUnevenly() {
        ModelMaker m;
        m.node("Split", {m.input({7, 2})}, {}, {{"num_outputs", std::int64_t{3}}});
        m.model.nodes.back().outputs.assign(3, m.model.nodes.back().outputs[0]);
        QCOMPARE(inferred(m, 0), (Dimensions{3, 2}));
        QCOMPARE(inferred(m, 2), (Dimensions{1, 2}));
    }

    void padChosenAxes() {
        ModelMaker m;
        m.node("Pad", {m.input({2, 3, 4}), m.integers({1, 2}), noTensor, m.integers({-1})}, {});
        QCOMPARE(inferred(m), (Dimensions{2, 3, 7}));
    }

    void resizeByScalesRoundsDown() {
        ModelMaker m;
        const auto scales = m.tensor("scales", ModelTensor::Kind::constant, {4});
        m.model.tensors[scales].data =
            ConstantData{ElementType::float32, {4}, std::vector<double>{1, 1, 2, 0.6}};
        m.node("Resize", {m.input({1, 3, 5, 5}), noTensor, scales}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 3, 10, 3}));
    }

    void windowsThatCannotBe() {
        ModelMaker m;
        const auto x = m.input({1, 3, 4, 4}), w = m.weight({2, 3, 3, 3});
        m.node("Conv", {x, w}, {}, {{"strides", Dimensions{1, 0}}});
        QVERIFY_THROWS_EXCEPTION(Error, checkWindow(m.model.nodes.back(), m.model));
        m.node("Conv", {x, w}, {}, {{"group", std::int64_t{0}}});
        QVERIFY_THROWS_EXCEPTION(Error, checkWindow(m.model.nodes.back(), m.model));
        m.node("Conv", {x, w}, {}, {{"dilations", Dimensions{2, 2}}});  // a window of 5 on 4
        QVERIFY_THROWS_EXCEPTION(Error, checkWindow(m.model.nodes.back(), m.model));
        m.node("Conv", {x, w}, {}, {{"dilations", Dimensions{2, 2}}, {"pads", Dimensions{1, 1, 0, 0}}});
        checkWindow(m.model.nodes.back(), m.model);
        m.node("Conv", {x, m.weight({2, 3})}, {});
        QVERIFY_THROWS_EXCEPTION(Error, checkWindow(m.model.nodes.back(), m.model));
    }

    void batchInTracedReshapes() {
        // Batch 8 becomes 3: in front, merged with 12 heads, and behind the length.
        QCOMPARE(rescaledTarget({8, 128, 768}, {3, 128, 768}, {8, 128, 12, 64}, 8),
                 (Dimensions{3, 128, 12, 64}));
        QCOMPARE(rescaledTarget({128, 8, 768}, {128, 3, 768}, {128, 96, 64}, 8), (Dimensions{128, 36, 64}));
        QCOMPARE(rescaledTarget({1024, 768}, {384, 768}, {128, 8, 768}, 8), (Dimensions{128, 3, 768}));
        QCOMPARE(rescaledTarget({8, 5}, {3, 5}, {40}, 8), (Dimensions{15}));
        QVERIFY(!rescaledTarget({8, 5}, {3, 5}, {4, 11}, 8));  // not the same number of elements
    }
};

REFORWARD_TEST("shape_rules", ShapeRulesTest);
#include "shape_rules_test.moc"
