// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <thread>

#include "core/base/file.h"
#include "core/import/model_source.h"
#include "tests/core/import/onnx_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

ImportOptions batchOf(std::int64_t batch) {
    ImportOptions options;
    options.batch = batch;
    return options;
}

// A recurrent layer on [length, samples, width] and its last state.
OnnxMaker recurrent(std::int64_t length, std::int64_t samples, bool states) {
    OnnxMaker m;
    m.input("words", {length, samples}, onnx::TensorProto::INT64).weight("table", {100, 8});
    m.weight("w", {1, 18, 8}).weight("r", {1, 18, 6});
    m.node("Gather", {"table", "words"}, {"x"});
    if (states) m.input("state", {1, samples, 6});
    auto& gru = m.node("GRU", {"x", "w", "r", "", "", states ? "state" : ""}, {"y", "last"});
    gru.set_name("gru");
    OnnxMaker::attribute(gru, "hidden_size", 6);
    m.output("y").output("last");
    return m;
}

}  // namespace

class OnnxBatchTest : public QObject {
    Q_OBJECT

  private slots:
    void bySymbolName() {
        OnnxMaker m;
        m.input("tokens", {"length", "batch_size"}, onnx::TensorProto::INT64).weight("table", {10, 4});
        m.node("Gather", {"table", "tokens"}, {"y"}).set_name("embed");
        m.output("y");
        ImportOptions options = batchOf(3);
        options.dimensions = {{"length", 7}};
        const Graph graph = m.read(options);
        QCOMPARE(shapeOf(graph, "embed"), std::string("float32[7,3,4]"));
        QCOMPARE(graph.notes().batch, std::optional<std::int64_t>(3));
        QCOMPARE(graph.notes().batchFrom, std::string("tokens[1], by its name"));
        QCOMPARE(graph.notes().symbols.size(), std::size_t{2});
        const SymbolicDimension& length = graph.notes().symbols[0];
        QCOMPARE(length.name, std::string("length"));
        QCOMPARE(length.size, std::int64_t{7});
        QVERIFY(length.given && !length.batch);
        QCOMPARE(length.where, std::string("tokens[0]"));
        QVERIFY(graph.notes().symbols[1].batch);
    }

    void unboundSymbolsAreSaid() {
        OnnxMaker m;
        m.input("x", {"batch", 4});
        m.node("Relu", {"x"}, {"y"});
        m.output("y");
        const Graph graph = m.read();
        QVERIFY(warns(graph, "The batch (batch) is not bound: read with 1"));
        QVERIFY(!graph.notes().symbols[0].given);
        ImportOptions twice = batchOf(3);
        twice.dimensions = {{"batch", 4}};
        QVERIFY(m.refusal(twice).contains("given twice: 3 and 4"));
    }

    // [5, 8] words: the layer takes dimension 1 as its batch, so that is what --batch sets.
    void whatARecurrentLayerTakes() {
        const Graph filed = recurrent(5, 8, false).read();
        QCOMPARE(filed.notes().batch, std::optional<std::int64_t>(8));
        QCOMPARE(filed.notes().batchFrom, std::string("words[1], what gru takes as its batch"));
        const Graph graph = recurrent(5, 8, true).read(batchOf(2));
        QCOMPARE(shapeOf(graph, "gru"), std::string("float32[5,1,2,6]"));
        QCOMPARE(shapeOf(graph, "state"), std::string("float32[1,2,6]"));
    }

    void dimensionThatAllInputsShare() {
        OnnxMaker m;
        m.input("a", {5, 8, 4}).input("b", {3, 8, 4});
        auto& concat = m.node("Concat", {"a", "b"}, {"y"});
        concat.set_name("both");
        OnnxMaker::attribute(concat, "axis", 0);
        OnnxMaker::describe(*m.model.mutable_graph()->add_output(), "y", {8, 8, 4}, onnx::TensorProto::FLOAT);
        QCOMPARE(m.read().notes().batchFrom,
                 std::string("a[1], b[1], the one dimension that all inputs and outputs share"));
        QCOMPARE(shapeOf(m.read(batchOf(2)), "both"), std::string("float32[8,2,4]"));
    }

    void inputsWithoutABatch() {
        // Positions [1, 16] fit any batch and keep their own.
        OnnxMaker m;
        m.input("ids", {4, 16, 8}).input("positions", {1, 16, 8});
        m.node("Add", {"ids", "positions"}, {"y"}).set_name("sum");
        m.output("y");
        const Graph graph = m.read(batchOf(6));
        QCOMPARE(shapeOf(graph, "sum"), std::string("float32[6,16,8]"));
        QCOMPARE(shapeOf(graph, "positions"), std::string("float32[1,16,8]"));
        OnnxMaker scalar;
        scalar.input("x", {});
        scalar.node("Relu", {"x"}, {"y"});
        scalar.output("y");
        QVERIFY(scalar.refusal(batchOf(2)).contains("no input of the model has a dimension"));
    }

    // A first state and a mask that were traced as constants of the file's own batch.
    void constantsOfTheTracedBatch() {
        OnnxMaker m;
        m.input("x", {8, 1, 16});
        auto& graph = *m.model.mutable_graph();
        for (const char* name : {"mask", "state"}) {
            auto& constant = m.node("Constant", {}, {name});
            auto* value = constant.add_attribute();
            value->set_name("value");
            value->set_type(onnx::AttributeProto::TENSOR);
            value->mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
            for (const std::int64_t d : {8, 1, 16})
                value->mutable_t()->add_dims(d);
        }
        m.node("Add", {"x", "mask"}, {"masked"}).set_name("masked");
        OnnxMaker::fill(*graph.add_node(), "Shape", {"x"}, {"shape"});
        m.node("Identity", {"state"}, {"handed on"});
        m.node("Expand", {"handed on", "shape"}, {"first"});
        m.node("Add", {"masked", "first"}, {"y"}).set_name("sum");
        m.output("y");
        const Graph other = m.read(batchOf(3));
        QCOMPARE(shapeOf(other, "masked"), std::string("float32[3,1,16]"));
        QCOMPARE(shapeOf(other, "sum"), std::string("float32[3,1,16]"));
        QVERIFY(!warns(other, "scaled instead"));
    }

    // A file is read once; graphs for other batches come from memory, in several threads at a time.
    void oneSourceManyBatches() {
        QTemporaryDir dir;
        const std::string path = dir.filePath("net.onnx").toStdString();
        writeFile(path, recurrent(5, 8, false).model.SerializeAsString());
        const auto source = ModelSource::open(path, Control());
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        std::vector<std::string> shapes(4);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                threads.emplace_back([&, i] {
                    const auto graph = source->graph(batchOf(static_cast<std::int64_t>(i) + 1), Control());
                    shapes[i] = shapeOf(*graph, "gru");
                });
            }
        }
        QCOMPARE(shapes, (std::vector<std::string>{"float32[5,1,1,6]", "float32[5,1,2,6]", "float32[5,1,3,6]",
                                                   "float32[5,1,4,6]"}));
    }
};

REFORWARD_TEST("onnx_batch", OnnxBatchTest);
#include "onnx_batch_test.moc"
