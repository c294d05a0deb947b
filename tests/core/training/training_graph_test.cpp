// SPDX-License-Identifier: Apache-2.0
#include "core/training/training_graph.h"

#include <QtTest>

#include "core/base/error.h"
#include "core/training/costs.h"
#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::ModelMaker;

/// Views, copies, patterns, names and costs. Right values worked by hand.
class TrainingGraphTest : public QObject {
    Q_OBJECT

    static Graph graphOf(const Model& model, bool fuse = true, const std::string& costs = "") {
        return trainingGraph(model, {.fuse = fuse, .inPlace = false, .costs = costs, .allowRecompute = {}},
                             Control());
    }
    static QStringList ops(const Graph& graph) {
        QStringList list;
        for (VertexId v = 0; v < graph.vertexCount(); ++v) {
            if (!graph.fixed(v)) list << QString::fromStdString(graph.op(v));
        }
        return list;
    }

  private slots:
    void viewsFoldIntoTheirOwner() {
        ModelMaker m;
        const auto x = m.trained({2, 4, 8, 8});
        const auto flat = m.node("Flatten", {x}, {2, 256});
        const auto y = m.node("Gemm", {flat, m.weight({10, 256})}, {2, 10}, {{"transB", std::int64_t{1}}});
        const Graph graph = graphOf(m.finish(y));
        QCOMPARE(ops(graph), (QStringList{"Add", "Gemm"}));
        QCOMPARE(graph.notes().folded.size(), std::size_t{1});
        const VertexId gemm = *graph.find("Gemm_2");
        QCOMPARE(graph.saves(gemm).size(), std::size_t{1});
        QCOMPARE(graph.id(graph.producer(graph.saves(gemm)[0])), std::string("Add_0"));
    }

    void twoViewsOfOneValueAreOneInput() {
        ModelMaker m;
        const auto x = m.trained({2, 6});
        const auto a = m.node("Reshape", {x, m.integers({3, 4})}, {3, 4});
        const auto b = m.node("Reshape", {x, m.integers({3, 4})}, {3, 4});
        const Graph graph = graphOf(m.finish(m.node("Add", {a, b}, {3, 4})));
        QCOMPARE(graph.plannedCount(), std::size_t{2});
        QCOMPARE(graph.inputs(2).size(), std::size_t{1});
    }

    void reshapeOfATransposedValueCopies() {
        ModelMaker m;
        const auto x = m.trained({4, 6});
        const auto t = m.node("Transpose", {x}, {6, 4}, {{"perm", Dimensions{1, 0}}});
        const auto y = m.node("Reshape", {t, m.integers({24})}, {24});
        QCOMPARE(ops(graphOf(m.finish(y))), (QStringList{"Add", "Reshape"}));
    }

    void batchedProductsCopyWhatDoesNotMerge() {
        // Heads split off a [batch, length, width] value: batch and heads do not merge, so the product
        // copies.
        ModelMaker m;
        const auto x = m.trained({2, 5, 12});
        const auto heads = m.node("Reshape", {x, m.integers({2, 5, 3, 4})}, {2, 5, 3, 4});
        const auto q = m.node("Transpose", {heads}, {2, 3, 5, 4}, {{"perm", Dimensions{0, 2, 1, 3}}});
        const auto k = m.node("Transpose", {heads}, {2, 3, 4, 5}, {{"perm", Dimensions{0, 2, 3, 1}}});
        const Graph graph = graphOf(m.finish(m.node("MatMul", {q, k}, {2, 3, 5, 5})));
        QCOMPARE(ops(graph), (QStringList{"Add", "Transpose", "Transpose", "MatMul"}));
        const VertexId product = *graph.find("MatMul_4");
        QCOMPARE(graph.saves(product).size(), std::size_t{2});
        for (const ValueId s : graph.saves(product))
            QCOMPARE(graph.bytes(s).count(), std::int64_t{480});
    }

