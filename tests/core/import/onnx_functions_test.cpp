// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/import/onnx_model.h"
#include "tests/core/import/onnx_maker.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;

namespace {

// A function local.Block(x, w): y = Relu(x * transpose(w)), the order of dimensions by the attribute `order`.
OnnxMaker withBlock() {
    OnnxMaker m;
    auto& f = m.function("Block", {"x", "w"}, {"y"});
    f.add_attribute("order");
    auto& transpose = OnnxMaker::fill(*f.add_node(), "Transpose", {"w"}, {"turned"});
    auto* order = transpose.add_attribute();
    order->set_name("perm");
    order->set_ref_attr_name("order");
    order->set_type(onnx::AttributeProto::INTS);
    OnnxMaker::fill(*f.add_node(), "MatMul", {"x", "turned"}, {"product"}).set_name("product");
    OnnxMaker::fill(*f.add_node(), "Relu", {"product"}, {"y"});
    return m;
}

// Functions f0, f1, ... where each calls the next one twice, the last is a Relu.
OnnxMaker doubling(int depth) {
    OnnxMaker m;
    for (int i = 0; i < depth; ++i) {
        auto& f = m.function("f" + std::to_string(i), {"x"}, {"y"});
        if (i + 1 == depth) {
            OnnxMaker::fill(*f.add_node(), "Relu", {"x"}, {"y"});
            continue;
        }
        const std::string next = "f" + std::to_string(i + 1);
        OnnxMaker::fill(*f.add_node(), next, {"x"}, {"middle"}).set_domain("local");
        OnnxMaker::fill(*f.add_node(), next, {"middle"}, {"y"}).set_domain("local");
    }
    m.input("x", {2, 3});
    m.call("f0", {"x"}, {"y"});
    m.output("y");
    return m;
}

// If(flag) then Relu(x) else Add(x, x), on x [2,3].
OnnxMaker choice() {
    OnnxMaker m;
    m.input("x", {2, 3});
    auto& node = m.node("If", {"flag"}, {"y"});
    node.set_name("choose");
    auto& yes = OnnxMaker::graph(node, "then_branch");
    OnnxMaker::fill(*yes.add_node(), "Relu", {"x"}, {"positive"}).set_name("relu");
    yes.add_output()->set_name("positive");
    auto& no = OnnxMaker::graph(node, "else_branch");
    OnnxMaker::fill(*no.add_node(), "Add", {"x", "x"}, {"twice"}).set_name("add");
    no.add_output()->set_name("twice");
    m.output("y");
    return m;
}

}  // namespace

class OnnxFunctionsTest : public QObject {
    Q_OBJECT

  private slots:
    // Two calls of a block: their operators stand in the graph under the calls' names, each with its own
    // weights and its own attribute.
    void callsBecomeTheirBodies() {
        OnnxMaker m = withBlock();
        m.input("x", {4, 8}).weight("w1", {5, 8}).weight("w2", {3, 5});
        auto& first = m.call("Block", {"x", "w1"}, {"h"});
        first.set_name("layer1");
        OnnxMaker::attribute(first, "order", std::vector<std::int64_t>{1, 0});
        auto& second = m.call("Block", {"h", "w2"}, {"y"});
        second.set_name("layer2");
        OnnxMaker::attribute(second, "order", std::vector<std::int64_t>{1, 0});
        m.output("y");
        const Graph graph = m.read();
        QCOMPARE(graph.plannedCount(), std::size_t{4});
        QCOMPARE(shapeOf(graph, "layer1/product"), std::string("float32[4,5]"));
        QCOMPARE(shapeOf(graph, "layer2/Relu_2"), std::string("float32[4,3]"));
        QCOMPARE(graph.module(*graph.find("layer2/product")), std::string("layer2"));
        QVERIFY(graph.notes().opaque.empty());
        QCOMPARE(graph.notes().parameterBytes.count(), std::int64_t{4 * (40 + 15)});
    }

