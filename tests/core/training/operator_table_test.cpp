// SPDX-License-Identifier: Apache-2.0
#include "core/training/operator_table.h"

#include <QtTest>
#include <set>

#include "core/training/costs.h"
#include "core/training/training_graph.h"
#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::ModelMaker;

/// What the backward of each operator reads. Right values: what PyTorch 1.13 saves for the same operator,
/// measured (shapes as there), parameters and constants not counted.
class OperatorTableTest : public QObject {
    Q_OBJECT

    // Saved values of the last vertex, as "in0", "out1", sorted; extras show as outputs.
    static QString saves(const Model& model) {
        const Graph graph = trainingGraph(
            model, {.fuse = false, .inPlace = false, .costs = "", .allowRecompute = {}}, Control());
        const auto last = static_cast<VertexId>(graph.vertexCount() - 1);
        std::set<QString> names;
        for (const ValueId x : graph.saves(last)) {
            if (graph.producer(x) == last) {
                names.insert(QString("out%1=%2").arg(graph.outputIndex(x)).arg(graph.bytes(x).count()));
                continue;
            }
            const auto inputs = graph.inputs(last);
            const auto at = std::find(inputs.begin(), inputs.end(), x) - inputs.begin();
            names.insert(QString("in%1=%2").arg(at).arg(graph.bytes(x).count()));
        }
        return QStringList(names.begin(), names.end()).join(' ');
    }

    // One operator on a value [2,4,8,8] (2048 bytes) that needs a gradient.
    static QString unary(const std::string& op) {
        ModelMaker m;
        const Dimensions shape{2, 4, 8, 8};
        const auto x = m.trained(shape);
        return saves(m.finish(m.node(op, {x}, shape)));
    }
    static QString binary(const std::string& op) {
        ModelMaker m;
        const Dimensions shape{2, 4, 8, 8};
        const auto a = m.trained(shape), b = m.trained(shape);
        return saves(m.finish(m.node(op, {a, b}, shape)));
    }

