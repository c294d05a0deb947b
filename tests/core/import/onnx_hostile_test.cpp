// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/base/control.h"
#include "core/graph/graph.h"
#include "tests/core/import/onnx_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

constexpr std::int64_t huge = std::int64_t{1} << 60;

// One operator on x [2,3] with that list as its second input.
OnnxMaker withList(const std::string& op, const std::vector<std::int64_t>& list) {
    OnnxMaker m;
    m.input("x", {2, 3}).integers("list", list);
    m.node(op, {"x", "list"}, {"y"});
    m.output("y");
    return m;
}

}  // namespace

/// Files that ask for more than there is: each is refused with a reason, or opened without allocating what it
/// states. (A test that hangs or runs out of memory is the failure looked for.)
class OnnxHostileTest : public QObject {
    Q_OBJECT

  private slots:
    void sizesBeyondCounting_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QList<qint64>>("list");
        QTest::addColumn<QString>("reason");
        const qint64 big = huge;
        QTest::newRow("expand") << "Expand" << QList<qint64>{big, big, 2, 3} << "more elements than 63 bits";
        QTest::newRow("tile") << "Tile" << QList<qint64>{big, big} << "63 bits";
        QTest::newRow("tile by a negative") << "Tile" << QList<qint64>{-1, 1} << "negative number of times";
        QTest::newRow("pads overflow")
            << "Pad" << QList<qint64>{INT64_MAX, 0, INT64_MAX, 0} << "negative dimension";
        QTest::newRow("pads cut too much") << "Pad" << QList<qint64>{-2, 0, -2, 0} << "negative dimension";
        QTest::newRow("reshape to nothing like it") << "Reshape" << QList<qint64>{big, -1} << "";
        QTest::newRow("expand to what does not fit") << "Expand" << QList<qint64>{2, 4} << "Expand of";
        QTest::newRow("an axis far away") << "ReduceSum" << QList<qint64>{big} << "has axis";
    }
    void sizesBeyondCounting() {
        QFETCH(QString, op);
        QFETCH(QList<qint64>, list);
        QFETCH(QString, reason);
        const QString message =
            withList(op.toStdString(), std::vector<std::int64_t>(list.begin(), list.end())).refusal();
        QVERIFY2(!message.isEmpty() && message.contains(reason), qPrintable(message));
    }

    void splitSizesThatOverflow() {
        OnnxMaker m;
        m.input("x", {4, 3}).integers("sizes", {INT64_MAX, INT64_MAX, 6});
        m.node("Split", {"x", "sizes"}, {"a", "b", "c"});
        m.output("a").output("b").output("c");
        QVERIFY(m.refusal().contains("do not add up"));
    }

    void inputsBeyondCounting() {
        OnnxMaker m;
        m.input("x", {huge, huge});
        m.node("Relu", {"x"}, {"y"});
        m.output("y");
        QVERIFY(m.refusal().contains("more elements than 63 bits"));
        OnnxMaker ranked;
        ranked.input("x", OnnxMaker::Shape(100'000, std::int64_t{1}));
        ranked.node("Relu", {"x"}, {"y"});
        ranked.output("y");
        QVERIFY(ranked.refusal().contains("rank 100000"));
    }

    // The values are never made: 2^50 zeros and 2^40 numbers in a row are only shapes.
    void constantsAreNotMade() {
        OnnxMaker m;
        m.input("x", {1}).integers("shape", {std::int64_t{1} << 50});
        m.node("ConstantOfShape", {"shape"}, {"zeros"});
        m.node("Add", {"x", "zeros"}, {"y"}).set_name("sum");
        m.output("y");
        QCOMPARE(shapeOf(m.read(), "sum"), std::string("float32[1125899906842624]"));
    }

    // The shape is an input of 2^62 elements: nothing is known of it.
    void shapesThatAreInputs() {
        OnnxMaker m;
        m.input("x", {3, 1}).input("shape", {std::int64_t{1} << 40}, onnx::TensorProto::INT64);
        m.node("Expand", {"x", "shape"}, {"y"}).set_name("expand");
        m.output("y");
        QCOMPARE(shapeOf(m.read(), "expand"), std::string("float32[?]"));
    }

    void loopsOfManyTrips() {
        OnnxMaker m;
        m.input("x", {2, 3}).integers("many", {huge});
        auto& loop = m.node("Loop", {"trips", "", "x"}, {"last", "all"});
        OnnxMaker::fill(*m.model.mutable_graph()->add_node(), "Squeeze", {"many"}, {"trips"});
        auto& body = OnnxMaker::graph(loop, "body");
        OnnxMaker::describe(*body.add_input(), "i", {}, onnx::TensorProto::INT64);
        OnnxMaker::describe(*body.add_input(), "go", {}, onnx::TensorProto::BOOL);
        OnnxMaker::describe(*body.add_input(), "state", {2, 3}, onnx::TensorProto::FLOAT);
        OnnxMaker::fill(*body.add_node(), "Relu", {"state"}, {"next"});
        OnnxMaker::fill(*body.add_node(), "Identity", {"next"}, {"kept"});
        OnnxMaker::describe(*body.add_output(), "go", {}, onnx::TensorProto::BOOL);
        OnnxMaker::describe(*body.add_output(), "next", {2, 3}, onnx::TensorProto::FLOAT);
        OnnxMaker::describe(*body.add_output(), "kept", {2, 3}, onnx::TensorProto::FLOAT);
        m.output("last").output("all");
        // 2^60 x 6 x 4 bytes are beyond what bytes can count.
        const QString message = m.refusal();
        QVERIFY2(message.contains("Loop_0"), qPrintable(message));
    }

    void einsumOfAMillionLetters() {
        OnnxMaker m;
        m.input("x", {2, 3});
        std::string equation(1'000'000, 'a');
        equation += "->a";
        OnnxMaker::attribute(m.node("Einsum", {"x"}, {"y"}), "equation", equation);
        m.output("y");
        QVERIFY(m.refusal().contains("equation of 1000003 letters"));
    }

    void listsOfAMillionNumbers() {
        for (const char* name : {"kernel_shape", "strides", "pads"}) {
            OnnxMaker m;
            m.input("x", {1, 3, 8, 8}).weight("w", {4, 3, 3, 3});
            OnnxMaker::attribute(m.node("Conv", {"x", "w"}, {"y"}), name,
                                 std::vector<std::int64_t>(1'000'000, 1));
            m.output("y");
            QVERIFY2(!m.refusal().isEmpty(), name);
        }
    }

    void manyInputsAndOutputs() {
        constexpr std::int64_t count = 20'000;
        OnnxMaker m;
        std::vector<std::string> inputs, parts;
        for (std::int64_t i = 0; i < count; ++i) {
            inputs.push_back("x" + std::to_string(i));
            parts.push_back("y" + std::to_string(i));
            m.input(inputs.back(), {"batch", count});
        }
        m.node("Sum", inputs, {"sum"});
        OnnxMaker::attribute(m.node("Split", {"sum"}, parts), "axis", 1);
        for (const std::string& part : parts)
            m.output(part);
        const Graph graph = m.read();
        QCOMPARE(graph.plannedCount(), std::size_t{1});  // parts of the sum are views
        QCOMPARE(graph.fixedCount(), static_cast<std::size_t>(count));
    }

    // Messages nested deeper than the format's reader follows.
    void graphsNestedTooDeep() {
        OnnxMaker m;
        m.input("x", {2}).input("flag", {}, onnx::TensorProto::BOOL);
        onnx::NodeProto* node = &m.node("If", {"flag"}, {"y"});
        for (int depth = 0; depth < 60; ++depth) {
            auto& graph = OnnxMaker::graph(*node, "then_branch");
            graph.add_output()->set_name("inner");
            node = &OnnxMaker::fill(*graph.add_node(), depth == 59 ? "Relu" : "If",
                                    {depth == 59 ? "x" : "flag"}, {"inner"});
        }
        m.output("y");
        QVERIFY(m.refusal().contains("nested too deep"));
    }

    void outputsMadeTwice() {
        OnnxMaker m;
        m.input("x", {2});
        m.node("Relu", {"x"}, {"y"});
        m.node("Exp", {"x"}, {"y"});
        m.output("y");
        QVERIFY(m.refusal().contains("node Exp_1: the tensor y is defined twice"));
    }

    void missingOutputs() {
        // An elementwise operator whose first output is left out.
        OnnxMaker m;
        m.input("x", {2});
        m.node("Sqrt", {"x"}, {"", "second"});
        m.node("Relu", {"x"}, {"y"});
        m.output("y");
        m.output("second");
        m.refusal();  // either, but no crash
        OnnxMaker rows;
        rows.input("x", {2, 3}).weight("w", {3});
        OnnxMaker::attribute(rows.node("LayerNormalization", {"x", "w"}, {"y"}), "axis", INT32_MIN);
        rows.output("y");
        QVERIFY(rows.refusal().contains("has axis -2147483648"));
    }

    // Where the weights are said to lie is never opened: not devices, not other people's files.
    void weightsElsewhere_data() {
        QTest::addColumn<QString>("location");
        QTest::addColumn<bool>("outside");
        QTest::newRow("device") << "/dev/zero" << true;
        QTest::newRow("absolute") << "/etc/passwd" << true;
        QTest::newRow("upwards") << "weights/../../secret.bin" << true;
        QTest::newRow("beside") << "weights.bin" << false;
        QTest::newRow("below") << "a/../b/weights.bin" << false;
    }
    void weightsElsewhere() {
        QFETCH(QString, location);
        QFETCH(bool, outside);
        OnnxMaker m;
        m.input("x", {4, 3}).weight("w", {3, 5});
        auto& weight = *m.model.mutable_graph()->mutable_initializer(0);
        weight.set_data_location(onnx::TensorProto::EXTERNAL);
        auto* entry = weight.add_external_data();
        entry->set_key("location");
        entry->set_value(location.toStdString());
        m.node("MatMul", {"x", "w"}, {"y"});
        m.output("y");
        const Graph graph = m.read();
        QCOMPARE(graph.notes().parameterBytes.count(), std::int64_t{60});
        QCOMPARE(warns(graph, "outside its folder"), outside);
    }

    // Elements that do not fit the shape they are said to have.
    void elementsThatDoNotFit() {
        OnnxMaker m;
        m.input("x", {4, 3}).integers("shape", {3, 4});
        m.model.mutable_graph()->mutable_initializer(0)->set_dims(0, huge);
        m.node("Reshape", {"x", "shape"}, {"y"});
        m.node("Relu", {"y"}, {"z"}).set_name("relu");
        m.output("z");
        QCOMPARE(shapeOf(m.read(), "relu"), std::string("float32[?]"));
        m.model.mutable_graph()->mutable_initializer(0)->set_dims(0, -5);
        QVERIFY(m.refusal().contains("node shape: this tensor has a dimension of -5"));
    }

    void listsOfTensors() {
        // No type for a list: what comes out of it is not known, and nothing is refused.
        OnnxMaker m;
        m.input("x", {4, 3}).integers("at", {0});
        m.node("SequenceEmpty", {}, {"none"});
        m.node("SequenceInsert", {"none", "x"}, {"list"});
        m.node("Squeeze", {"at"}, {"first"});
        m.node("SequenceAt", {"list", "first"}, {"y"}).set_name("pick");
        m.output("y");
        const Graph graph = m.read();
        QCOMPARE(shapeOf(graph, "pick"), std::string("unknown[?]"));
        QVERIFY(warns(graph, "is not known and counts 0 bytes"));
    }
};

REFORWARD_TEST("onnx_hostile", OnnxHostileTest);
#include "onnx_hostile_test.moc"
