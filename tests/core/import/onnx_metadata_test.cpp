// SPDX-License-Identifier: Apache-2.0
#include "core/import/onnx_metadata.h"

#include <QtTest>

#include "core/base/file.h"
#include "core/import/import.h"
#include "tests/support/test_main.h"

using namespace reforward;

/// Modules as the metadata of a node tells them: entries of NodeProto.metadata_props (field 9: key 1, value
/// 2).
class OnnxMetadataTest : public QObject {
    Q_OBJECT

    static std::string field(int number, const std::string& text) {
        return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(text.size()) + text;
    }
    static std::string module(const std::string& key, const std::string& value) {
        onnx::NodeProto node;
        const std::string entry = field(1, key) + field(2, value);
        if (!node.ParseFromString(field(4, "Relu") + field(9, entry))) return "not read";
        return moduleInMetadata(node);
    }

  private slots:
    void nameScopes() {
        const std::string key = "pkg.torch.onnx.name_scopes";
        QCOMPARE(module(key, "['', 'layer1', 'layer1.0', 'layer1.0.conv1', 'conv2d']"),
                 std::string("layer1/0/conv1"));
        QCOMPARE(module(key, "['', 'add']"), std::string());
        QCOMPARE(module(key, "[\"a'b\", 'c']"), std::string("a'b"));
        QCOMPARE(module(key, "['open"), std::string());
        QCOMPARE(module("other", "['', 'a', 'b']"), std::string());
    }
    void nameSpace() {
        QCOMPARE(
            module("namespace", ": net.Net/layers: torch.nn.Sequential/layers.0: net.Block/relu: aten.relu"),
            std::string("layers/0"));
        QCOMPARE(module("namespace", ""), std::string());
    }
    void ofAFile() {
        const std::string path = REFORWARD_TEST_DATA "/onnx/name_scopes.onnx";
        const Graph graph = readOnnx(path, readFile(path), {}, Control());
        QCOMPARE(graph.module(*graph.find("node_conv2d")), std::string("stem"));
        QCOMPARE(graph.module(*graph.find("node_conv2d_2")), std::string("layers/1/conv"));
        QCOMPARE(graph.module(*graph.find("node_add_1")), std::string("layers/1"));
        QCOMPARE(graph.module(*graph.find("node_mean")), std::string());
    }
};

REFORWARD_TEST("onnx_metadata", OnnxMetadataTest);
#include "onnx_metadata_test.moc"
