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
};

REFORWARD_TEST("fusion", FusionTest);
#include "fusion_test.moc"
