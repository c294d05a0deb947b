// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/process.h"
#include "tests/support/test_main.h"

using namespace reforward;
using nlohmann::json;

namespace {

const std::string program = std::string(REFORWARD_BIN_DIR) + "/reforward-layout";

json ask(const std::string& job, const std::string& input) {
    const ProcessResult result = runProcess(program, {job}, input, Control().withTimeLimit(60));
    if (result.end != ProcessResult::End::exited || result.exitCode != 0) return nullptr;
    return json::parse(result.output);
}

}  // namespace

class HelperTest : public QObject {
    Q_OBJECT

  private slots:
    void usage() {
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{}, {"nonsense"}, {"layout", "more"}}) {
            const ProcessResult result = runProcess(program, arguments, "", Control().withTimeLimit(60));
            QVERIFY(result.end == ProcessResult::End::exited);
            QCOMPARE(result.exitCode, 2);
            QVERIFY(result.errors.find("usage") != std::string::npos);
        }
    }

    void readsDot() {
        const json g =
            ask("read-dot", "digraph g { graph [x=1]; a [k=\"v w\"]; a -> b [w=2]; subgraph { c -> b } }");
        QCOMPARE(g["directed"].get<bool>(), true);
        QCOMPARE(g["attributes"]["x"].get<std::string>(), std::string("1"));
        QCOMPARE(g["nodes"].size(), 3U);
        QCOMPARE(g["nodes"][0]["id"].get<std::string>(), std::string("a"));
        QCOMPARE(g["nodes"][0]["attributes"]["k"].get<std::string>(), std::string("v w"));
        QVERIFY(g["nodes"][1]["attributes"].empty());
        QCOMPARE(g["edges"].size(), 2U);
        QCOMPARE(g["edges"][0]["attributes"]["w"].get<std::string>(), std::string("2"));
    }

    void dotErrorsNameTheLine() {
        const json g = ask("read-dot", "digraph {\n a\n -> ;\n}");
        QVERIFY(g["error"].get<std::string>().find("line 3") != std::string::npos);
    }

    void laysOut() {
        const json l = ask("layout", R"({"boxes":[[100,24],[50,24],[60,40]],"edges":[[0,1],[1,2],[0,2]]})");
        QCOMPARE(l["centres"].size(), 3U);
        QCOMPARE(l["curves"].size(), 3U);
        const auto y = [&](int v) { return l["centres"][v][1].get<double>(); };
        QVERIFY(y(0) < y(1) && y(1) < y(2));
        QVERIFY(l["height"].get<double>() >= 24 + 24 + 40);
        QVERIFY(l["curves"][0].size() >= 4);
    }

    void wrongRequestsAreAnswered() {
        for (const char* request : {"", "nonsense", "{}", "[]", R"({"boxes":[[1,2]],"edges":[[0,5]]})",
                                    R"({"boxes":[["a",2]],"edges":[]})", R"({"boxes":[[1]],"edges":[]})"}) {
            const json answer = ask("layout", request);
            QVERIFY2(answer.is_object() && answer.contains("error"), request);
        }
    }
};

REFORWARD_TEST("helper", HelperTest);
#include "helper_test.moc"
