// SPDX-License-Identifier: Apache-2.0
#include "core/training/modules.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace reforward;

/// Modules by names, by metadata, by structure.
class ModulesTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> modules(const std::vector<std::string>& names) {
        Model model;
        for (const std::string& name : names) {
            ModelNode node;
            node.op = "Relu";
            node.name = name;
            model.nodes.push_back(node);
        }
        return modulesOf(model);
    }
    using Names = std::vector<std::string>;

    // A graph of operators, each reading those named: "a Conv; b Relu a; c Add a b". One output each.
    static GraphBuilder built(const QString& text, const std::map<QString, qint64>& bytes = {}) {
        GraphBuilder builder;
        for (const QString& line : text.split(';', Qt::SkipEmptyParts)) {
            const QStringList words = line.split(' ', Qt::SkipEmptyParts);
            VertexSpec spec;
            spec.id = words[0].toStdString();
            spec.op = words[1].toStdString();
            const auto size = bytes.find(words[0].left(1));
            spec.outputs = {{"", size == bytes.end() ? 1 : size->second, true}};
            const VertexId v = builder.addVertex(std::move(spec));
            for (int i = 2; i < words.size(); ++i)
                builder.addEdge(*builder.findVertex(words[i].toStdString()), 0, v);
        }
        return builder;
    }
    static QString blocks(GraphBuilder builder) {
        QStringList found;
        for (const std::string& module : repeatedBlocks(builder))
            found << (module.empty() ? "-" : QString::fromStdString(module));
        return found.join(' ').replace("block ", "b").replace("stage ", "s");
    }
    // A residual block behind `before`: Conv, Relu, Add of both, Relu.
    static QString residual(const QString& name, const QString& before) {
        return QString("%1a Conv %2;%1b Relu %1a;%1c Conv %1b;%1d Add %1c %2;%1e Relu %1d;")
            .arg(name, before);
    }

  private slots:
    void namesOfExporters() {
        QCOMPARE(moduleOf("/layer1/layer1.0/conv1/Conv"), std::string("layer1/0/conv1"));
        QCOMPARE(moduleOf("/enc/layers.0/self_attn/MatMul_1"), std::string("enc/layers.0/self_attn"));
        QCOMPARE(moduleOf("Conv_12"), std::string());
        QCOMPARE(moduleLeaf("layer1/0/downsample/0"), std::string("downsample.0"));
        QCOMPARE(moduleLeaf("layer1/0/conv1"), std::string("conv1"));
        QCOMPARE(moduleOf("ResNet/Sequential[layer1]/Bottleneck[0]/Conv2d[conv1]/Conv_3"),
                 std::string("ResNet/layer1/0/conv1"));
        QCOMPARE(modules({"net::stem::conv", "net::stem::relu", "net::head::fc", "net::head::softmax"}),
                 (Names{"net/stem", "net/stem", "net/head", "net/head"}));
        QCOMPARE(modules({"stem.0.Conv", "stem.0.Relu", "head.1.Gemm", "head.1.Relu"}),
                 (Names{"stem/0", "stem/0", "head/1", "head/1"}));
    }
    void namesThatCountOperatorsTellNothing() {
        QCOMPARE(modules({"Conv_0", "Relu_1", "Conv_2"}), (Names{"", "", ""}));
        Names names, none;
        for (int i = 0; i < 20; ++i) {
            names.push_back((i % 2 == 0 ? std::string("p2o.Conv.") : std::string("p2o.Relu.")) +
                            std::to_string(i));
            none.emplace_back();
        }
        QCOMPARE(modules(names), none);
    }
    void metadataComesFirst() {
        Model model;
        ModelNode a, b;
        a.name = "/wrong/Conv";
        a.scope = "layer1/0/conv1";
        b.name = "node_relu_3";
        model.nodes = {a, b};
        QCOMPARE(modulesOf(model), (Names{"layer1/0/conv1", ""}));
    }

    void idleLevels() {
        Names list{"model/bert/encoder/layer/0/attn", "model/bert/encoder/layer/1/attn", "model/bert/emb", "",
                   "model/head.0"};
        dropIdleLevels(list);
        QCOMPARE(list, (Names{"bert/encoder/0", "bert/encoder/1", "bert/emb", "", "head"}));
        Names alone{"net/conv", "net/conv"};
        dropIdleLevels(alone);
        QCOMPARE(alone, (Names{"net", "net"}));
        Names own{"net", "net/conv"};
        dropIdleLevels(own);
        QCOMPARE(own, (Names{"net", "net/conv"}));
    }

    void aPathWithoutEnd() {
        std::string endless;
        for (int i = 0; i < 100000; ++i)
            endless += "a/";
        Names list{endless, "b"};
        dropIdleLevels(list);
        QVERIFY(list[0].size() < 64);
    }

    void residualBlocks() {
        const QString text =
            "s Conv;" + residual("x", "s") + residual("y", "xe") + residual("z", "ye") + "f Gemm ze";
        QCOMPARE(blocks(built(text)), "- b1 b1 b1 b1 b1 b2 b2 b2 b2 b2 b3 b3 b3 b3 b3 -");
    }
    void stagesHandOnValuesOfOneSize() {
        const QString text = "s Conv;" + residual("p", "s") + residual("q", "pe") + residual("u", "qe") +
                             residual("v", "ue") + "f Gemm ve";
        const QString found = blocks(built(text, {{"p", 8}, {"q", 8}, {"u", 4}, {"v", 4}}));
        QCOMPARE(found,
                 "- s1/b1 s1/b1 s1/b1 s1/b1 s1/b1 s1/b2 s1/b2 s1/b2 s1/b2 s1/b2 "
                 "s2/b1 s2/b1 s2/b1 s2/b1 s2/b1 s2/b2 s2/b2 s2/b2 s2/b2 s2/b2 -");
    }
    // Attention and feed-forward alternate: one block is both.
    void aPeriodOfTwo() {
        QString text = "s Gather;", before = "s", expected = "-";
        for (int i = 1; i <= 3; ++i) {
            text += QString("n%1 Norm %2;m%1 Attention n%1;a%1 Add m%1 %2;").arg(i).arg(before);
            text += QString("k%1 Norm a%1;g%1 Gelu k%1;h%1 Gemm g%1;b%1 Add h%1 a%1;").arg(i);
            before = QString("b%1").arg(i);
            for (int k = 0; k < 7; ++k)
                expected += QString(" b%1").arg(i);
        }
        QCOMPARE(blocks(built(text + "t Gemm b3")), expected + " -");
    }
    void runsOfAChain() {
        QString text = "s Input;", before = "s", expected = "-";
        for (int i = 1; i <= 4; ++i) {
            text += QString("c%1 Conv %2;n%1 Norm c%1;r%1 Relu n%1;").arg(i).arg(before);
            before = QString("r%1").arg(i);
            expected += QString(" b%1 b%1 b%1").arg(i);
        }
        QCOMPARE(blocks(built(text + "f Gemm r4")), expected + " -");
    }
    void nothingRepeats() {
        QCOMPARE(blocks(built("a Conv;b Relu a;c Pool b;d Gemm c")), "- - - -");
        QCOMPARE(blocks(built("a Conv")), "-");
    }
};

REFORWARD_TEST("modules", ModulesTest);
#include "modules_test.moc"
