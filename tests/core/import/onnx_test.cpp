// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QtTest>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/graph/saved_values.h"
#include "core/import/import.h"
#include "tests/support/test_main.h"

using namespace reforward;

namespace {

std::string path(const QString& name) {
    return (QStringLiteral(REFORWARD_TEST_DATA "/onnx/") + name).toStdString();
}

Graph read(const QString& name, const ImportOptions& options = {}) {
    return readOnnx(path(name), readFile(path(name)), options, Control());
}

bool warns(const Graph& graph, const std::string& part) {
    for (const std::string& warning : graph.notes().warnings) {
        if (warning.find(part) != std::string::npos) return true;
    }
    return false;
}

// The error of reading a file, empty where it opens.
QString refusal(const QString& name, const ImportOptions& options = {}) {
    try {
        read(name, options);
    } catch (const Error& e) {
        return QString::fromStdString(e.what());
    }
    return {};
}

}  // namespace

class OnnxTest : public QObject {
    Q_OBJECT

  private slots:
    // Right values: what PyTorch 1.13 saved for backward in one training step of the same network at the
    // same batch (bytes of distinct storages without parameters and network input), and its parameters.
    void savedBytesAreTheFrameworks_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("saved");
        QTest::addColumn<qint64>("parameters");
        QTest::newRow("smallcnn, batch 4") << "smallcnn" << qint64{688128} << qint64{102312};
        QTest::newRow("alexnet, batch 4") << "alexnet" << qint64{12556288} << qint64{244403360};
        QTest::newRow("resnet18, batch 4") << "resnet18" << qint64{86349312} << qint64{46758048};
        QTest::newRow("squeezenet1_1, batch 4") << "squeezenet1_1" << qint64{81870464} << qint64{4941984};
        QTest::newRow("unet, batch 1") << "unet" << qint64{89225216} << qint64{124127240};
        QTest::newRow("gpt2_small, batch 2") << "gpt2_small" << qint64{228903008} << qint64{497759232};
        QTest::newRow("gru_lm, batch 8") << "gru_lm" << qint64{14560000} << qint64{72351200};
    }
    void savedBytesAreTheFrameworks() {
        QFETCH(QString, name);
        QFETCH(qint64, saved);
        QFETCH(qint64, parameters);
        const Graph graph = read(name + ".onnx");
        QCOMPARE(savedBytes(graph).count(), saved);
        QCOMPARE(graph.notes().parameterBytes.count(), parameters);
        QVERIFY(graph.notes().opaque.empty());
        QVERIFY(graph.notes().leftOut.empty());
    }

    // Every value but scalars grows with the batch, so the same file at another batch is known from above.
    void batchScalesTheFile() {
        ImportOptions options;
        options.batch = 12;
        const Graph graph = read("alexnet.onnx", options);
        QCOMPARE(savedBytes(graph).count(), std::int64_t{3 * 12556288});
        QCOMPARE(graph.notes().batch, std::optional<std::int64_t>(12));
        QCOMPARE(graph.notes().parameterBytes.count(), std::int64_t{244403360});
        // Traced numbers hold the batch; 12 products with a scalar keep 8 bytes each at any batch.
        options.batch = 6;
        QCOMPARE(savedBytes(read("gpt2_small.onnx", options)).count(),
                 std::int64_t{3 * (228903008 - 96) + 96});
    }

    void symbolicDimensions() {
        const QString name = "odd/dynamic_batch_hw_unet.onnx";
        const Graph guessed = read(name);
        QVERIFY(warns(guessed, "--batch"));
        QVERIFY(warns(guessed, "--dim H=N"));
        ImportOptions options;
        options.batch = 2;
        options.dimensions = {{"H", 32}, {"W", 64}};
        const Graph bound = read(name, options);
        QVERIFY(!warns(bound, "not bound"));
        const VertexId input = bound.producer(bound.inputs(bound.order()[1])[0]);
        QVERIFY(bound.fixed(input));
        QCOMPARE(bound.bytes(bound.firstOutput(input)).count(), std::int64_t{2 * 3 * 32 * 64 * 4});
        options.dimensions = {{"depth", 3}};
        QVERIFY(refusal(name, options).contains("no symbolic dimension depth"));
    }

    void namesAndModules() {
        const Graph graph = read("resnet18.onnx");
        const auto v = graph.find("/layer2/layer2.0/conv1/Conv");
        QVERIFY(v);
        QCOMPARE(graph.module(*v), std::string("layer2/0/conv1"));
        QCOMPARE(graph.name(*v), std::string("conv1"));
        QCOMPARE(graph.op(*v), std::string("Conv"));
        QCOMPARE(graph.time(*v), 10.0);
        QCOMPARE(graph.backwardTime(*v), 20.0);
    }

    void extraValuesAreNotDifferentiable() {
        const Graph graph = read("resnet18.onnx");
        const VertexId pool = *graph.find("/maxpool/MaxPool");
        QCOMPARE(graph.outputCount(pool), 2U);
        const ValueId indices = graph.firstOutput(pool) + 1;
        QVERIFY(!graph.hasGradient(indices));
        QCOMPARE(graph.bytes(indices).count(), 2 * graph.bytes(indices - 1).count());  // int64 beside float32
        QCOMPARE(graph.outputCount(*graph.find("/bn1/BatchNormalization")), 3U);  // mean, inverse deviation
    }

    void aggregatesOfResnet18() {
        // 20 convolutions, 20 normalizations, 17 relu, 8 additions, 2 poolings, 1 product; the flatten is a
        // view.
        const Graph graph = read("resnet18.onnx");
        QCOMPARE(graph.plannedCount(), std::size_t{68});
        QCOMPARE(graph.fixedCount(), std::size_t{1});
        QCOMPARE(graph.forwardTime(), 20.0 * 10 + 48);
        QCOMPARE(graph.notes().folded.size(), std::size_t{1});
        // A chain of 68 has 67 edges; each of the 8 blocks has one more, into its addition.
        QCOMPARE(graph.edgeCount(), std::size_t{67 + 8});
    }

    void inferenceExportsAreReadAsIfTrained() {
        QVERIFY(warns(read("resnet50_infer.onnx"), "as if trained"));
        QVERIFY(!warns(read("resnet18.onnx"), "as if trained"));
    }

    void writtenOutPatterns() {
        ImportOptions asWritten;
        asWritten.fuse = false;
        const Graph fused = read("gpt2_small.onnx"), plain = read("gpt2_small.onnx", asWritten);
        // Each of 12 Gelus is written as 5 operators.
        QCOMPARE(plain.plannedCount() - fused.plannedCount(), std::size_t{12 * 4});
        QVERIFY(savedBytes(plain) > savedBytes(fused));
    }

    void weightsListedAsInputs() {
        const Graph graph = read("odd/resnet18_weights_as_inputs.onnx");
        QCOMPARE(graph.notes().parameterBytes.count(), std::int64_t{46758048});  // as with its weights
        QCOMPARE(graph.fixedCount(), std::size_t{1});
        QVERIFY(warns(graph, "where weights belong"));
    }

    void opens_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("vertices");
        const std::pair<const char*, int> files[] = {
            {"dead_branch", 2},
            {"duplicate_node_names", 3},
            {"nodes_without_names", 3},
            {"unsorted_nodes", 3},
            {"dtype_double", 1},
            {"dtype_float16", 1},
            {"if_two_branches", 3},
            {"loop_for10", 1},
            {"custom_domain_imported", 2},
            {"missing_optional_inputs", 2},
            {"non_ascii_names", 2},
            {"weights_also_inputs_ir3", 1},
            {"with_loss_node", 2},
            {"external_missing_file", 7},
            {"unused_outputs_topk_split", 2},
            {"diamonds_2000", 6000},
        };
        for (const auto& [name, vertices] : files)
            QTest::newRow(name) << name << vertices;
    }
    void opens() {
        QFETCH(QString, name);
        QFETCH(int, vertices);
        QCOMPARE(read("odd/" + name + ".onnx").plannedCount(), static_cast<std::size_t>(vertices));
    }

    void whatIsOddIsSaid() {
        QVERIFY(warns(read("odd/unsorted_nodes.onnx"), "sorted"));
        QVERIFY(warns(read("odd/external_parent_path.onnx"), "outside its folder"));
        QVERIFY(warns(read("odd/wrong_declared_shape.onnx"), "declares another shape"));
        QCOMPARE(read("odd/dead_branch.onnx").notes().leftOut.size(), std::size_t{3});  // two nodes, an input
        const Graph loop = read("odd/loop_for10.onnx");
        QCOMPARE(loop.notes().opaque.size(), std::size_t{1});
        QVERIFY(!loop.recomputable(loop.order().back()));
        // Ten trips of [4,8] float32 beside the last state.
        QCOMPARE(loop.outputBytes(loop.order().back()).count(), std::int64_t{11 * 128});
    }

    void refuses_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("cycle") << "cycle_2"
                               << "node Add_0: it is on a cycle";
        QTest::newRow("undefined") << "undefined_input"
                                   << "node Add_0: it reads ghost";
        QTest::newRow("operator") << "empty_op_type"
                                  << "without an operator";
        QTest::newRow("stride") << "conv_stride_zero"
                                << "node Conv_0: Conv has strides 0";
        QTest::newRow("empty") << "empty_graph"
                               << "the graph is empty";
        QTest::newRow("cut") << "truncated_60pct"
                             << "cut off";
        QTest::newRow("bytes") << "zero_bytes"
                               << "the file is empty";
        QTest::newRow("text") << "text_file"
                              << "no ONNX model";
        QTest::newRow("rank") << "unknown_rank"
                              << "node x: this input has no shape";
        QTest::newRow("constant") << "no_inputs_constant_only"
                                  << "no operator of the model depends";
    }
    void refuses() {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        const QString message = refusal("odd/" + name + ".onnx");
        QVERIFY2(message.contains(reason), qPrintable(message));
        QVERIFY2(message.contains("odd/" + name + ".onnx"), "names the file");
    }

    // Files that break no rule that can be told here: opened or refused, never a crash.
    void everyOddFileComesToAnEnd() {
        const QDir folder(QStringLiteral(REFORWARD_TEST_DATA "/onnx/odd"));
        const QStringList files = folder.entryList({"*.onnx"});
        QVERIFY(files.size() > 30);
        for (const QString& file : files) {
            try {
                read("odd/" + file);
            } catch (const Error& e) {
                QCOMPARE(e.kind(), ErrorKind::input);
                QVERIFY(!e.context().reason.empty());
            }
        }
    }

    void stopsWhenCancelled() {
        std::stop_source stop;
        stop.request_stop();
        const std::string file = path("resnet18.onnx");
        QVERIFY_THROWS_EXCEPTION(Error, readOnnx(file, readFile(file), {}, Control(stop.get_token())));
    }

    void optionsThatDoNotFit() {
        ImportOptions options;
        options.joint = true;
        QVERIFY(refusal("smallcnn.onnx", options).contains("joint"));
        options = {};
        options.costs = "guess";
        QVERIFY(refusal("smallcnn.onnx", options).contains("no cost model"));
        options = {};
        options.batch = 0;
        QVERIFY(refusal("smallcnn.onnx", options).contains("batch"));
    }
};

REFORWARD_TEST("onnx", OnnxTest);
#include "onnx_test.moc"
