// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "app/cli/accounting_option.h"
#include "app/cli/frontier_picture.h"
#include "app/cli/plan_report.h"
#include "app/cli/planned_graph.h"
#include "app/cli/share.h"
#include "app/cli/text_table.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/frontier/bound_curve.h"
#include "core/frontier/frontier_files.h"

namespace reforward::cli {

namespace {

struct SweepCommand {
    ModelOptions model;
    SolveOptions solve;
    std::vector<std::string> strategies;
    double boundSeconds = 0;
    std::string output;

    int run(Terminal& terminal, const Control& control) const;
    std::vector<Frontier> sweepAll(const PlannedGraph& planned, const std::vector<const Strategy*>& chosen,
                                   Terminal& terminal, const Control& control) const;
    void proveUnder(const PlannedGraph& planned, const std::vector<Frontier>& frontiers, Terminal& terminal,
                    const Control& control) const;
    void write(const PlannedGraph& planned, const std::vector<Frontier>& frontiers) const;
};

enum class FileKind { csv, json, picture };

FileKind kindOf(const std::string& path) {
    const std::string suffix = std::filesystem::path(path).extension().string();
    if (suffix == ".csv") return FileKind::csv;
    if (suffix == ".json") return FileKind::json;
    if (suffix == ".svg" || suffix == ".png") return FileKind::picture;
    throw Error(ErrorKind::usage, "-o '" + path + "': the suffix must be .csv, .json, .svg or .png");
}

std::vector<Frontier> SweepCommand::sweepAll(const PlannedGraph& planned,
                                             const std::vector<const Strategy*>& chosen, Terminal& terminal,
                                             const Control& control) const {
    std::vector<Frontier> frontiers;
    for (const Strategy* strategy : chosen) {
        if (control.cancelled()) break;
        const Problem problem = problemFor(*strategy, chosen, solve, planned.bound);
        const std::string& name = strategy->info().name;
        frontiers.push_back(
            sweep(*strategy, problem, limited(*strategy, solve, control), [&](const PlanPtr& plan) {
                terminal.detail(name + ": peak " + formatBytes(plan->peak()) + ", overhead " +
                                formatPercent(plan->overheadForward()));
            }));
        const Frontier& frontier = frontiers.back();
        for (const PlanPtr& plan : frontier.pareto.plans())
            requirePins(problem, *plan);
        if (!frontier.notApplicable.empty()) {
            terminal.note(name + ": not applicable: " + frontier.notApplicable);
        } else if (!frontier.complete) {
            terminal.note(name + ": stopped before its end; the plans so far are kept");
        }
    }
    return frontiers;
}

// The curve under the plans; and each plan's own bound, as far as time allows.
void SweepCommand::proveUnder(const PlannedGraph& planned, const std::vector<Frontier>& frontiers,
                              Terminal& terminal, const Control& control) const {
    constexpr double singleInstantSeconds = 10;
    control.progress(-1, "proving the bound");
    const Stopwatch watch;
    const Bytes floor = floorOf(planned.graph()).bytes;
    const Control limited = control.withTimeLimit(singleInstantSeconds);
    proveBounds(*planned.bound, boundBudgets(floor, planned.baseline, frontiers), limited);
    std::vector<Bytes> peaks;
    for (const Frontier& frontier : frontiers) {
        for (const PlanPtr& plan : frontier.pareto.plans())
            peaks.push_back(plan->peak());
    }
    proveBounds(*planned.bound, peaks, limited);
    if (boundSeconds > 0) improveBounds(*planned.bound, frontiers, control.withTimeLimit(boundSeconds));
    terminal.detail("the bound took " + formatSeconds(watch.seconds()) + "; " +
                    boundAssumptions(planned.graph()));
}

std::string jsonText(const nlohmann::ordered_json& json) {
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void SweepCommand::write(const PlannedGraph& planned, const std::vector<Frontier>& frontiers) const {
    const OverheadBound* const bound = planned.accounting == Accounting::step ? planned.bound.get() : nullptr;
    switch (kindOf(output)) {
        case FileKind::csv:
            writeFile(output, frontierCsv(frontiers, bound));
            break;
        case FileKind::json:
            writeFile(output, jsonText(frontierJson(*planned.file, frontiers, bound, planned.accounting)));
            break;
        case FileKind::picture:
            saveFrontierPicture(output, *planned.file, frontiers, *planned.bound, planned.accounting);
            break;
    }
}

// Without a bound under another accounting than the step model's.
nlohmann::ordered_json rowOf(const Plan& plan, const OverheadBound& bound) {
    if (plan.accounting == Accounting::step) return frontierRow(plan, &bound);
    auto row = frontierRow(plan, nullptr);
    row["accounting"] = accountingName(plan.accounting);
    return row;
}

nlohmann::ordered_json rowsOf(const std::vector<Frontier>& frontiers, const OverheadBound& bound) {
    auto rows = nlohmann::ordered_json::array();
    for (const Frontier& frontier : frontiers) {
        for (const PlanPtr& plan : frontier.pareto.plans())
            rows.push_back(rowOf(*plan, bound));
    }
    return rows;
}

void printSummary(const std::vector<Frontier>& frontiers, Terminal& terminal) {
    TextTable table({"strategy", "plans", "least peak", "its overhead", "most peak"});
    for (const Frontier& frontier : frontiers) {
        const auto& plans = frontier.pareto.plans();
        if (!frontier.notApplicable.empty()) {
            table.add({frontier.strategy, "not applicable: " + frontier.notApplicable});
        } else if (plans.empty()) {
            table.add({frontier.strategy, "none found"});
        } else {
            table.add({frontier.strategy, std::to_string(plans.size()), formatBytes(plans.back()->peak()),
                       formatPercent(plans.back()->overheadForward()), formatBytes(plans.front()->peak())});
        }
    }
    table.print(terminal);
}

int SweepCommand::run(Terminal& terminal, const Control& control) const {
    if (!output.empty()) kindOf(output);
    const auto chosen = chosenStrategies(strategies, solve);
    const PlannedGraph planned = loadPlanned(model, solve, terminal, control);
    const auto frontiers = sweepAll(planned, chosen, terminal, control);
    const auto applies = [](const Frontier& f) { return f.notApplicable.empty(); };
    const auto found = [](const Frontier& f) { return !f.pareto.plans().empty(); };
    if (std::none_of(frontiers.begin(), frontiers.end(), found)) {
        control.throwIfCancelled();
        if (std::none_of(frontiers.begin(), frontiers.end(), applies)) {
            throw Error(ErrorKind::notApplicable,
                        "none of the strategies applies to this graph: " + frontiers.front().notApplicable);
        }
        throw Error(ErrorKind::infeasible, "no plan was found within the time limit; raise --time-limit");
    }
    if (control.cancelled()) terminal.note("stopped; the plans found so far are kept");
    if (planned.accounting == Accounting::step) {
        proveUnder(planned, frontiers, terminal, control);
    } else {
        terminal.line("accounting " + accountingWords(*planned.file, planned.accounting));
    }
    if (!output.empty()) write(planned, frontiers);
    if (terminal.options().json) terminal.json(rowsOf(frontiers, *planned.bound));
    if (planned.orderBaseline) {
        terminal.line("the order alone " + withShare(*planned.orderBaseline, planned.baseline));
    }
    printSummary(frontiers, terminal);
    if (!output.empty()) terminal.line("wrote " + output);
    return 0;
}

}  // namespace

void addSweep(CLI::App& program, Invocation& invocation) {
    const auto sweep = std::make_shared<SweepCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "sweep", "Whole frontiers of strategies: peak against overhead",
        [sweep](Terminal& terminal, const Control& control) { return sweep->run(terminal, control); });
    addModelOptions(*command, sweep->model);
    command
        ->add_option("--strategies", sweep->strategies,
                     "all, or names separated by commas: " + strategyNames())
        ->required()
        ->delimiter(',')
        ->allow_extra_args(false);
    addSolveOptions(*command, sweep->solve);
    addBoundTime(*command, sweep->boundSeconds);
    command->add_option("-o,--output", sweep->output, "the file to write: .csv, .json, .svg or .png");
}

}  // namespace reforward::cli
