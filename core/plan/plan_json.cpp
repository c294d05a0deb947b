// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.h"
#include "core/bounds/floor.h"
#include "core/graph/fingerprint.h"

namespace reforward {

namespace {

using Json = nlohmann::ordered_json;
constexpr int formatNumber = 1;
constexpr std::string_view formatName = "reforward-plan/";

Json optionToJson(const OptionValue& value) {
    return std::visit([](const auto& v) { return Json(v); }, value);
}

Json idsOf(const Graph& graph, const Simulation& simulation, VertexState state) {
    Json list = Json::array();
    for (const VertexId v : graph.order()) {
        if (simulation.states[v] == state) list.push_back(graph.id(v));
    }
    return list;
}

Json scheduleToJson(const Graph& graph, const Schedule& schedule) {
    Json list = Json::array();
    for (const Step& step : schedule) {
        Json entry{{"op", stepName(step.kind)}, {"vertex", graph.id(step.vertex)}};
        if (step.output != 0) entry["output"] = step.output;
        list.push_back(std::move(entry));
    }
    return list;
}

[[noreturn]] void noPlan(const std::string& node, const std::string& reason) {
    throwInput(node, reason, "export the plan again");
}

const Json& member(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) noPlan(key, "the plan lacks this key");
    return *found;
}

std::string idText(const Json& value, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    noPlan(where, "a vertex id must be text or an integer");
}

Json parse(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
        throw Error(ErrorKind::input, "this is no plan: it is not a JSON object");
    }
    const auto format = json.find("format");
    const std::string name = format != json.end() && format->is_string() ? format->get<std::string>() : "";
    if (!name.starts_with(formatName)) {
        throw Error(ErrorKind::input, "this is no plan: \"format\" is not reforward-plan/1");
    }
    const std::string number = name.substr(formatName.size());
    const bool digits =
        !number.empty() && number.size() < 9 &&
        std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoi(number) < 1)
        throw Error(ErrorKind::input, "this is no plan: \"format\" is " + name);
    if (std::stoi(number) > formatNumber) {
        throw Error(ErrorKind::input, "the plan has format " + name + ", newer than this program reads (" +
                                          std::string(formatName) + std::to_string(formatNumber) + ")");
    }
    return json;
}

// Vertices that the plan names and the graph lacks, and the reverse; for the refusal.
std::string difference(const Graph& graph, const Json& json) {
    std::string text;
    const auto stated = json.find("graph");
    if (stated != json.end() && stated->is_object()) {
        const auto count = stated->find("vertices");
        if (count != stated->end() && count->is_number_integer() && *count != graph.plannedCount()) {
            text += "the plan is for " + count->dump() + " vertices, the graph has " +
                    std::to_string(graph.plannedCount());
        }
    }
    std::set<std::string> named;
    for (const char* key : {"kept", "recomputed", "dropped"}) {
        const auto list = json.find(key);
        if (list == json.end() || !list->is_array()) continue;
        for (const Json& id : *list) {
            if (id.is_string()) named.insert(id.get<std::string>());
            if (id.is_number_integer()) named.insert(id.dump());
        }
    }
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    for (const std::string& id : named) {
        if (!graph.find(id)) {
            add("the graph has no vertex " + id);
            return text;
        }
    }
    for (const VertexId v : graph.order()) {
        if (!graph.fixed(v) && !named.empty() && !named.contains(graph.id(v))) {
            add("the plan does not know vertex " + graph.id(v));
            return text;
        }
    }
    add("ids are the same, but edges, sizes, saved values, workspace or flags differ");
    return text;
}

void requireSameGraph(const Graph& graph, const Json& json) {
    const Json& stated = member(json, "graph");
    if (!stated.is_object()) noPlan("graph", "it must be an object");
    const Json& print = member(stated, "fingerprint");
    const std::string own = fingerprint(graph);
    if (print.is_string() && print.get<std::string>() == own) return;
    throw Error(ErrorKind::input,
                Error::Context{{},
                               {},
                               "the plan is for another graph: " + difference(graph, json),
                               "open the model it was made for, with the same batch and options"});
}

