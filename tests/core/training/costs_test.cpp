// SPDX-License-Identifier: Apache-2.0
#include "core/training/costs.h"

#include <QtTest>

#include "core/base/error.h"
#include "core/training/training_graph.h"
#include "tests/core/training/model_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using reforward::tests::ModelMaker;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

/// One operator with gradients for all its inputs.
OperatorTime timeOf(const ModelMaker& m, const std::string& costs,
                    Precision precision = Precision::declared) {
    const ModelNode& node = m.model.nodes.back();
    const std::vector<bool> all(node.inputs.size(), true);
    return CostModel(costs, precision).time({m.model, node, all, {}});
}

}  // namespace

/// Rooflines worked by hand from the operators' formulas and the makers' figures.
class CostsTest : public QObject {
    Q_OBJECT

  private slots:
    void aConvolutionThatComputes() {
        // [8, 256, 56, 56] by 256 kernels of 3 x 3: 2 x 8 x 256 x 56 x 56 x 256 x 9 operations. In and out
        // are 8 x 256 x 56 x 56 x 4 bytes each, which an A100 moves in far less time.
        ModelMaker m;
        const auto x = m.input({8, 256, 56, 56});
        m.node("Conv", {x, m.weight({256, 256, 3, 3})}, {8, 256, 56, 56});
        const double flops = 2.0 * 8 * 256 * 56 * 56 * 256 * 9;
        QVERIFY(near(timeOf(m, "flops:a100").forward, flops / 19.5e12 * 1e6));
        QVERIFY(near(timeOf(m, "flops:a100").backward, 2 * flops / 19.5e12 * 1e6));
        QVERIFY(near(timeOf(m, "flops:a100", Precision::tf32).forward, flops / 156e12 * 1e6));
    }

    void aProductThatMovesBytes() {
        // [4096] x [4096, 4096]: 2^25 operations, 4 x 2^24 bytes of weights and two vectors.
        ModelMaker m;
        m.node("MatMul", {m.input({1, 4096}), m.weight({4096, 4096})}, {1, 4096});
        const double bytes = 4.0 * ((1 << 24) + 2 * 4096);
        QVERIFY(near(timeOf(m, "flops:rtx4090").forward, bytes / 1008e9 * 1e6));
        QVERIFY(near(timeOf(m, "flops:rtx4090").backward, 2 * bytes / 1008e9 * 1e6));
    }

    void productsRunAtTheRateOfTheirPrecision() {
        // 4096 x 4096 x 4096: 2^37 operations over 3 x 2^24 elements.
        for (const auto& [type, rate] : {std::pair{ElementType::float32, 82.6e12},
                                         {ElementType::float16, 165.2e12},
                                         {ElementType::bfloat16, 165.2e12}}) {
            ModelMaker m;
            const auto a = m.input({4096, 4096}, type);
            const auto b = m.input({4096, 4096}, type);
            m.node("MatMul", {a, b}, {4096, 4096}, {}, type);
            QVERIFY(near(timeOf(m, "flops:RTX 4090").forward, 0x1p37 / rate * 1e6));
        }
        // A CPU without instructions for float16 computes it as float32, bfloat16 twice as fast.
        QCOMPARE(findDevice("laptop-cpu")->float16, findDevice("laptop-cpu")->float32);
    }

    void aReluMovesTwoValuesForwardAndThreeBackward() {
        // Forward reads and writes; the backward reads the output and its gradient and writes one.
        ModelMaker m;
        m.node("Relu", {m.input({1 << 26})}, {1 << 26});
        const double once = 4.0 * (1 << 26) / 4800e9 * 1e6;
        QVERIFY(near(timeOf(m, "flops:h200").forward, 2 * once));
        QVERIFY(near(timeOf(m, "flops:h200").backward, 3 * once));
    }

    void aMaxPoolWritesItsIndicesAsWell() {
        // [1, 64, 512, 512] to [1, 64, 256, 256]: in 2^26 bytes, out 2^24, indices of 8 bytes 2^25.
        ModelMaker m;
        const auto x = m.input({1, 64, 512, 512});
        m.node("MaxPool", {x}, {1, 64, 256, 256});
        const OperatorTime time = timeOf(m, "flops:rtx3090");
        QVERIFY(near(time.forward, (0x1p26 + 0x1p24 + 0x1p25) / 936e9 * 1e6));
        // Backward: the output's gradient, input and indices read, the input's gradient written.
        QVERIFY(near(time.backward, (0x1p24 + 0x1p26 + 0x1p25 + 0x1p26) / 936e9 * 1e6));
    }

