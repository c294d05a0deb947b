// SPDX-License-Identifier: Apache-2.0
#include "core/training/fusion.h"

#include <QtTest>

#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::ModelMaker;

/// The ways in which exporters write one operator down.
class FusionTest : public QObject {
    Q_OBJECT

    // The operator of the last node after fusing, and how many nodes went into it.
    static QString fused(ModelMaker& m, TensorId output) {
        m.finish(output);
        const auto fusions = fusePatterns(m.model);
        const QString op = QString::fromStdString(m.model.nodes.back().op);
        return QString("%1 of %2").arg(op).arg(fusions.empty() ? 1 : fusions.back().absorbed.size() + 1);
    }

  private slots:
    void geluByErf_data() {
        QTest::addColumn<int>("form");
        for (int form = 0; form < 3; ++form)
            QTest::addRow("form %d", form) << form;
    }
    void geluByErf() {
        QFETCH(int, form);
        ModelMaker m;
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto u = form == 0 ? m.node("Div", {x, m.number(1.4142135)}, s)
                                 : m.node("Mul", {m.number(0.70710677), x}, s);
        const auto sum = m.node("Add", {m.node("Erf", {u}, s), m.number(1)}, s);
        if (form == 0) {  // (x * sum) * 0.5
            QCOMPARE(fused(m, m.node("Mul", {m.node("Mul", {x, sum}, s), m.number(0.5)}, s)), "Gelu of 5");
        } else if (form == 1) {  // (0.5 * x) * sum
            QCOMPARE(fused(m, m.node("Mul", {m.node("Mul", {m.number(0.5), x}, s), sum}, s)), "Gelu of 5");
        } else {  // x * (0.5 * sum)
            QCOMPARE(fused(m, m.node("Mul", {x, m.node("Mul", {sum, m.number(0.5)}, s)}, s)), "Gelu of 5");
        }
    }

    void geluByTanh() {
        ModelMaker m;
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto cube = m.node("Pow", {x, m.number(3)}, s);
        const auto inner = m.node("Add", {x, m.node("Mul", {cube, m.number(0.044715)}, s)}, s);
        const auto tanh = m.node("Tanh", {m.node("Mul", {inner, m.number(0.79788458)}, s)}, s);
        const auto sum = m.node("Add", {tanh, m.number(1)}, s);
        const auto half = m.node("Mul", {x, m.number(0.5)}, s);
        QCOMPARE(fused(m, m.node("Mul", {half, sum}, s)), "Gelu of 8");
    }

    void anotherConstantIsAnotherFunction() {
        ModelMaker m;
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto erf = m.node("Erf", {m.node("Div", {x, m.number(2)}, s)}, s);
        const auto sum = m.node("Add", {erf, m.number(1)}, s);
        QCOMPARE(fused(m, m.node("Mul", {m.node("Mul", {x, sum}, s), m.number(0.5)}, s)), "Mul of 1");
    }

    void hardSwish() {
        const Dimensions s{4};
        ModelMaker gate;
        auto x = gate.trained(s);
        auto y = gate.node("HardSigmoid", {x}, s, {{"alpha", 1.0 / 6}, {"beta", 0.5}});
        QCOMPARE(fused(gate, gate.node("Mul", {x, y}, s)), "HardSwish of 2");
        ModelMaker clip;
        x = clip.trained(s);
        y = clip.node("Clip", {clip.node("Add", {x, clip.number(3)}, s), clip.number(0), clip.number(6)}, s);
        QCOMPARE(fused(clip, clip.node("Div", {clip.node("Mul", {x, y}, s), clip.number(6)}, s)),
                 "HardSwish of 4");
    }

