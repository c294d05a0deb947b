// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_json.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/plan/schedule.h"
#include "tests/support/graph_text.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_main.h"

using namespace reforward;
using namespace reforward::tests;
using Json = nlohmann::ordered_json;

namespace {

const char* const graphText = "x->a->b->c; x fixed m=3; a m=4 t=5; b out=2,6!; c m=1";

Plan example(const Graph& g) {
    Plan plan = makePlan(g, "kusumoto-approx-tc",
                         scheduleFromSegments(g, {{*g.find("a"), *g.find("b")}, {*g.find("c")}}));
    plan.segments = {{*g.find("a"), *g.find("b")}, {*g.find("c")}};
    plan.budget = Bytes(100);
    plan.published = PublishedFigures{Bytes(40), 5};
    plan.options = {{"lower-sets", std::string("all")}, {"count", std::int64_t{3}}, {"flag", true}};
    plan.seed = 9;
    return plan;
}

ErrorKind kindOfReading(const Graph& g, const std::string& text, std::string* message = nullptr) {
    try {
        readPlan(g, text);
    } catch (const Error& e) {
        if (message != nullptr) *message = e.what();
        return e.kind();
    }
    return ErrorKind::usage;  // stands for "accepted"
}

}  // namespace

class PlanJsonTest : public QObject {
    Q_OBJECT
  private slots:
    void hasTheKeysOfTheFormat() {
        const Graph g = graphFromText(graphText);
        const Json json = planToJson(g, example(g));
        QCOMPARE(json["format"].get<std::string>(), std::string("reforward-plan/1"));
        QCOMPARE(json["graph"]["vertices"].get<int>(), 3);
        QVERIFY(json["graph"]["fingerprint"].get<std::string>().starts_with("sha256:"));
        QCOMPARE(json["budget_applies_to"].get<std::string>(), std::string("replayed"));
        QCOMPARE(json["budget_bytes"].get<int>(), 100);
        for (const char* key : {"peak_bytes", "baseline_peak_bytes", "floor_bytes", "forward_time",
                                "recompute_time", "backward_time", "recompute_lower_bound"}) {
            QVERIFY2(json["predicted"].contains(key), key);
        }
        QVERIFY(json["predicted"]["recompute_lower_bound"].is_null());
        QCOMPARE(json["published"]["peak_bytes"].get<int>(), 40);
        QCOMPARE(json["segments"].size(), 2U);
        QCOMPARE(json["kept"].size() + json["recomputed"].size() + json["dropped"].size(), 3U);
        // The second output of b carries its number.
        QVERIFY(std::any_of(json["schedule"].begin(), json["schedule"].end(), [](const Json& s) {
            return s["op"] == "free" && s.contains("output") && s["output"] == 1;
        }));
    }
    void roundTrips() {
        const Graph g = graphFromText(graphText);
        const Plan plan = example(g);
        const ReadPlan read = readPlan(g, planToText(g, plan));
        QVERIFY(read.warnings.empty() && read.wrong.empty());
        QVERIFY(read.plan.schedule == plan.schedule);
        QVERIFY(read.plan.segments == plan.segments);
        QVERIFY(read.plan.options == plan.options);
        QCOMPARE(read.plan.seed, 9);
        QCOMPARE(*read.plan.budget, Bytes(100));
        QCOMPARE(read.plan.published->peak, Bytes(40));
        QCOMPARE(planToText(g, read.plan), planToText(g, plan));
        QVERIFY(checkPlan(g, planToText(g, plan)).wrong.empty());
    }
    void refusesOtherFiles() {
        const Graph g = graphFromText(graphText);
        const Json json = planToJson(g, example(g));
        for (const char* text : {"", "{", "[]", "7", "{}", "{\"format\": 1}",
                                 "{\"format\": \"reforward-plan/x\"}", "{\"format\": \"other/1\"}"}) {
            QCOMPARE(kindOfReading(g, text), ErrorKind::input);
        }
        Json newer = json;
        newer["format"] = "reforward-plan/2";
        std::string message;
        QCOMPARE(kindOfReading(g, newer.dump(), &message), ErrorKind::input);
        QVERIFY(message.find("newer") != std::string::npos);
        for (const char* key : {"graph", "schedule"}) {
            Json less = json;
            less.erase(key);
            QCOMPARE(kindOfReading(g, less.dump(), &message), ErrorKind::input);
            QVERIFY(message.find(key) != std::string::npos);
        }
        // Unknown keys are tolerated.
        Json more = json;
        more["later"] = {{"key", 1}};
        QVERIFY(readPlan(g, more.dump()).wrong.empty());
    }
    void refusesBadSteps() {
        const Graph g = graphFromText(graphText);
        const Json json = planToJson(g, example(g));
        const auto with = [&](const Json& step) {
            Json changed = json;
            changed["schedule"][0] = step;
            return changed.dump();
        };
        for (const Json& step : {Json(7), Json{{"op", "forward"}}, Json{{"op", "sideways"}, {"vertex", "a"}},
                                 Json{{"op", "forward"}, {"vertex", "nobody"}},
                                 Json{{"op", "free"}, {"vertex", "a"}, {"output", 5}},
                                 Json{{"op", "free"}, {"vertex", "a"}, {"output", -1}},
                                 Json{{"op", "forward"}, {"vertex", {1}}}}) {
            QCOMPARE(kindOfReading(g, with(step)), ErrorKind::input);
        }
        // A rule broken is another kind of fault.
        QCOMPARE(kindOfReading(g, with({{"op", "forward"}, {"vertex", "b"}})), ErrorKind::check);
    }
    void refusesAPlanForAnotherGraph() {
        const Graph g = graphFromText(graphText);
        const std::string text = planToText(g, example(g));
        std::string message;
        QCOMPARE(kindOfReading(graphFromText("x->a->b; x fixed m=3"), text, &message), ErrorKind::input);
        QVERIFY(message.find("3 vertices, the graph has 2") != std::string::npos);
        QCOMPARE(kindOfReading(graphFromText("x->a->b->d; x fixed m=3; a m=4; b out=2,6!"), text, &message),
                 ErrorKind::input);
        QVERIFY(message.find("no vertex c") != std::string::npos);
        QCOMPARE(kindOfReading(graphFromText("x->a->b->c; x fixed m=3; a m=5; b out=2,6!"), text, &message),
                 ErrorKind::input);
        QVERIFY(message.find("sizes") != std::string::npos);
    }
    void anotherCostModelIsAWarning() {
        const Graph g = graphFromText(graphText);
        const std::string text = planToText(g, example(g));
        const Graph slower = graphFromText("x->a->b->c; x fixed m=3; a m=4 t=50; b out=2,6!; c m=1");
        const ReadPlan read = readPlan(slower, text);
        QCOMPARE(read.warnings.size(), 1U);
        QVERIFY(!read.wrong.empty());
    }
    void saysWhichStatedFiguresAreWrong() {
        const Graph g = graphFromText(graphText);
        Json json = planToJson(g, example(g));
        json["predicted"]["peak_bytes"] = 1;
        json["predicted"]["recompute_time"] = nullptr;
        json["kept"] = Json::array();
        json["budget_bytes"] = 2;
        const std::vector<std::string> wrong = checkPlan(g, json.dump()).wrong;
        QCOMPARE(wrong.size(), 4U);
        for (const char* part :
             {"peak_bytes: stated 1", "recompute_time: stated nothing", "over its budget", "\"kept\""}) {
            QVERIFY2(std::any_of(wrong.begin(), wrong.end(),
                                 [&](const auto& w) { return w.find(part) != std::string::npos; }),
                     part);
        }
        // A budget on the published formula says nothing of the replayed peak.
        json = planToJson(g, example(g));
        json["budget_bytes"] = 2;
        json["budget_applies_to"] = "published";
        QVERIFY(checkPlan(g, json.dump()).wrong.empty());
    }
};

REFORWARD_TEST("plan_json", PlanJsonTest);
#include "plan_json_test.moc"
