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

    static constexpr std::int64_t one_ = 1;

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

    void oneHotAlongAnAxis() {
        ModelMaker m;
        const auto indices = m.input({2, 3}, ElementType::int64);
        const auto depth = m.integers({7}, true), values = m.integers({0, 1});
        m.node("OneHot", {indices, depth, values}, {});
        QCOMPARE(inferred(m), (Dimensions{2, 3, 7}));
        m.node("OneHot", {indices, depth, values}, {}, {{"axis", std::int64_t{0}}});
        QCOMPARE(inferred(m), (Dimensions{7, 2, 3}));
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

    // Right values of the following: the operators' own test models of onnx 1.23.
    void windowsWithDilationAndCeil() {
        ModelMaker m;
        const auto square = m.input({1, 1, 4, 4});
        m.node("AveragePool", {square}, {},
               {{"kernel_shape", Dimensions{2, 2}}, {"dilations", Dimensions{2, 2}}, {"ceil_mode", one_}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 2, 2}));
        m.node("LpPool", {square}, {}, {{"kernel_shape", Dimensions{2, 2}}, {"dilations", Dimensions{2, 2}}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 2, 2}));
        // A last window that would begin in the padding behind does not count.
        m.node("MaxPool", {m.input({1, 1, 2, 2})}, {},
               {{"kernel_shape", Dimensions{1, 1}}, {"strides", Dimensions{2, 2}}, {"ceil_mode", one_}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 1, 1}));
        m.node("AveragePool", {m.input({1, 3, 2, 2})}, {},
               {{"kernel_shape", Dimensions{3, 3}},
                {"strides", Dimensions{3, 3}},
                {"pads", Dimensions{1, 1, 1, 1}},
                {"ceil_mode", one_}});
        QCOMPARE(inferred(m), (Dimensions{1, 3, 1, 1}));
        const auto large = m.input({1, 1, 32, 32, 32});
        for (const bool ceil : {false, true}) {
            m.node("AveragePool", {large}, {},
                   {{"kernel_shape", Dimensions{5, 5, 5}},
                    {"strides", Dimensions{3, 3, 3}},
                    {"dilations", Dimensions{2, 2, 2}},
                    {"ceil_mode", std::int64_t{ceil}}});
            QCOMPARE(inferred(m), ceil ? (Dimensions{1, 1, 9, 9, 9}) : (Dimensions{1, 1, 8, 8, 8}));
        }
        m.node("MaxPool", {m.input({1, 3, 32, 32})}, {},
               {{"kernel_shape", Dimensions{2, 2}}, {"auto_pad", std::string("SAME_UPPER")}});
        QCOMPARE(inferred(m), (Dimensions{1, 3, 32, 32}));
    }

    void deformedConvolution() {
        ModelMaker m;
        m.node("DeformConv", {m.input({1, 1, 3, 3}), m.weight({1, 1, 2, 2}), m.input({1, 8, 4, 4})}, {},
               {{"pads", Dimensions{1, 1, 1, 1}}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 4, 4}));
        m.node("DeformConv", {m.input({1, 1, 3, 3}), m.weight({1, 1, 2, 2}), m.input({1, 8, 2, 2})}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 2, 2}));
    }

    void columnsToPictures() {
        ModelMaker m;
        m.node("Col2Im", {m.input({1, 5, 5}), m.integers({5, 5}), m.integers({1, 5})}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 5, 5}));
        m.node("Col2Im", {m.input({1, 10, 12}), m.integers({3, 4, 5}), m.integers({1, 1, 5})}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 2, 3, 4, 5}));
    }

    void cropsGridsAndSamples() {
        ModelMaker m;
        m.node("CenterCropPad", {m.input({20, 8, 3}), m.integers({10, 9})}, {},
               {{"axes", Dimensions{-3, -2}}});
        QCOMPARE(inferred(m), (Dimensions{10, 9, 3}));
        m.node("AffineGrid", {m.input({2, 3, 4}), m.integers({2, 3, 4, 5, 6})}, {});
        QCOMPARE(inferred(m), (Dimensions{2, 4, 5, 6, 3}));
        m.node("GridSample", {m.input({1, 1, 3, 2, 2}), m.input({1, 2, 4, 2, 3})}, {});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 2, 4, 2}));
    }

    void resizeThatKeepsTheAspect() {
        ModelMaker m;
        const auto x = m.input({1, 1, 2, 4});
        m.node("Resize", {x, noTensor, noTensor, m.integers({7, 8})}, {},
               {{"axes", Dimensions{2, 3}}, {"keep_aspect_ratio_policy", std::string("not_larger")}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 4, 8}));
        m.node("Resize", {x, noTensor, noTensor, m.integers({7, 8})}, {},
               {{"axes", Dimensions{2, 3}}, {"keep_aspect_ratio_policy", std::string("not_smaller")}});
        QCOMPARE(inferred(m), (Dimensions{1, 1, 7, 14}));
    }

    void attentionWithPastKeys() {
        ModelMaker m;
        const auto q = m.input({2, 9, 4, 8}), k = m.input({2, 3, 6, 8}), v = m.input({2, 3, 6, 10});
        m.node("Attention", {q, k, v, noTensor, m.input({2, 3, 12, 8}), m.input({2, 3, 12, 10})}, {});
        m.model.nodes.back().outputs.assign(4, m.model.nodes.back().outputs[0]);
        QCOMPARE(inferred(m, 0), (Dimensions{2, 9, 4, 10}));
        QCOMPARE(inferred(m, 1), (Dimensions{2, 3, 18, 8}));
        QCOMPARE(inferred(m, 2), (Dimensions{2, 3, 18, 10}));
        QCOMPARE(inferred(m, 3), (Dimensions{2, 9, 4, 18}));
        // Heads inside the last dimension: 3 x 8 of the queries, 3 x 10 of the values.
        m.node("Attention", {m.input({2, 4, 24}), m.input({2, 6, 24}), m.input({2, 6, 30})}, {},
               {{"q_num_heads", std::int64_t{3}}, {"kv_num_heads", std::int64_t{3}}});
        QCOMPARE(inferred(m), (Dimensions{2, 4, 30}));
        m.node("Attention", {m.input({2, 4, 24}), m.input({2, 6, 24}), m.input({2, 6, 30})}, {});
        QVERIFY_THROWS_EXCEPTION(Error, inferred(m));
    }

    void fourierTransforms() {
        ModelMaker m;
        const auto real = m.input({1, 10, 10, 1});
        m.node("DFT", {real}, {}, {{"axis", std::int64_t{1}}, {"onesided", one_}});
        QCOMPARE(inferred(m), (Dimensions{1, 6, 10, 2}));
        m.node("DFT", {m.input({1, 6, 10, 2})}, {},
               {{"axis", std::int64_t{1}}, {"onesided", one_}, {"inverse", one_}});
        QCOMPARE(inferred(m), (Dimensions{1, 10, 10, 1}));
    }

    void einsumEquations() {
        const auto shape = [](const std::string& equation, const std::vector<Dimensions>& inputs) {
            ModelMaker m;
            std::vector<TensorId> operands;
            for (const Dimensions& d : inputs)
                operands.push_back(m.input(d));
            m.node("Einsum", operands, {}, {{"equation", equation}});
            return inferred(m);
        };
        QCOMPARE(shape("bij, bjk -> bik", {{5, 2, 3}, {5, 3, 4}}), (Dimensions{5, 2, 4}));
        QCOMPARE(shape("...ii ->...i", {{3, 5, 5}}), (Dimensions{3, 5}));
        QCOMPARE(shape("ij->i", {{3, 4}}), (Dimensions{3}));
        QCOMPARE(shape("i,i", {{5}, {5}}), Dimensions{});
        QCOMPARE(shape("ba", {{2, 3}}), (Dimensions{3, 2}));  // without an arrow: by the alphabet
        QVERIFY_THROWS_EXCEPTION(Error, shape("ij,jk->ik", {{2, 3}, {4, 5}}));
        QVERIFY_THROWS_EXCEPTION(Error, shape("ij->ik", {{2, 3}}));
        QVERIFY_THROWS_EXCEPTION(Error, shape("ij", {{2, 3, 4}}));
    }

    void elementTypes() {
        const auto element = [](const ModelMaker& m) {
            return std::string(elementName(inferTypes(m.model.nodes.back(), m.model)->front().element));
        };
        ModelMaker m;
        const auto x = m.input({2, 3}), half = m.input({}, ElementType::float16);
        m.node("Cast", {x}, {}, {{"to", std::int64_t{16}}});
        QCOMPARE(element(m), std::string("bfloat16"));
        m.node("CastLike", {x, half}, {});
        QCOMPARE(element(m), std::string("float16"));
        m.node("GreaterOrEqual", {x, x}, {});
        QCOMPARE(element(m), std::string("bool"));
        QCOMPARE(inferred(m), (Dimensions{2, 3}));
        m.node("DequantizeLinear", {m.input({5}, ElementType::float8e4m3fn), half}, {});
        QCOMPARE(element(m), std::string("float16"));
    }

    void productsAndPicks() {
        ModelMaker m;
        m.node("Gemm", {m.input({3, 4}), m.input({5, 3}), m.input({5})}, {},
               {{"transA", one_}, {"transB", one_}});
        QCOMPARE(inferred(m), (Dimensions{4, 5}));
        m.node("Gemm", {m.input({3, 4}), m.input({4})}, {});
        QVERIFY_THROWS_EXCEPTION(Error, inferred(m));
        m.node("Gemm", {m.input({3, 4}), m.input({3, 4})}, {});
        QVERIFY_THROWS_EXCEPTION(Error, inferred(m));
        m.node("GatherND", {m.input({2, 2, 2}), m.input({2, 1})}, {}, {{"batch_dims", one_}});
        QCOMPARE(inferred(m), (Dimensions{2, 2}));
        m.node("GatherND", {m.input({2, 3, 4}), m.input({5, 2})}, {});
        QCOMPARE(inferred(m), (Dimensions{5, 4}));
        m.node("GatherND", {m.input({2, 2}), m.input({2, 1})}, {}, {{"batch_dims", std::int64_t{INT32_MIN}}});
        QVERIFY_THROWS_EXCEPTION(Error, inferred(m));
    }

    void rowsAndFills() {
        ModelMaker m;
        m.node("LayerNormalization", {m.input({2, 3, 4}), m.weight({3, 4})}, {}, {{"axis", one_}});
        QCOMPARE(inferred(m, 1), (Dimensions{2, 1, 1}));
        m.node("ConstantOfShape", {m.integers({4, 3, 2})}, {});
        QCOMPARE(inferred(m), (Dimensions{4, 3, 2}));
        m.node("Expand", {m.input({3, 1}), m.integers({2, 1, 6})}, {});
        QCOMPARE(inferred(m), (Dimensions{2, 3, 6}));
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
