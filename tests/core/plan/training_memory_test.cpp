// SPDX-License-Identifier: Apache-2.0
#include "core/plan/training_memory.h"

#include <QtTest>

#include "core/base/error.h"
#include "core/graph/graph_builder.h"
#include "tests/support/test_main.h"

using namespace reforward;

/// A million parameters, in the bytes a parameter that the ZeRO paper counts.
class TrainingMemoryTest : public QObject {
    Q_OBJECT

    static constexpr std::int64_t million = 1'000'000;

    static Graph graphOf(std::int64_t parameterBytes, std::int64_t masterBytes) {
        GraphBuilder builder;
        builder.notes.parameterBytes = Bytes(parameterBytes);
        builder.notes.masterParameterBytes = Bytes(masterBytes);
        VertexSpec spec;
        spec.id = "a";
        builder.addVertex(spec);
        return std::move(builder).build();
    }

  private slots:
    void thirtyTwoBits() {
        const Graph graph = graphOf(4 * million, 0);
        for (const auto& [optimizer, bytes] : {std::pair{Optimizer::sgd, 8},
                                               {Optimizer::momentum, 12},
                                               {Optimizer::adam, 16},
                                               {Optimizer::adamw, 16}}) {
            for (const bool masters : {false, true}) {
                const TrainingMemory memory = trainingMemory(graph, {optimizer, masters}, Bytes(7));
                QCOMPARE(memory.constants(), Bytes(bytes * million));
                QCOMPARE(memory.total(), Bytes(bytes * million + 7));
            }
        }
    }

    void sixteenBits() {
        const Graph graph = graphOf(2 * million, 4 * million);
        for (const auto& [optimizer, with, without] : {std::tuple{Optimizer::sgd, 8, 4},
                                                       {Optimizer::momentum, 12, 6},
                                                       {Optimizer::adam, 16, 8},
                                                       {Optimizer::adamw, 16, 8}}) {
            QCOMPARE(trainingMemory(graph, {optimizer}, Bytes()).constants(), Bytes(with * million));
            QCOMPARE(trainingMemory(graph, {optimizer, true}, Bytes()).constants(), Bytes(with * million));
            QCOMPARE(trainingMemory(graph, {optimizer, false}, Bytes()).constants(),
                     Bytes(without * million));
        }
        const TrainingMemory adam = trainingMemory(graph, {Optimizer::adam}, Bytes());
        QCOMPARE(adam.parameters, Bytes(2 * million));
        QCOMPARE(adam.gradients, Bytes(2 * million));
        QCOMPARE(adam.masterWeights, Bytes(4 * million));
        QCOMPARE(adam.optimizer, Bytes(8 * million));
    }

    void someParametersOfEach() {
        // One million of 32 bits and one of 16: 4 + 2, twice; 4 of master weights; states of 4 + 4.
        const Graph graph = graphOf(6 * million, 4 * million);
        QCOMPARE(trainingMemory(graph, {Optimizer::adam}, Bytes()).constants(),
                 Bytes((12 + 4 + 16) * million));
        QCOMPARE(memoryForPlan(graph, {Optimizer::adam}, Bytes(33 * million)), Bytes(million));
        QCOMPARE(memoryForPlan(graph, {Optimizer::adam}, Bytes(31 * million)), Bytes(-million));
    }

    void words() {
        const Graph plain = graphOf(4, 0), half = graphOf(2, 4);
        const auto wordsOf = [](const Graph& graph, Optimizer optimizer) {
            return constantsWords(trainingMemory(graph, {optimizer}, Bytes()), optimizer);
        };
        QCOMPARE(wordsOf(plain, Optimizer::sgd), std::string("parameters and gradients"));
        QCOMPARE(wordsOf(plain, Optimizer::adam), std::string("parameters, gradients and Adam state"));
        QCOMPARE(wordsOf(half, Optimizer::sgd), std::string("parameters, gradients and master weights"));
        QCOMPARE(wordsOf(half, Optimizer::adamw),
                 std::string("parameters, gradients, master weights and AdamW state"));
        for (const Optimizer each : optimizers)
            QCOMPARE(optimizerOf(optimizerName(each)), each);
        QVERIFY_THROWS_EXCEPTION(Error, optimizerOf("lion"));
    }

    void sumsThatOverflowAreAnError() {
        const Graph graph = graphOf(std::int64_t{1} << 61, 0);
        QVERIFY_THROWS_EXCEPTION(Error, trainingMemory(graph, {Optimizer::adam}, Bytes()));
    }
};

REFORWARD_TEST("training_memory", TrainingMemoryTest);
#include "training_memory_test.moc"