    void whatOnlyPicksElementsReadsNoMore() {
        // 16 rows of 64 floats out of a table of 100,000; the indices are 16 x 8 bytes.
        ModelMaker m;
        const auto table = m.weight({100'000, 64});
        const auto rows = m.input({16}, ElementType::int64);
        m.node("Gather", {table, rows}, {16, 64});
        QVERIFY(near(timeOf(m, "flops:h100").forward, (4096.0 + 128 + 4096) / 3350e9 * 1e6));
    }

    void operatorsNotKnownMoveTheirBytes() {
        ModelMaker m;
        const auto x = m.input({1000});
        m.node("Mystery", {x}, {1000});
        m.model.nodes.back().domain = "com.example";
        QVERIFY(near(timeOf(m, "flops:a100-80gb").forward, 8000 / 2039e9 * 1e6));
        QVERIFY(near(timeOf(m, "flops:a100-80gb").backward, 16000 / 2039e9 * 1e6));
    }

    void devicesByNameAndTitle() {
        QCOMPARE(findDevice("RTX 5090"), findDevice("rtx5090"));
        QCOMPARE(findDevice("A100 80 GB"), findDevice("a100-80gb"));
        QCOMPARE(findDevice("rtx4090")->memory, Bytes(24LL << 30));
        QVERIFY(!findDevice("abacus"));
        QVERIFY(!findDevice(""));
        QVERIFY_THROWS_EXCEPTION(Error, CostModel("flops:abacus"));
        QVERIFY_THROWS_EXCEPTION(Error, CostModel("nonsense"));
        QCOMPARE(CostModel("flops").unit(), std::string_view("us"));
        QCOMPARE(CostModel("paper").unit(), std::string_view());
        for (const Device& device : devices()) {
            QVERIFY2(device.float16 >= device.float32 && device.bfloat16 >= device.float32 &&
                         device.tf32 >= device.float32,
                     device.title.data());
        }
    }

    void sixteenBitsHalveValuesButNoStatistics() {
        // Conv, BatchNormalization, MaxPool of [2, 4, 8, 8] in training: statistics 4 channels in float32,
        // indices of [2, 4, 4, 4] in int64, whatever the precision.
        const auto graphOf = [](const std::string& precision) {
            ModelMaker m;
            const auto x = m.input({2, 4, 8, 8});
            const auto conv = m.node("Conv", {x, m.weight({4, 4, 1, 1})}, {2, 4, 8, 8});
            const auto bn = m.node("BatchNormalization",
                                   {conv, m.weight({4}), m.weight({4}), m.weight({4}), m.weight({4})},
                                   {2, 4, 8, 8}, {{"training_mode", std::int64_t{1}}});
            const auto pool = m.node("MaxPool", {bn}, {2, 4, 4, 4});
            return trainingGraph(m.finish(pool), {.precision = precision}, Control());
        };
        const auto bytes = [](const Graph& graph, const char* id, std::uint32_t output) {
            return graph.bytes(graph.firstOutput(*graph.find(id)) + output).count();
        };
        for (const auto& [precision, size] :
             {std::pair<std::string, int>{"", 4}, {"fp32", 4}, {"tf32", 4}, {"bf16", 2}, {"fp16", 2}}) {
            const Graph graph = graphOf(precision);
            QCOMPARE(graph.fixedBytes().count(), 512 * size);
            QCOMPARE(bytes(graph, "Conv_0", 0), 512 * size);
            QCOMPARE(bytes(graph, "BatchNormalization_1", 0), 512 * size);
            QCOMPARE(bytes(graph, "BatchNormalization_1", 1), 16);
            QCOMPARE(bytes(graph, "BatchNormalization_1", 2), 16);
            QCOMPARE(bytes(graph, "MaxPool_2", 0), 128 * size);
            QCOMPARE(bytes(graph, "MaxPool_2", 1), 128 * 8);
            // Kernels, scale and shift are trained: 16 + 4 + 4; running statistics are not.
            QCOMPARE(graph.notes().parameterBytes.count(), 24 * size);
            QCOMPARE(graph.notes().masterParameterBytes.count(), size == 2 ? 24 * 4 : 0);
        }
        QVERIFY_THROWS_EXCEPTION(Error, graphOf("fp8"));
    }

    void whatTheFileDeclaresOtherwiseStays() {
        ModelMaker m;
        const auto x = m.input({8}, ElementType::float64);
        const auto y = m.node("Mul", {x, m.weight({8})}, {8}, {}, ElementType::float64);
        const Graph graph = trainingGraph(m.finish(y), {.precision = "bf16"}, Control());
        QCOMPARE(graph.bytes(graph.firstOutput(*graph.find("Mul_0"))).count(), std::int64_t{64});
    }
};

REFORWARD_TEST("costs", CostsTest);
#include "costs_test.moc"
