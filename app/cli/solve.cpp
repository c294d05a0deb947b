// SPDX-License-Identifier: Apache-2.0
#include "app/cli/budget.h"
#include "app/cli/model_options.h"
#include "app/cli/plan_report.h"
#include "app/cli/solve_options.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

namespace {

struct SolveCommand {
    ModelOptions model;
    SolveOptions solve;
    std::string strategy = "best";
    std::string budget;
    std::string output;

    int run(Terminal& terminal, const Control& control) const;
};

int SolveCommand::run(Terminal& terminal, const Control& control) const {
    const Strategy& chosen = reforward::strategy(strategy);
    const auto graph = loadModel(model, terminal, control);
    const Bytes bytes = parseBudget(budget, baselinePeak(*graph));
    const Strategy* const only = &chosen;
    const Problem problem = problemFor(chosen, {&only, 1}, solve, graph, bytes);
    const PlanPtr plan = reforward::solve(
        chosen, problem, BudgetMeaning::own, limited(chosen, solve, control), [&](const PlanPtr& better) {
            terminal.detail(better->strategy + ": peak " + formatBytes(better->peak()) + ", overhead " +
                            formatPercent(better->overheadForward()));
        });
    if (control.cancelled()) terminal.note("stopped; this is the best plan found so far");
    if (!output.empty()) writeFile(output, planToText(*graph, *plan));
    if (terminal.options().json) {
        terminal.json(planSummary(*graph, *plan));
    } else {
        printPlan(*graph, *plan, terminal);
        if (!output.empty()) terminal.line("wrote " + output);
    }
    return 0;
}

}  // namespace

void addSolve(CLI::App& program, Invocation& invocation) {
    const auto solve = std::make_shared<SolveCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "solve", "Find one plan within a budget and write it",
        [solve](Terminal& terminal, const Control& control) { return solve->run(terminal, control); });
    addModelOptions(*command, solve->model);
    command->add_option("--budget", solve->budget, "bytes, 2GiB, 1.5GB, or 60% of the baseline peak")
        ->required();
    command->add_option("--strategy", solve->strategy, strategyNames() + " (default: best)");
    addSolveOptions(*command, solve->solve);
    command->add_option("-o,--output", solve->output, "the plan file to write; without it only the figures");
}

}  // namespace reforward::cli