  private slots:
    void elementwise_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("expected");
        for (const char* op : {"Erf", "Log", "Abs", "Sin", "Cos", "LeakyRelu", "Elu", "Selu", "Celu",
                               "HardSigmoid", "HardSwish", "Softplus", "Mish", "Gelu", "Clip"}) {
            QTest::newRow(op) << op << "in0=2048";
        }
        for (const char* op :
             {"Relu", "Sigmoid", "Tanh", "Exp", "Sqrt", "Reciprocal", "Softmax", "LogSoftmax"}) {
            QTest::newRow(op) << op << "out0=2048";
        }
        QTest::newRow("Neg") << "Neg"
                             << "";
        QTest::newRow("Softsign") << "Softsign"
                                  << "in0=2048 out1=2048";
    }
    void elementwise() {
        QFETCH(QString, op);
        QFETCH(QString, expected);
        QCOMPARE(unary(op.toStdString()), expected);
    }

    void pairs_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("expected");
        for (const char* op : {"Add", "Sub", "Sum"})
            QTest::newRow(op) << op << "";
        for (const char* op : {"Mul", "Div", "Max", "Min"})
            QTest::newRow(op) << op << "in0=2048 in1=2048";
        QTest::newRow("Pow") << "Pow"
                             << "in0=2048 in1=2048 out0=2048";
    }
    void pairs() {
        QFETCH(QString, op);
        QFETCH(QString, expected);
        QCOMPARE(binary(op.toStdString()), expected);
    }

    void scalingByAConstantKeepsTheScalarAlone() {
        ModelMaker m;
        const auto x = m.trained({2, 4});
        QCOMPARE(saves(m.finish(m.node("Mul", {x, m.number(0.125)}, {2, 4}))), "out1=8");
    }

    void scalingByAParameterKeepsTheInput() {
        ModelMaker m;
        const auto x = m.trained({2, 4});
        QCOMPARE(saves(m.finish(m.node("Mul", {x, m.weight({4})}, {2, 4}))), "in0=32");
    }

    void productsKeepWhatThePartnerNeeds() {
        ModelMaker m;
        const auto a = m.trained({4, 8}), b = m.trained({8, 5});
        QCOMPARE(saves(m.finish(m.node("MatMul", {a, b}, {4, 5}))), "in0=128 in1=160");
        ModelMaker first;  // the network's input needs no gradient, so the other side is not read
        const auto x = first.input({4, 8});
        const auto v = first.trained({8, 5});
        QCOMPARE(saves(first.finish(first.node("MatMul", {x, v}, {4, 5}))), "in0=128");
    }

    void convolution() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        const auto y = m.node("Conv", {x, m.weight({6, 4, 3, 3}), m.weight({6})}, {2, 6, 8, 8});
        QCOMPARE(saves(m.finish(y)), "in0=2048");
    }

    void maxPoolKeepsInt64Indices() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        QCOMPARE(saves(m.finish(m.node("MaxPool", {x}, {2, 4, 4, 4}))),
                 "in0=2048 out1=1024");  // 128 x 8 bytes
    }

    void batchNormalizationKeepsItsStatistics() {
        const auto build = [](std::int64_t training) {
            ModelMaker m;
            const auto x = m.trained({2, 4, 8, 8});
            const auto scale = m.weight({4}), bias = m.weight({4}), mean = m.weight({4}),
                       variance = m.weight({4});
            const auto y = m.node("BatchNormalization", {x, scale, bias, mean, variance}, {2, 4, 8, 8},
                                  {{"training_mode", training}});
            // Another node in training form: the file as a whole is one.
            const auto z = m.node("BatchNormalization", {x, scale, bias, mean, variance}, {2, 4, 8, 8},
                                  {{"training_mode", std::int64_t{1}}});
            std::swap(m.model.nodes[1], m.model.nodes[2]);
            m.finish(y);
            m.model.outputs.push_back(z);
            return m.model;
        };
        QCOMPARE(saves(build(1)), "in0=2048 out1=16 out2=16");
        QCOMPARE(saves(build(0)), "in0=2048");
    }

    void layerNormalizationKeepsRowStatistics() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8});
        const auto y = m.node("LayerNormalization", {x, m.weight({8}), m.weight({8})}, {2, 4, 8},
                              {{"axis", std::int64_t{-1}}});
        QCOMPARE(saves(m.finish(y)), "in0=256 out1=32 out2=32");  // [2,4,1] float32
    }

    void groupNormalization() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        const auto y = m.node("GroupNormalization", {x, m.weight({4}), m.weight({4})}, {2, 4, 8, 8},
                              {{"num_groups", std::int64_t{2}}});
        QCOMPARE(saves(m.finish(y)), "in0=2048 out1=16 out2=16");  // [2,2] float32
    }

    void localResponseNormalization() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        // [2,1,6,8,8] = 3072 bytes, twice the input, one float64.
        QCOMPARE(saves(m.finish(m.node("LRN", {x}, {2, 4, 8, 8}, {{"size", std::int64_t{3}}}))),
                 "in0=2048 out1=3072 out2=2048 out3=2048 out4=8");
    }

    void dropoutOnAndOff() {
        for (const bool on : {true, false}) {
            ModelMaker m;
            const auto x = m.trained({2, 4, 8, 8});
            const auto flag = m.tensor("flag", ModelTensor::Kind::constant, {}, ElementType::boolean);
            m.model.tensors[flag].data = ConstantData{ElementType::boolean, {}, std::vector<std::int64_t>{1}};
            const auto y = m.node("Dropout", {x, m.number(on ? 0.5 : 0), flag}, {2, 4, 8, 8});
            const Graph graph = trainingGraph(m.finish(y), {}, Control());
            // Off it is a view of its input: no vertex, and said so.
            QCOMPARE(graph.plannedCount(), std::size_t(on ? 2 : 1));
            if (on) QCOMPARE(saves(m.model), "out1=2048");
        }
    }

    void reductions() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        QCOMPARE(saves(m.finish(m.node("ReduceMean", {x}, {2, 4, 8, 1}))), "in0=2048");
        QCOMPARE(saves(m.finish(m.node("ReduceMean", {x}, {}))), "");
        QCOMPARE(saves(m.finish(m.node("ReduceSum", {x}, {2, 4, 8}))), "");
        QCOMPARE(saves(m.finish(m.node("ReduceProd", {x}, {2, 4, 8}))), "in0=2048 out0=256");
    }

    void gatherKeepsItsIndices() {
        ModelMaker m;
        const auto table = m.trained({10, 4});
        const auto indices = m.input({3}, ElementType::int64);
        QCOMPARE(saves(m.finish(m.node("Gather", {table, indices}, {3, 4}))), "in1=24");
    }

    void whereKeepsItsCondition() {
        ModelMaker m;
        const auto condition = m.input({2, 4}, ElementType::boolean);
        const auto a = m.trained({2, 4}), b = m.trained({2, 4});
        QCOMPARE(saves(m.finish(m.node("Where", {condition, a, b}, {2, 4}))), "in0=8");
    }

    void recurrentLayersKeepAReserve() {
        // 7 blocks a step: 3 steps x 2 samples x 6 hidden x 7 x 4 bytes.
        ModelMaker m;
        const auto x = m.trained({3, 2, 8});
        const auto y = m.node("GRU", {x, m.weight({1, 18, 8}), m.weight({1, 18, 6})}, {3, 1, 2, 6},
                              {{"hidden_size", std::int64_t{6}}});
        QCOMPARE(saves(m.finish(y)), "in0=192 out1=1008");
    }

    // Measured with PyTorch 1.13's saved tensors on the same shapes.
    void whatNewerOperatorsKeep() {
        ModelMaker attention;
        const Dimensions heads{2, 4, 8, 8};
        const auto q = attention.trained(heads), k = attention.trained(heads), v = attention.trained(heads);
        // Scaled queries and probabilities beside keys and values.
        QCOMPARE(saves(attention.finish(attention.node("Attention", {q, k, v}, heads))),
                 "in1=2048 in2=2048 out1=2048 out2=2048");
        ModelMaker norm;
        const auto x = norm.trained(heads);
        QCOMPARE(saves(norm.finish(norm.node("LpNormalization", {x}, heads, {{"axis", std::int64_t{1}}}))),
                 "in0=2048 out1=512 out2=512");
        ModelMaker pool;
        const auto p = pool.trained(heads);
        QCOMPARE(saves(pool.finish(pool.node("LpPool", {p}, {2, 4, 4, 4}))),
                 "in0=2048 out1=2048 out2=512 out3=8");
        ModelMaker det;
        const auto d = det.trained({2, 8, 8});
        QCOMPARE(saves(det.finish(det.node("Det", {d}, {2}))), "in0=512 out0=8 out1=512 out2=64");
        ModelMaker product;
        const auto c = product.trained(heads);
        QCOMPARE(saves(product.finish(product.node("CumProd", {c, product.integers({1}, true)}, heads))),
                 "in0=2048 out0=2048");
        ModelMaker sum;
        const auto s = sum.trained(heads);
        QCOMPARE(saves(sum.finish(sum.node("ReduceLogSum", {s}, {2, 8, 8}))), "out1=512");
    }

    void scattersThatMultiplyKeepAll() {
        for (const char* reduction : {"none", "mul"}) {
            ModelMaker m;
            const auto a = m.trained({3, 4}), s = m.trained({3, 2});
            const auto i = m.input({3, 2}, ElementType::int64);
            const auto y =
                m.node("ScatterElements", {a, i, s}, {3, 4}, {{"reduction", std::string(reduction)}});
            QCOMPARE(saves(m.finish(y)), reduction[0] == 'n' ? "in1=48" : "in0=48 in1=48 in2=24 out0=48");
        }
    }

    void workOfProducts() {
        ModelMaker m;
        const auto a = m.trained({5, 2, 3}), b = m.trained({5, 3, 4});
        m.finish(m.node("Einsum", {a, b}, {5, 2, 4}, {{"equation", std::string("bij,bjk->bik")}}));
        QCOMPARE(forwardFlops({m.model, m.model.nodes.back(), {}, {}, false}), 2.0 * 5 * 2 * 3 * 4);
        // 2 x 4 heads, 6 queries on 7 keys of width 8, values of width 10.
        const auto q = m.trained({2, 4, 6, 8}), k = m.trained({2, 4, 7, 8}), v = m.trained({2, 4, 7, 10});
        m.node("Attention", {q, k, v}, {2, 4, 6, 10});
        QCOMPARE(forwardFlops({m.model, m.model.nodes.back(), {}, {}, false}), 2.0 * 8 * 6 * 7 * (8 + 10));
    }

    void everyOperatorHasOneRow() {
        std::set<std::string_view> seen;
        for (const OperatorRow& row : operatorRows())
            QVERIFY2(seen.insert(row.op).second, std::string(row.op).c_str());
    }
};

REFORWARD_TEST("operator_table", OperatorTableTest);
#include "operator_table_test.moc"