    void defaultsOfAttributes() {
        OnnxMaker m = withBlock();
        m.input("x", {4, 8}).weight("w1", {5, 8});
        m.call("Block", {"x", "w1"}, {"y"}).set_name("layer1");
        m.output("y");
        // Field 11, which the library of this version does not know: attributes with default values.
        onnx::AttributeProto order;
        order.set_name("order");
        order.set_type(onnx::AttributeProto::INTS);
        order.add_ints(1);
        order.add_ints(0);
        auto& fields = *m.model.mutable_functions(0)->GetReflection()->MutableUnknownFields(
            m.model.mutable_functions(0));
        fields.AddLengthDelimited(11, order.SerializeAsString());
        QCOMPARE(shapeOf(m.read(), "layer1/product"), std::string("float32[4,5]"));
    }

    // What a function hands on as it came, and results that nobody asked for.
    void resultsThatAreInputs() {
        OnnxMaker m;
        auto& f = m.function("Pair", {"x"}, {"x", "y", "unused"});
        OnnxMaker::fill(*f.add_node(), "Relu", {"x"}, {"y"});
        OnnxMaker::fill(*f.add_node(), "Exp", {"x"}, {"unused"});
        m.input("x", {2, 3});
        m.call("Pair", {"x"}, {"same", "positive"});
        m.node("Add", {"same", "positive"}, {"sum"});
        m.output("sum");
        const Graph graph = m.read();
        QCOMPARE(graph.plannedCount(), std::size_t{2});
        QCOMPARE(graph.notes().leftOut.size(), std::size_t{1});
    }

    void nestedCallsHaveABound() {
        // 2^10 uses of one Relu open, 2^30 do not; neither do 100 levels of one call each.
        QCOMPARE(doubling(11).read().plannedCount(), std::size_t{1024});
        QVERIFY(doubling(31).refusal().contains("more than 200000 nodes"));
        OnnxMaker deep;
        for (int i = 0; i < 100; ++i) {
            auto& f = deep.function("f" + std::to_string(i), {"x"}, {"y"});
            OnnxMaker::fill(*f.add_node(), i == 99 ? "Relu" : "f" + std::to_string(i + 1), {"x"}, {"y"})
                .set_domain(i == 99 ? "" : "local");
        }
        deep.input("x", {2});
        deep.call("f0", {"x"}, {"y"});
        deep.output("y");
        QVERIFY(deep.refusal().contains("nested more than 64 deep"));
    }

    void functionsThatCallThemselves() {
        OnnxMaker m;
        auto& f = m.function("f", {"x"}, {"y"});
        OnnxMaker::fill(*f.add_node(), "g", {"x"}, {"y"}).set_domain("local");
        auto& g = m.function("g", {"x"}, {"y"});
        OnnxMaker::fill(*g.add_node(), "f", {"x"}, {"y"}).set_domain("local");
        m.input("x", {2});
        m.call("f", {"x"}, {"y"});
        m.output("y");
        QVERIFY(m.refusal().contains("the function f calls itself"));
    }

    void functionsThatBreakRules() {
        OnnxMaker missing;
        missing.function("f", {"x"}, {"y"});
        missing.input("x", {2});
        missing.call("f", {"x"}, {"y"});
        missing.output("y");
        QVERIFY(missing.refusal().contains("makes no result"));
        missing.function("f", {"x"}, {"y"});
        QVERIFY(missing.refusal().contains("defined twice"));
    }

    void aConstantConditionTakesItsBranch() {
        for (const bool flag : {true, false}) {
            OnnxMaker m = choice();
            auto* tensor = m.model.mutable_graph()->add_initializer();
            tensor->set_name("flag");
            tensor->set_data_type(onnx::TensorProto::BOOL);
            tensor->add_int32_data(flag ? 1 : 0);
            const Graph graph = m.read();
            QCOMPARE(graph.plannedCount(), std::size_t{1});
            QCOMPARE(shapeOf(graph, flag ? "choose/relu" : "choose/add"), std::string("float32[2,3]"));
            QVERIFY(graph.notes().opaque.empty());
        }
    }

    // The condition may follow from shapes: rank of x == 2.
    void conditionsOfShapes() {
        OnnxMaker m = choice();
        m.integers("two", {2});
        auto& graph = *m.model.mutable_graph();
        OnnxMaker::fill(*graph.add_node(), "Shape", {"x"}, {"shape"});
        OnnxMaker::fill(*graph.add_node(), "Size", {"shape"}, {"rank"});
        OnnxMaker::fill(*graph.add_node(), "Equal", {"rank", "two"}, {"flag"});
        QCOMPARE(shapeOf(m.read(), "choose/relu"), std::string("float32[2,3]"));
    }

