// SPDX-License-Identifier: Apache-2.0
#include "core/import/cost_file.h"

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/file.h"
#include "core/graph/fingerprint.h"
#include "core/import/import.h"
#include "tests/core/import/expect_error.h"
#include "tests/support/test_main.h"

using namespace reforward;

class CostFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string write(const std::string& name, const std::string& text) {
        const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
        writeFile(path, text);
        return path;
    }
    /// A graph of batch 4 with a fixed input.
    std::string graphFile() {
        return write("net.json", R"({"directed": true, "graph": {"batch": 4}, "nodes": [
            {"id": "x", "fixed": true, "memory": 8}, {"id": "a", "memory": 16, "time": 7},
            {"id": "b", "memory": 16}], "links": [{"source": "x", "target": "a"}, {"source": "a", "target": "b"}]})");
    }
    std::shared_ptr<const Graph> read(const std::string& costs, std::optional<std::int64_t> batch = {}) {
        ImportOptions options;
        options.costs = write("costs.json", costs);
        options.batch = batch;
        return importGraph(graphFile(), options, Control());
    }

  private slots:
    void timesAndUnitComeFromTheFile() {
        const auto plain = importGraph(graphFile(), {}, Control());
        const std::string stamp = fingerprint(*plain);
        const auto graph = read(R"({"format": "reforward-costs/1", "device": "card", "unit": "us",
            "graph": {"fingerprint": ")" +
                                stamp + R"(", "batch": 4},
            "vertices": {"a": {"forward": 2.5, "backward": 3.25}, "b": {"forward": 1}}})");
        QCOMPARE(graph->time(1), 2.5);
        QCOMPARE(graph->backwardTime(1), 3.25);
        QCOMPARE(graph->time(2), 1.0);
        QCOMPARE(graph->backwardTime(2), 2.0);
        QCOMPARE(graph->forwardTime(), 3.5);
        QCOMPARE(graph->notes().timeUnit, std::string("us"));
        QVERIFY(graph->notes().warnings.empty());
        QCOMPARE(fingerprint(*graph), stamp);
    }

    void anotherBatchScales() {
        const auto graph = read(R"({"format": "reforward-costs/1", "unit": "ms", "graph": {"batch": 4},
            "vertices": {"a": {"forward": 3, "backward": 5}, "b": {"forward": 1}}})",
                                8);
        QCOMPARE(graph->time(1), 6.0);
        QCOMPARE(graph->backwardTime(1), 10.0);
        QCOMPARE(graph->notes().warnings.size(), std::size_t{1});
        QVERIFY(graph->notes().warnings[0].find("scaled to batch 8") != std::string::npos);
    }

    void moreAndOtherGraphsWarn() {
        const auto graph = read(R"({"format": "reforward-costs/1", "graph": {"fingerprint": "sha256:0"},
            "vertices": {"a": {"forward": 1}, "b": {"forward": 1}, "y": {"forward": 1}, "z": {"forward": 1}}})");
        const auto& warnings = graph->notes().warnings;
        QCOMPARE(warnings.size(), std::size_t{2});
        QVERIFY(warnings[0].find("2 vertices") != std::string::npos &&
                warnings[0].find(" y.") != std::string::npos);
        QVERIFY(warnings[1].find("other sizes") != std::string::npos);
    }

    void missingVerticesAreAnError() {
        const std::string none = R"({"format": "reforward-costs/1", "vertices": {}})";
        tests::expectError(ErrorKind::input, {"costs.json", "node a", "2 vertices"}, [&] { read(none); });
        const std::string one = R"({"format": "reforward-costs/1", "vertices": {"a": {"forward": 1}}})";
        tests::expectError(ErrorKind::input, {"costs.json", "node b", "1 vertex "}, [&] { read(one); });
    }

    void whatIsNoFileOfCosts() {
        const auto refused = [&](const std::string& text, const std::vector<std::string>& parts) {
            tests::expectError(ErrorKind::input, parts, [&] { read(text); });
        };
        refused("", {"costs.json"});
        refused("[]", {"no file of costs"});
        refused(R"({"format": "reforward-plan/1"})", {"reforward-plan/1"});
        refused(R"({"format": "reforward-costs/2", "vertices": {}})", {"newer"});
        refused(R"({"format": "reforward-costs/1"})", {"vertices"});
        refused(R"({"format": "reforward-costs/1", "vertices": []})", {"vertices"});
        refused(R"({"format": "reforward-costs/1", "vertices": {"a": 3}})", {"node a"});
        refused(R"({"format": "reforward-costs/1", "vertices": {"a": {}}})", {"node a", "forward"});
        refused(R"({"format": "reforward-costs/1", "vertices": {"a": {"forward": -1}}})",
                {"node a", "forward"});
        refused(R"({"format": "reforward-costs/1", "vertices": {"a": {"forward": 1e999}}})", {"node a"});
        refused(R"({"format": "reforward-costs/1", "unit": "a very long unit of time", "vertices": {}})",
                {"unit"});
        refused(R"({"format": "reforward-costs/1", "graph": {"batch": 0}, "vertices": {}})", {"batch"});
    }

    void anUnknownNameIsNeitherModelNorFile() {
        ImportOptions options;
        options.costs = "nonsense";
        tests::expectError(ErrorKind::usage, {"no cost model and no file"},
                           [&] { importGraph(graphFile(), options, Control()); });
    }

    void precisionNeedsTypes() {
        ImportOptions options;
        options.precision = "bf16";
        tests::expectError(ErrorKind::usage, {"net.json", "element types"},
                           [&] { importGraph(graphFile(), options, Control()); });
    }
};

REFORWARD_TEST("cost_file", CostFileTest);
#include "cost_file_test.moc"
