// SPDX-License-Identifier: Apache-2.0
#include "core/training/constant_folding.h"

#include <QtTest>

#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using reforward::ConstantData;
using reforward::Dimensions;
using reforward::ElementType;
using reforward::foldConstants;
using reforward::TensorId;
using reforward::tests::ModelMaker;

/// Right values: the operators' definitions, worked by hand.
class ConstantFoldingTest : public QObject {
    Q_OBJECT

    static Dimensions folded(ModelMaker& m) {
        const auto result = foldConstants(m.model.nodes.back(), m.model);
        return result.size() == 1 ? result[0].integers() : Dimensions{-999};
    }

  private slots:
    void shapeOfAnInput() {
        ModelMaker m;
        m.node("Shape", {m.input({8, 3, 224, 224})}, {4});
        QCOMPARE(folded(m), (Dimensions{8, 3, 224, 224}));
        m.node("Shape", {m.model.inputs[0]}, {2}, {{"start", std::int64_t{-2}}});
        QCOMPARE(folded(m), (Dimensions{224, 224}));
    }

    void gatherAndNegativeIndex() {
        ModelMaker m;
        m.node("Gather", {m.integers({5, 6, 7}), m.integers({-1}, true)}, {});
        QCOMPARE(folded(m), (Dimensions{7}));
        m.node("Gather", {m.integers({5, 6, 7}), m.integers({3}, true)}, {});
        QCOMPARE(folded(m), (Dimensions{-999}));  // out of range: not folded
    }

    void sliceWithStepsAndClamping() {
        ModelMaker m;
        m.node("Slice",
               {m.integers({0, 1, 2, 3, 4}), m.integers({1}), m.integers({INT64_MAX}), m.integers({0}),
                m.integers({2})},
               {2});
        QCOMPARE(folded(m), (Dimensions{1, 3}));
        m.node("Slice",
               {m.integers({0, 1, 2, 3, 4}), m.integers({-1}), m.integers({INT64_MIN}), m.integers({0}),
                m.integers({-2})},
               {3});
        QCOMPARE(folded(m), (Dimensions{4, 2, 0}));
    }

    void concatUnsqueezeReshape() {
        ModelMaker m;
        m.node("Concat", {m.integers({2}), m.integers({3, 4})}, {3}, {{"axis", std::int64_t{0}}});
        QCOMPARE(folded(m), (Dimensions{2, 3, 4}));
        m.node("Unsqueeze", {m.integers({9}, true), m.integers({0})}, {1});
        QCOMPARE(folded(m), (Dimensions{9}));
        m.node("Transpose", {m.integers({1, 2})}, {2}, {{"perm", Dimensions{0}}});
        QCOMPARE(folded(m), (Dimensions{1, 2}));
    }

    void arithmetic() {
        ModelMaker m;
        m.node("Div", {m.integers({7, -7}), m.integers({2})}, {2});
        QCOMPARE(folded(m), (Dimensions{3, -3}));  // integers divide towards zero
        m.node("Mod", {m.integers({7, -7}), m.integers({3})}, {2});
        QCOMPARE(folded(m), (Dimensions{1, 2}));  // the sign of the divisor
        m.node("Div", {m.integers({7}), m.integers({0})}, {1});
        QCOMPARE(folded(m), (Dimensions{-999}));
    }

    void maskOfAnUnknownDimension() {
        // Where(shape == -1, ones, shape), as exporters write Expand.
        ModelMaker m;
        const auto shape = m.integers({2, -1, -1});
        const auto minus = m.integers({-1});
        m.node("Equal", {shape, minus}, {3}, {}, ElementType::boolean);
        auto equal = foldConstants(m.model.nodes.back(), m.model);
        QCOMPARE(equal.size(), std::size_t{1});
        QCOMPARE(equal[0].integers(), (Dimensions{0, 1, 1}));
        const auto mask = m.model.nodes.back().outputs[0];
        m.model.tensors[mask].data = equal[0];
        m.node("Where", {mask, m.integers({1, 1, 1}), shape}, {3});
        QCOMPARE(folded(m), (Dimensions{2, 1, 1}));
    }

