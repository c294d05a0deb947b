// SPDX-License-Identifier: Apache-2.0
#include "app/cli/accounting_option.h"
#include "app/cli/model_options.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/graph/time_unit.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

namespace {

PlanCheck checkFile(const Graph& graph, const std::string& path, std::optional<Accounting> accounting) {
    const std::string text = readFile(path);
    try {
        return checkPlan(graph, text, accounting);
    } catch (const Error& error) {
        throw error.inFile(path);
    }
}

nlohmann::ordered_json toJson(const PlanCheck& check) {
    nlohmann::ordered_json json;
    json["valid"] = check.simulation.valid();
    json["accounting"] = accountingName(check.accounting);
    json["peak_bytes"] = check.simulation.peak.count();
    json["forward_end_bytes"] = check.simulation.forwardEnd.count();
    json["recompute_time"] = check.simulation.recomputeTime;
    json["wrong"] = check.wrong;
    return json;
}

int run(const ModelOptions& model, const std::string& path, const std::string& accounting, Terminal& terminal,
        const Control& control) {
    const auto graph = loadModel(model, terminal, control);
    const PlanCheck check = checkFile(
        *graph, path, accounting.empty() ? std::nullopt : std::optional(parseAccounting(accounting)));
    for (const std::string& warning : check.warnings)
        terminal.note("warning: " + warning);
    if (terminal.options().json) {
        terminal.json(toJson(check));
    } else {
        terminal.line(labelled("valid", check.simulation.valid() ? "yes" : "no"));
        terminal.line(labelled("accounting", accountingWords(*graph, check.accounting)));
        terminal.line(labelled(
            "peak", formatBytes(check.simulation.peak) + " = " + formatBytesExact(check.simulation.peak)));
        terminal.line(labelled("recompute time", formatTime(*graph, check.simulation.recomputeTime)));
        for (const std::string& wrong : check.wrong)
            terminal.line(labelled("wrong", wrong));
    }
    if (check.simulation.valid() && check.wrong.empty()) return 0;
    terminal.error(path + ": " +
                   (check.wrong.empty() ? check.simulation.fault->message : check.wrong.front()));
    return static_cast<int>(ErrorKind::check);
}

}  // namespace

void addCheck(CLI::App& program, Invocation& invocation) {
    const auto model = std::make_shared<ModelOptions>();
    const auto plan = std::make_shared<std::string>();
    const auto accounting = std::make_shared<std::string>();
    CLI::App* const command =
        addCommand(program, invocation, "check", "Replay a plan and compare it with what its file states",
                   [model, plan, accounting](Terminal& terminal, const Control& control) {
                       return run(*model, *plan, *accounting, terminal, control);
                   });
    addModelOptions(*command, *model);
    addAccounting(*command, *accounting);
    command->add_option("PLAN", *plan, "a plan file")->required();
}

}  // namespace reforward::cli