Schedule readSchedule(const Graph& graph, const Json& json) {
    const Json& list = member(json, "schedule");
    if (!list.is_array()) noPlan("schedule", "it must be a list");
    Schedule schedule;
    schedule.reserve(list.size());
    for (const Json& entry : list) {
        const std::string where = "schedule[" + std::to_string(schedule.size()) + "]";
        if (!entry.is_object()) noPlan(where, "a step must be an object");
        Step step;
        const Json& op = member(entry, "op");
        const std::string name = op.is_string() ? op.get<std::string>() : op.dump();
        bool known = false;
        for (const StepKind kind :
             {StepKind::forward, StepKind::backward, StepKind::free, StepKind::freeGradient}) {
            if (name == stepName(kind)) step.kind = kind, known = true;
        }
        if (!known) noPlan(where, "there is no step \"" + name + "\"");
        const auto v = graph.find(idText(member(entry, "vertex"), where));
        if (!v) noPlan(where, "the graph has no vertex " + member(entry, "vertex").dump());
        step.vertex = *v;
        if (const auto output = entry.find("output"); output != entry.end()) {
            if (!output->is_number_integer() || *output < 0 || *output >= graph.outputCount(*v)) {
                noPlan(where, "vertex " + graph.id(*v) + " has no output " + output->dump());
            }
            step.output = output->get<std::uint32_t>();
        }
        schedule.push_back(step);
    }
    return schedule;
}

// Stated figures against the replayed ones; times to a relative 1e-9, bytes exactly.
std::vector<std::string> wrongFigures(const Graph& graph, const Json& json, const Simulation& got) {
    std::vector<std::string> wrong;
    const auto predicted = json.find("predicted");
    const auto compare = [&](const char* key, double replayed, double slack, const std::string& shown) {
        const Json* stated = nullptr;
        if (predicted != json.end() && predicted->is_object()) {
            if (const auto found = predicted->find(key); found != predicted->end() && found->is_number())
                stated = &*found;
        }
        if (stated != nullptr && std::abs(stated->get<double>() - replayed) <= slack) return;
        wrong.push_back(std::string(key) + ": stated " + (stated != nullptr ? stated->dump() : "nothing") +
                        ", replayed " + shown);
    };
    const auto time = [&](const char* key, double value) {
        compare(key, value, 1e-9 * std::max(1.0, std::abs(value)), Json(value).dump());
    };
    const std::int64_t peak = got.peak.count();
    const bool peakStated =
        predicted != json.end() && predicted->is_object() && predicted->contains("peak_bytes") &&
        (*predicted)["peak_bytes"].is_number_integer() && (*predicted)["peak_bytes"] == peak;
    if (!peakStated) compare("peak_bytes", static_cast<double>(peak), -1, std::to_string(peak));
    time("forward_time", got.forwardTime);
    time("recompute_time", got.recomputeTime);
    time("backward_time", got.backwardTime);

    const auto budget = json.find("budget_bytes");
    const auto applies = json.find("budget_applies_to");
    const bool published = applies != json.end() && *applies == "published";
    if (budget != json.end() && budget->is_number_integer() && !published && *budget < peak) {
        wrong.push_back("over its budget: " + std::to_string(peak) + " > " + budget->dump());
    }
    for (const auto& [key, state] :
         {std::pair{"kept", VertexState::kept}, {"recomputed", VertexState::recomputed}}) {
        std::vector<std::string> stated, replayed;
        if (const auto list = json.find(key); list != json.end() && list->is_array()) {
            for (const Json& id : *list)
                stated.push_back(id.is_string() ? id.get<std::string>() : id.dump());
        }
        for (const VertexId v : graph.order()) {
            if (got.states[v] == state) replayed.push_back(graph.id(v));
        }
        std::sort(stated.begin(), stated.end());
        std::sort(replayed.begin(), replayed.end());
        if (stated != replayed)
            wrong.push_back(std::string("\"") + key + "\" differs from what the schedule does");
    }
    return wrong;
}