    void rangeAndExpand() {
        ModelMaker m;
        m.node("Range", {m.integers({2}, true), m.integers({11}, true), m.integers({3}, true)}, {3});
        QCOMPARE(folded(m), (Dimensions{2, 5, 8}));
        m.node("Expand", {m.integers({4}), m.integers({3})}, {3});
        QCOMPARE(folded(m), (Dimensions{4, 4, 4}));
        m.node("Range", {m.integers({0}, true), m.integers({INT64_MAX}, true), m.integers({1}, true)}, {3});
        QCOMPARE(folded(m), (Dimensions{-999}));  // never larger than the limit
    }

    // Right values: numpy.
    void pickedAndPlacedElements() {
        const auto shaped = [](ModelMaker& m, const std::vector<std::int64_t>& list, Dimensions shape) {
            const TensorId t = m.integers(list);
            m.model.tensors[t].data->dimensions = shape;
            m.model.tensors[t].type.dimensions = std::move(shape);
            return t;
        };
        ModelMaker m;
        const auto table = shaped(m, {1, 2, 3, 4, 5, 6}, {2, 3});
        m.node("GatherND", {table, shaped(m, {1, 2, 0, -1}, {2, 2})}, {2});
        QCOMPARE(folded(m), (Dimensions{6, 3}));
        m.node("GatherND", {table, shaped(m, {1}, {1, 1})}, {1, 3});
        QCOMPARE(folded(m), (Dimensions{4, 5, 6}));
        m.node("ScatterND", {m.integers({7, 7, 7, 7}), shaped(m, {3, 0}, {2, 1}), m.integers({8, 9})}, {4});
        QCOMPARE(folded(m), (Dimensions{9, 7, 7, 8}));
        m.node("ScatterND", {m.integers({7}), shaped(m, {1}, {1, 1}), m.integers({8})}, {1});
        QCOMPARE(folded(m), (Dimensions{-999}));  // outside
        m.node("NonZero", {shaped(m, {0, 5, 0, 1, 0, 2}, {2, 3})}, {2, 3});
        QCOMPARE(folded(m), (Dimensions{0, 1, 1, 1, 0, 2}));
        m.node("CumSum", {m.integers({1, 2, 3}), m.integers({0}, true)}, {3});
        QCOMPARE(folded(m), (Dimensions{1, 3, 6}));
        m.node("Tile", {table, m.integers({1, 2})}, {2, 6});
        QCOMPARE(folded(m), (Dimensions{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}));
        m.node("ReduceProd", {table, m.integers({0})}, {1, 3});
        QCOMPARE(folded(m), (Dimensions{4, 10, 18}));
        m.node("ReduceMax", {table}, {}, {{"axes", Dimensions{-1}}, {"keepdims", std::int64_t{0}}});
        QCOMPARE(folded(m), (Dimensions{3, 6}));
        m.node("Split", {table}, {2, 1}, {{"axis", std::int64_t{1}}});
        m.model.nodes.back().outputs.assign(3, m.model.nodes.back().outputs[0]);
        const auto parts = foldConstants(m.model.nodes.back(), m.model);
        QCOMPARE(parts.size(), std::size_t{3});
        QCOMPARE(parts[1].integers(), (Dimensions{2, 5}));
    }

    void parametersAreNoConstants() {
        ModelMaker m;
        const auto w = m.weight({1});
        m.model.tensors[w].data = ConstantData{ElementType::float32, {1}, std::vector<double>{2}};
        m.node("Neg", {w}, {1});
        QVERIFY(foldConstants(m.model.nodes.back(), m.model).empty());
    }
};

REFORWARD_TEST("constant_folding", ConstantFoldingTest);
#include "constant_folding_test.moc"