    void anUnknownConditionIsOpaque() {
        OnnxMaker m = choice();
        m.input("flag", {}, onnx::TensorProto::BOOL);
        const Graph graph = m.read();
        QCOMPARE(graph.plannedCount(), std::size_t{1});
        QCOMPARE(graph.notes().opaque.size(), std::size_t{1});
        QVERIFY(!graph.recomputable(*graph.find("choose")));
        ImportOptions options;
        options.allowRecompute = {"choose"};
        const Graph allowed = m.read(options);
        QVERIFY(allowed.recomputable(*allowed.find("choose")));
    }

    // Nothing is declared of what the nested graphs make: it follows from what they read.
    void whatNestedGraphsMake() {
        OnnxMaker m = choice();
        m.input("flag", {}, onnx::TensorProto::BOOL);
        QCOMPARE(shapeOf(m.read(), "choose"), std::string("float32[2,3]"));

        OnnxMaker loop;
        loop.input("x", {2, 3}).input("trips", {}, onnx::TensorProto::INT64);
        auto& node = loop.node("Loop", {"trips", "", "x"}, {"last", "all"});
        node.set_name("loop");
        auto& body = OnnxMaker::graph(node, "body");
        for (const char* name : {"i", "go", "state"})
            body.add_input()->set_name(name);
        OnnxMaker::fill(*body.add_node(), "Exp", {"state"}, {"next"});
        OnnxMaker::fill(*body.add_node(), "Transpose", {"state"}, {"turned"});
        OnnxMaker::fill(*body.add_node(), "Identity", {"go"}, {"on"});
        for (const char* name : {"on", "next", "turned"})
            body.add_output()->set_name(name);
        loop.output("last").output("all");
        const Graph unknown = loop.read();
        QCOMPARE(shapeOf(unknown, "loop"), std::string("float32[2,3]"));
        QVERIFY(warns(unknown, "is not known and counts 0 bytes"));  // nobody knows how many trips
        // Five trips collect [5,3,2] beside the last [2,3].
        auto& graph = *loop.model.mutable_graph();
        graph.mutable_input()->DeleteSubrange(1, 1);
        auto* trips = graph.add_initializer();
        trips->set_name("trips");
        trips->set_data_type(onnx::TensorProto::INT64);
        trips->add_int64_data(5);
        const Graph known = loop.read();
        QCOMPARE(known.outputBytes(*known.find("loop")).count(), std::int64_t{4 * (6 + 30)});
    }

    // A branch that breaks a rule may be one that is never taken: only its shape is not known.
    void branchesThatCannotRun() {
        OnnxMaker m;
        m.input("x", {2, 3}).input("flag", {}, onnx::TensorProto::BOOL);
        auto& node = m.node("If", {"flag"}, {"y"});
        node.set_name("choose");
        for (const char* name : {"then_branch", "else_branch"}) {
            auto& branch = OnnxMaker::graph(node, name);
            OnnxMaker::fill(*branch.add_node(), "MatMul", {"x", "x"}, {"product"});
            branch.add_output()->set_name("product");
        }
        m.output("y");
        QCOMPARE(shapeOf(m.read(), "choose"), std::string("float32[?]"));
    }

    // A standard operator that is not in the table but is a function of others: (x - mean) / deviation.
    void standardFunctionsAreExpanded() {
        OnnxMaker m(13);
        m.input("x", {2, 3, 4, 4}).weight("w", {3, 1, 1});
        m.node("Mul", {"x", "w"}, {"scaled"});
        m.node("MeanVarianceNormalization", {"scaled"}, {"y"}).set_name("mvn");
        m.output("y");
        const Graph graph = m.read();
        QVERIFY(graph.notes().opaque.empty());
        QVERIFY(graph.plannedCount() > 5);
    }
};

REFORWARD_TEST("onnx_functions", OnnxFunctionsTest);
#include "onnx_functions_test.moc"