    void geluIsOneOperator() {
        for (const bool fuse : {true, false}) {
            ModelMaker m;
            const Dimensions shape{2, 8};
            const auto x = m.trained(shape);
            const auto scaled = m.node("Div", {x, m.number(1.41421356)}, shape);
            const auto erf = m.node("Erf", {scaled}, shape);
            const auto sum = m.node("Add", {erf, m.number(1)}, shape);
            const auto product = m.node("Mul", {x, sum}, shape);
            const Graph graph = graphOf(m.finish(m.node("Mul", {product, m.number(0.5)}, shape)), fuse);
            if (fuse) {
                QCOMPARE(ops(graph), (QStringList{"Add", "Gelu"}));
                QCOMPARE(graph.saves(*graph.find("Mul_5")).size(), std::size_t{1});
            } else {
                QCOMPARE(ops(graph), (QStringList{"Add", "Div", "Erf", "Add", "Mul", "Mul"}));
            }
        }
    }

    void patternsThatAreReadFromOutsideStay() {
        ModelMaker m;
        const auto x = m.trained({2, 8});
        const auto gate = m.node("Sigmoid", {x}, {2, 8});
        const auto y = m.node("Mul", {x, gate}, {2, 8});
        QCOMPARE(ops(graphOf(m.finish(y))), (QStringList{"Add", "Silu"}));
        m.model.outputs.push_back(gate);
        QCOMPARE(ops(graphOf(m.model)), (QStringList{"Add", "Sigmoid", "Mul"}));
    }

    void layerNormWrittenOut() {
        ModelMaker m;
        const Dimensions shape{2, 4, 8}, row{2, 4, 1};
        const auto x = m.trained(shape);
        const auto mean = m.node("ReduceMean", {x}, row, {{"axes", Dimensions{-1}}});
        const auto centered = m.node("Sub", {x, mean}, shape);
        const auto square = m.node("Pow", {centered, m.number(2)}, shape);
        const auto variance = m.node("ReduceMean", {square}, row, {{"axes", Dimensions{-1}}});
        const auto root = m.node("Sqrt", {m.node("Add", {variance, m.number(1e-5)}, row)}, row);
        const auto normal = m.node("Div", {centered, root}, shape);
        const auto scaled = m.node("Mul", {normal, m.weight({8})}, shape);
        const Graph graph = graphOf(m.finish(m.node("Add", {scaled, m.weight({8})}, shape)));
        QCOMPARE(ops(graph), (QStringList{"Add", "LayerNormalization"}));
        // As the one operator: its input, and mean and inverse deviation of 8 rows.
        std::int64_t saved = 0;
        for (const ValueId s : graph.saves(static_cast<VertexId>(graph.vertexCount() - 1)))
            saved += graph.bytes(s).count();
        QCOMPARE(saved, std::int64_t{256 + 32 + 32});
    }

    void opaqueOperatorsRunOnce() {
        ModelMaker m;
        const auto x = m.trained({2, 4});
        const auto y = m.node("FusedThing", {x}, {2, 4});
        m.model.nodes.back().domain = "com.example";
        m.finish(y);
        const Graph graph = graphOf(m.model);
        const VertexId v = *graph.find("FusedThing_1");
        QVERIFY(!graph.recomputable(v));
        QVERIFY(graph.differentiable(v));
        QCOMPARE(graph.saves(v).size(), std::size_t{1});
        QCOMPARE(graph.notes().opaque.size(), std::size_t{1});
        const Graph allowed = trainingGraph(
            m.model, {.fuse = true, .inPlace = false, .costs = "", .allowRecompute = {"FusedThing_1"}},
            Control());
        QVERIFY(allowed.recomputable(*allowed.find("FusedThing_1")));
        QVERIFY_THROWS_EXCEPTION(
            Error, trainingGraph(m.model,
                                 {.fuse = true, .inPlace = false, .costs = "", .allowRecompute = {"nobody"}},
                                 Control()));
    }