// Of the stated figures; plans of before there was a choice are in the step model.
Accounting statedAccounting(const Json& json) {
    const auto name = json.find("accounting");
    if (name == json.end()) return Accounting::step;
    for (const Accounting accounting : {Accounting::step, Accounting::pytorch}) {
        if (*name == accountingName(accounting)) return accounting;
    }
    noPlan("accounting", "there is no accounting " + name->dump());
}

OptionValues readOptions(const Json& json) {
    OptionValues options;
    const auto list = json.find("strategy_options");
    if (list == json.end() || !list->is_object()) return options;
    for (const auto& [name, value] : list->items()) {
        if (value.is_boolean()) options.emplace_back(name, value.get<bool>());
        if (value.is_number_integer()) options.emplace_back(name, value.get<std::int64_t>());
        if (value.is_number_float()) options.emplace_back(name, value.get<double>());
        if (value.is_string()) options.emplace_back(name, value.get<std::string>());
    }
    return options;
}

std::vector<std::vector<VertexId>> readSegments(const Graph& graph, const Json& json) {
    std::vector<std::vector<VertexId>> segments;
    const auto list = json.find("segments");
    if (list == json.end() || !list->is_array()) return segments;
    for (const Json& entry : *list) {
        std::vector<VertexId> segment;
        if (!entry.is_array()) noPlan("segments", "each segment must be a list of ids");
        for (const Json& id : entry) {
            const auto v = graph.find(idText(id, "segments"));
            if (!v) noPlan("segments", "the graph has no vertex " + id.dump());
            segment.push_back(*v);
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

std::vector<std::string> costWarnings(const Graph& graph, const Json& json) {
    const auto predicted = json.find("predicted");
    if (predicted == json.end() || !predicted->is_object()) return {};
    const auto stated = predicted->find("forward_time");
    if (stated == predicted->end() || !stated->is_number()) return {};
    const double own = graph.forwardTime();
    if (std::abs(stated->get<double>() - own) <= 1e-9 * std::max(1.0, own)) return {};
    return {"the plan was made with another cost model: one forward is stated as " + stated->dump() +
            ", here it is " + Json(own).dump()};
}

}  // namespace

Json planToJson(const Graph& graph, const Plan& plan) {
    Json json;
    json["format"] = std::string(formatName) + std::to_string(formatNumber);
    json["graph"] = {{"name", graph.notes().name},
                     {"vertices", graph.plannedCount()},
                     {"fingerprint", fingerprint(graph)}};
    json["strategy"] = plan.strategy;
    if (!plan.foundBy.empty()) json["found_by"] = plan.foundBy;
    json["strategy_options"] = Json::object();
    for (const auto& [name, value] : plan.options)
        json["strategy_options"][name] = optionToJson(value);
    json["seed"] = plan.seed;
    if (plan.moves) json["moves"] = *plan.moves;
    if (plan.budget) {
        json["budget_bytes"] = plan.budget->count();
        json["budget_applies_to"] = plan.budgetIsPublished ? "published" : "replayed";
    }
    const Simulation& p = plan.predicted;
    const bool stepModel = plan.accounting == Accounting::step;
    if (!stepModel) json["accounting"] = accountingName(plan.accounting);
    json["predicted"] = {
        {"peak_bytes", p.peak.count()},
        {"baseline_peak_bytes", baselinePeak(graph, plan.accounting).count()},
        {"floor_bytes", stepModel ? Json(floorOf(graph).bytes.count()) : Json()},
        {"forward_time", p.forwardTime},
        {"recompute_time", p.recomputeTime},
        {"backward_time", p.backwardTime},
        {"recompute_lower_bound", plan.recomputeLowerBound ? Json(*plan.recomputeLowerBound) : Json()}};
    if (plan.published) {
        json["published"] = {{"peak_bytes", plan.published->peak.count()},
                             {"overhead_time", plan.published->overhead}};
    }
    json["kept"] = idsOf(graph, p, VertexState::kept);
    json["recomputed"] = idsOf(graph, p, VertexState::recomputed);
    json["dropped"] = idsOf(graph, p, VertexState::dropped);
    if (!plan.segments.empty()) {
        Json segments = Json::array();
        for (const auto& segment : plan.segments) {
            Json ids = Json::array();
            for (const VertexId v : segment)
                ids.push_back(graph.id(v));
            segments.push_back(std::move(ids));
        }
        json["segments"] = std::move(segments);
    }
    json["schedule"] = scheduleToJson(graph, plan.schedule);
    return json;
}

std::string planToText(const Graph& graph, const Plan& plan) {
    return planToJson(graph, plan).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

PlanCheck checkPlan(const Graph& graph, const std::string& text, std::optional<Accounting> accounting) {
    const Json json = parse(text);
    requireSameGraph(graph, json);
    PlanCheck check;
    const Accounting stated = statedAccounting(json);
    check.accounting = accounting.value_or(stated);
    const Schedule schedule = readSchedule(graph, json);
    check.simulation = simulate(graph, schedule, check.accounting);
    check.warnings = costWarnings(graph, json);
    if (check.simulation.valid()) {
        const bool same = stated == check.accounting;
        check.wrong = wrongFigures(graph, json, same ? check.simulation : simulate(graph, schedule, stated));
    } else
        check.wrong.push_back(check.simulation.fault->message);
    return check;
}

ReadPlan readPlan(const Graph& graph, const std::string& text) {
    const Json json = parse(text);
    requireSameGraph(graph, json);
    const auto name = json.find("strategy");
    ReadPlan read;
    Schedule schedule = readSchedule(graph, json);
    if (const Simulation replayed = simulate(graph, schedule); !replayed.valid()) {
        throw Error(ErrorKind::check, "the plan breaks a rule: " + replayed.fault->message);
    }
    read.plan = makePlan(graph, name != json.end() && name->is_string() ? name->get<std::string>() : "",
                         std::move(schedule));
    read.plan.accounting = statedAccounting(json);
    if (read.plan.accounting != Accounting::step)
        read.plan.predicted = simulate(graph, read.plan.schedule, read.plan.accounting);
    if (const auto by = json.find("found_by"); by != json.end() && by->is_string())
        read.plan.foundBy = by->get<std::string>();
    read.plan.options = readOptions(json);
    read.plan.segments = readSegments(graph, json);
    if (const auto seed = json.find("seed"); seed != json.end() && seed->is_number_integer())
        read.plan.seed = *seed;
    if (const auto moves = json.find("moves"); moves != json.end() && moves->is_number_integer()) {
        read.plan.moves = moves->get<std::int64_t>();
    }
    if (const auto budget = json.find("budget_bytes"); budget != json.end() && budget->is_number_integer()) {
        read.plan.budget = Bytes(budget->get<std::int64_t>());
        const auto applies = json.find("budget_applies_to");
        read.plan.budgetIsPublished = applies != json.end() && *applies == "published";
    }
    if (const auto published = json.find("published"); published != json.end() && published->is_object()) {
        const Json& peak = member(*published, "peak_bytes");
        const Json& overhead = member(*published, "overhead_time");
        if (!peak.is_number_integer() || !overhead.is_number())
            noPlan("published", "its figures must be numbers");
        read.plan.published = PublishedFigures{Bytes(peak.get<std::int64_t>()), overhead.get<double>()};
    }
    read.warnings = costWarnings(graph, json);
    read.wrong = wrongFigures(graph, json, read.plan.predicted);
    return read;
}

}  // namespace reforward