    void squeezeAndExcitationIsNoHardSwish() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8}), gate = m.trained({2, 4, 1, 1});
        const auto h = m.node("HardSigmoid", {gate}, {2, 4, 1, 1}, {{"alpha", 1.0 / 6}});
        QCOMPARE(fused(m, m.node("Mul", {x, h}, {2, 4, 8, 8})), "Mul of 1");
    }

    void mish() {
        ModelMaker m;
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto t = m.node("Tanh", {m.node("Softplus", {x}, s)}, s);
        QCOMPARE(fused(m, m.node("Mul", {t, x}, s)), "Mish of 3");
    }

    void paddingOfAPoolingIsPartOfIt() {
        ModelMaker m;
        const auto x = m.trained({1, 1, 4, 4});
        const auto pad = m.node("Pad", {x, m.integers({0, 0, 1, 1, 0, 0, 1, 1})}, {1, 1, 6, 6});
        QCOMPARE(fused(m, m.node("AveragePool", {pad}, {1, 1, 3, 3})), "AveragePool of 2");
        QCOMPARE(m.model.nodes.back().inputs, std::vector<TensorId>{x});
    }

    // PyTorch's exporter halves last; who halves first computed GELU step by step.
    void ofAPyTorchProgramOnlyItsOwnOperators() {
        for (const bool halvesLast : {true, false}) {
            ModelMaker m;
            m.model.producer = "pytorch";
            const Dimensions s{4};
            const auto x = m.trained(s);
            const auto erf = m.node("Erf", {m.node("Div", {x, m.number(1.4142135)}, s)}, s);
            const auto sum = m.node("Add", {erf, m.number(1)}, s);
            const auto y = halvesLast ? m.node("Mul", {m.node("Mul", {x, sum}, s), m.number(0.5)}, s)
                                      : m.node("Mul", {m.node("Mul", {x, m.number(0.5)}, s), sum}, s);
            QCOMPARE(fused(m, y), halvesLast ? "Gelu of 5" : "Mul of 1");
        }
        ModelMaker m;
        m.model.producer = "pytorch";
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto y = m.node("Clip", {m.node("Add", {x, m.number(3)}, s), m.number(0), m.number(6)}, s);
        QCOMPARE(fused(m, m.node("Div", {m.node("Mul", {x, y}, s), m.number(6)}, s)), "Div of 1");
    }

    void whatOthersReadStays() {
        ModelMaker read;
        const Dimensions s{4};
        auto x = read.trained(s);
        auto gate = read.node("Sigmoid", {x}, s);
        const auto silu = read.node("Mul", {x, gate}, s);
        QCOMPARE(fused(read, read.node("Add", {silu, gate}, s)), "Add of 1");
        ModelMaker output;
        x = output.trained(s);
        gate = output.node("Sigmoid", {x}, s);
        output.node("Mul", {x, gate}, s);
        QCOMPARE(fused(output, gate), "Mul of 1");
    }

    void aClipWithOtherLimitsIsAnotherFunction() {
        ModelMaker m;
        const Dimensions s{4};
        const auto x = m.trained(s);
        const auto y = m.node("Clip", {m.node("Add", {x, m.number(3)}, s), m.number(0), m.number(5)}, s);
        QCOMPARE(fused(m, m.node("Div", {m.node("Mul", {x, y}, s), m.number(6)}, s)), "Div of 1");
    }

    void layerNormalization_data() {
        QTest::addColumn<bool>("product");
        QTest::addColumn<bool>("casts");
        QTest::addColumn<int>("affine");
        QTest::addColumn<QString>("found");
        QTest::newRow("plain") << false << false << 0 << "LayerNormalization of 7";
        QTest::newRow("square as a product") << true << false << 0 << "LayerNormalization of 7";
        QTest::newRow("weight") << false << false << 1 << "LayerNormalization of 8";
        QTest::newRow("weight and bias") << false << false << 2 << "LayerNormalization of 9";
        QTest::newRow("half precision") << false << true << 2 << "LayerNormalization of 11";
    }
    void layerNormalization() {
        QFETCH(bool, product);
        QFETCH(bool, casts);
        QFETCH(int, affine);
        ModelMaker m;
        const Dimensions s{2, 8}, r{2, 1};
        const auto x = m.trained(s);
        const auto axes = m.integers({-1});
        const auto centered = m.node("Sub", {x, m.node("ReduceMean", {x, axes}, r)}, s);
        const auto wide = casts ? m.node("Cast", {centered}, s) : centered;
        const auto square = product ? m.node("Mul", {wide, wide}, s) : m.node("Pow", {wide, m.number(2)}, s);
        const auto variance = m.node("ReduceMean", {square, axes}, r);
        auto root = m.node("Sqrt", {m.node("Add", {variance, m.number(1e-5)}, r)}, r);
        if (casts) root = m.node("Cast", {root}, r);
        auto y = m.node("Div", {centered, root}, s);
        const auto w = m.weight({8}), b = m.weight({8});
        if (affine > 0) y = m.node("Mul", {y, w}, s);
        if (affine > 1) y = m.node("Add", {y, b}, s);
        QTEST(fused(m, y), "found");
        QCOMPARE(m.model.nodes.back().inputs.size(), static_cast<std::size_t>(1 + affine));
    }

    void groupNormalization() {
        for (const bool affine : {true, false}) {
            ModelMaker m;
            const Dimensions s{2, 8, 4, 4}, g{2, 2, 64};
            const auto x = m.trained(s);
            const auto ones = m.number(1), zeros = m.number(0);
            m.model.tensors[ones].data->dimensions = {2};
            m.model.tensors[ones].data->elements = std::vector<double>{1, 1};
            m.model.tensors[zeros].data->dimensions = {2};
            m.model.tensors[zeros].data->elements = std::vector<double>{0, 0};
            const auto groups = m.node("Reshape", {x, m.integers({0, 2, -1})}, g);
            const auto norm = m.node("InstanceNormalization", {groups, ones, zeros}, g);
            auto y = m.node("Reshape", {norm, m.integers({2, 8, 4, 4})}, s);
            const auto w = m.weight({8, 1, 1}), b = m.weight({8, 1, 1});
            y = m.node("Mul", {y, affine ? w : m.number(1)}, s);
            y = m.node("Add", {y, affine ? b : m.number(0)}, s);
            QCOMPARE(fused(m, y), "GroupNormalization of 5");
            QCOMPARE(m.model.nodes.back().inputs.size(), affine ? std::size_t{3} : std::size_t{1});
            QCOMPARE(m.model.nodes.back().integer("num_groups", 0), 2);
        }
    }

    void weightNormalization() {
        ModelMaker m;
        const Dimensions s{4, 3}, r{4, 1};
        const auto v = m.weight(s), g = m.weight(r);
        const auto unit = m.node("Div", {v, m.node("ReduceL2", {v}, r)}, s);
        QCOMPARE(fused(m, m.node("Mul", {unit, g}, s)), "WeightNormalization of 3");
    }

    void variance() {
        ModelMaker m;
        const Dimensions s{2, 8}, r{2, 1};
        const auto x = m.trained(s);
        const auto axes = m.integers({1});
        const auto centered = m.node("Sub", {x, m.node("ReduceMean", {x, axes}, r)}, s);
        const auto mean = m.node("ReduceMean", {m.node("Mul", {centered, centered}, s), axes}, r);
        const auto unbiased = m.node("Div", {m.node("Mul", {mean, m.number(8)}, r), m.number(7)}, r);
        QCOMPARE(fused(m, m.node("Sqrt", {unbiased}, r)), "StandardDeviation of 7");
    }

    void gatedUnit() {
        ModelMaker m;
        const auto x = m.trained({2, 8});
        const auto a = m.node("Split", {x}, {2, 4}, {{"axis", std::int64_t{1}}});
        const auto b = m.tensor("second", ModelTensor::Kind::computed, {2, 4});
        m.model.nodes.back().outputs.push_back(b);
        QCOMPARE(fused(m, m.node("Mul", {a, m.node("Sigmoid", {b}, {2, 4})}, {2, 4})), "Glu of 3");
        QCOMPARE(m.model.nodes.back().inputs, std::vector<TensorId>{x});
    }

    void smallOnes() {
        const Dimensions s{4};
        ModelMaker root;
        auto x = root.trained(s);
        QCOMPARE(fused(root, root.node("Div", {root.number(1), root.node("Sqrt", {x}, s)}, s)), "Rsqrt of 2");
        ModelMaker log;
        x = log.trained(s);
        QCOMPARE(fused(log, log.node("Div", {log.node("Log", {x}, s), log.number(0.69314718)}, s)),
                 "Log of 2");
        ModelMaker sigmoid;
        x = sigmoid.trained(s);
        QCOMPARE(fused(sigmoid, sigmoid.node("Log", {sigmoid.node("Sigmoid", {x}, s)}, s)),
                 "LogSigmoid of 2");
        ModelMaker shrink;
        x = shrink.trained(s);
        const auto greater = shrink.node("Greater", {x, shrink.number(0.5)}, s);
        const auto less = shrink.node("Less", {x, shrink.number(-0.5)}, s);
        const auto either = shrink.node("Or", {greater, less}, s);
        QCOMPARE(fused(shrink, shrink.node("Where", {either, x, shrink.number(0)}, s)), "Shrink of 4");
    }

    void scaledSumOfAProduct() {
        ModelMaker m;
        const Dimensions s{2, 2};
        const auto x = m.trained(s);
        const auto product = m.node("MatMul", {x, m.weight(s)}, s);
        const auto a = m.node("Mul", {product, m.number(1)}, s), b = m.node("Mul", {x, m.number(1)}, s);
        QCOMPARE(fused(m, m.node("Add", {a, b}, s)), "Add of 3");
        QCOMPARE(m.model.nodes.back().inputs, (std::vector<TensorId>{product, x}));
    }
};

REFORWARD_TEST("fusion", FusionTest);
#include "fusion_test.moc"