    void parametersCountOnce() {
        ModelMaker m;
        const auto w = m.weight({8, 8});
        const auto a = m.node("MatMul", {m.input({4, 8}), w}, {4, 8});
        const Graph graph = graphOf(m.finish(m.node("MatMul", {a, w}, {4, 8})));
        QCOMPARE(graph.notes().parameterBytes.count(), std::int64_t{256});
    }

    void paperCosts() {
        ModelMaker m;
        const auto x = m.input({1, 4, 8, 8});
        const auto y = m.node("Conv", {x, m.weight({6, 4, 3, 3})}, {1, 6, 6, 6});
        const Graph graph =
            graphOf(m.finish(m.node("ConvTranspose", {y, m.weight({6, 4, 3, 3})}, {1, 4, 8, 8})));
        QCOMPARE(graph.time(1), 10.0);
        QCOMPARE(graph.backwardTime(1), 20.0);
        QCOMPARE(graph.time(2), 1.0);  // the published graphs count a transposed convolution 1
    }

    void arithmeticOfConvolutionsAndProducts() {
        ModelMaker m;
        const auto x = m.input({2, 4, 8, 8});
        // 2 x (2 x 6 x 8 x 8 outputs) x (4 / 2 x 3 x 3 weights each)
        m.node("Conv", {x, m.weight({6, 2, 3, 3})}, {2, 6, 8, 8}, {{"group", std::int64_t{2}}});
        const OperatorUse conv{m.model, m.model.nodes.back(), {}, {}};
        QCOMPARE(forwardFlops(conv), 2.0 * 768 * 18);
        m.node("MatMul", {m.input({4, 8}), m.weight({8, 5})}, {4, 5});
        const OperatorUse product{m.model, m.model.nodes.back(), {}, {}};
        QCOMPARE(forwardFlops(product), 2.0 * 4 * 5 * 8);
    }

    // A mask that the program makes is kept for the backward of Where; a buffer of the file was there before.
    void masksOfTheProgram() {
        for (const bool buffer : {false, true}) {
            ModelMaker m;
            const auto x = m.trained({4, 4});
            const auto flags =
                m.tensor("flags", ModelTensor::Kind::initializer, {4, 4}, ElementType::boolean);
            const auto mask = buffer ? m.node("Identity", {flags}, {4, 4}, {}, ElementType::boolean)
                                     : m.node("Not", {flags}, {4, 4}, {}, ElementType::boolean);
            const Graph graph = graphOf(m.finish(m.node("Where", {mask, x, m.number(0)}, {4, 4})));
            QCOMPARE(ops(graph),
                     buffer ? (QStringList{"Add", "Where"}) : (QStringList{"Add", "Not", "Where"}));
            const VertexId where = *graph.find("Where_2");
            QCOMPARE(graph.saves(where).size(), buffer ? std::size_t{0} : std::size_t{1});
            if (!buffer) QCOMPARE(graph.bytes(graph.saves(where)[0]), Bytes(16));
        }
    }

    // A lookup in a parameter makes a value, wherever the indices come from.
    void lookupsInAParameter() {
        ModelMaker m;
        const auto row = m.node("Gather", {m.weight({8, 4}), m.integers({0, 3})}, {2, 4});
        const Graph graph = graphOf(m.finish(m.node("Add", {m.input({2, 4}), row}, {2, 4})));
        QCOMPARE(ops(graph), (QStringList{"Gather", "Add"}));
    }

    // Rotary positions: the frequencies are a buffer, not a parameter.
    void wavesOfNoInputTrainNothing() {
        ModelMaker m;
        const auto frequencies = m.weight({4});
        const auto wave = m.node("Cos", {m.node("Mul", {frequencies, m.number(2)}, {4})}, {4});
        const auto w = m.weight({4});
        const auto x = m.node("Mul", {m.input({2, 4}), w}, {2, 4});
        const Graph graph = graphOf(m.finish(m.node("Mul", {x, wave}, {2, 4})));
        QCOMPARE(graph.notes().parameterBytes, Bytes(16));
    }
};

REFORWARD_TEST("training_graph", TrainingGraphTest);
#include "training_graph_test.moc"
