// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "tests/core/import/expect_error.h"
#include "tests/support/test_main.h"

using namespace reforward;

class ImportTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    std::string write(const std::string& name, const std::string& text) const {
        const std::string path = dir_.filePath(QString::fromStdString(name)).toStdString();
        writeFile(path, text);
        return path;
    }
    static std::string data(const std::string& name) {
        return readFile(REFORWARD_TEST_DATA "/graphs/" + name);
    }

  private slots:
    void everyFormatByItsContent() {
        const std::string expected = fingerprint(readNodeLinkJson("x", data("networkx_links.json"), {}, {}));
        const std::pair<const char*, const char*> files[] = {{"networkx_links.json", "wrong.dot"},
                                                             {"networkx.graphml", "wrong.json"},
                                                             {"diamond.dot", "noSuffix"}};
        for (const auto& [source, name] : files) {
            QCOMPARE(fingerprint(*importGraph(write(name, data(source)), {}, {})), expected);
        }
        QCOMPARE(fingerprint(*importGraph(write("mark.json", "\xEF\xBB\xBF \n" + data("networkx_links.json")),
                                          {}, {})),
                 expected);
    }

    void nameOfAGraphWithoutName() {
        QCOMPARE(importGraph(write("little.json", R"({"nodes":[{"id":1}]})"), {}, {})->notes().name,
                 std::string("little"));
    }

    void badFilesNameTheFile() {
        tests::expectError(ErrorKind::input, {"nowhere.json"},
                           [&] { importGraph(dir_.filePath("nowhere.json").toStdString(), {}, {}); });
        tests::expectError(ErrorKind::input, {"empty.json", "empty"},
                           [&] { importGraph(write("empty.json", ""), {}, {}); });
        tests::expectError(ErrorKind::input, {"photo.png", "neither"},
                           [&] { importGraph(write("photo.png", "\x89PNG"), {}, {}); });
        tests::expectError(ErrorKind::input, {"model.onnx"},
                           [&] { importGraph(write("model.onnx", "this is no model"), {}, {}); });
        tests::expectError(ErrorKind::input, {"half.json"},
                           [&] { importGraph(write("half.json", "half"), {}, {}); });
        tests::expectError(ErrorKind::input, {dir_.path().toStdString()},
                           [&] { importGraph(dir_.path().toStdString(), {}, {}); });
    }
};

REFORWARD_TEST("import", ImportTest);
#include "import_test.moc"
