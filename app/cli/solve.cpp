// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/cli/memory_options.h"
#include "app/cli/plan_report.h"
#include "app/cli/planned_graph.h"
#include "app/cli/text_table.h"
#include "core/base/budget.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/plan/gap.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

namespace {

struct SolveCommand {
    ModelOptions model;
    SolveOptions solve;
    MemoryOptions training;
    std::string strategy = "best";
    std::string budget;  ///< or MemoryOptions::memory
    double boundSeconds = 0;
    std::string output;

    int run(Terminal& terminal, const Control& control) const;
    Bytes budgetFor(const PlannedGraph& planned) const;
    PlanPtr plan(const Strategy& chosen, const Problem& problem, Terminal& terminal,
                 const Control& control) const;
    std::optional<double> priceOfPins(const Strategy& chosen, const Problem& problem, const PlanPtr& pinned,
                                      const Control& control) const;
    void improveBound(const Problem& problem, Plan& plan, const Control& control) const;
};

/// Overhead with pins minus that without, in points of one forward. The plan with pins is one without them
/// too, so the price is never negative.
std::optional<double> SolveCommand::priceOfPins(const Strategy& chosen, const Problem& problem,
                                                const PlanPtr& pinned, const Control& control) const {
    Problem free = problem;
    free.pins = {};
    free.starts.push_back(pinned);
    control.progress(-1, "solving without the pins");
    double least = pinned->overheadForward();
    try {
        const PlanPtr plan =
            reforward::solve(chosen, free, BudgetMeaning::own, limited(chosen, solve, control));
        least = std::min(least, plan->overheadForward());
    } catch (const InfeasibleError&) {
        // Then only the pins led it to a plan.
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::interrupted) throw;
    }
    if (control.cancelled()) return std::nullopt;
    return 100 * (pinned->overheadForward() - least);
}

void SolveCommand::improveBound(const Problem& problem, Plan& plan, const Control& control) const {
    const Bytes at = boundedBudget(plan);
    if (boundSeconds > 0 && plan.recomputeTime() > problem.bound->known(at)) {
        control.progress(-1, "improving the bound");
        problem.bound->improve(at, control.withTimeLimit(boundSeconds));
    }
    // The second solve, without pins, may have proved more as well.
    const double known = problem.bound->known(at);
    if (std::isfinite(known))
        plan.recomputeLowerBound = std::max(known, plan.recomputeLowerBound.value_or(0));
}

/// The peak of the step model counts network inputs, PyTorch's does not.
Bytes withInputs(const Graph& graph, const Plan& plan) {
    return plan.accounting == Accounting::pytorch ? plan.peak() + graph.fixedBytes() : plan.peak();
}

/// --budget, or what the constants leave of --memory.
Bytes SolveCommand::budgetFor(const PlannedGraph& planned) const {
    const auto memory = training.memoryBytes();
    if (!memory) return parseBudget(budget, planned.baseline);
    const bool pytorch = parseAccounting(solve.accounting) == Accounting::pytorch;
    const Bytes inputs = pytorch ? planned.graph().fixedBytes() : Bytes();
    const TrainingMemory constants = trainingMemory(planned.graph(), training.training(), inputs);
    if (constants.total() < *memory) return *memory - constants.total();
    throw Error(ErrorKind::infeasible,
                Error::Context{{},
                               {},
                               constantsWords(constants, training.training().optimizer) + " alone take " +
                                   formatBytes(constants.constants()) + " of " + training.memoryWords(),
                               "take more memory, a lighter optimizer or --precision bf16"});
}

PlanPtr SolveCommand::plan(const Strategy& chosen, const Problem& problem, Terminal& terminal,
                           const Control& control) const {
    try {
        return reforward::solve(
            chosen, problem, BudgetMeaning::own, limited(chosen, solve, control), [&](const PlanPtr& better) {
                terminal.detail(better->strategy + ": peak " + formatBytes(better->peak()) + ", overhead " +
                                formatPercent(better->overheadForward()));
            });
    } catch (const InfeasibleError& error) {
        if (training.memory.empty()) throw;
        Error::Context context = error.context();
        context.reason = training.memoryWords() + " leave " + formatBytes(problem.budget) +
                         " for values: " + context.reason;
        throw Error(ErrorKind::infeasible, std::move(context));
    }
}

int SolveCommand::run(Terminal& terminal, const Control& control) const {
    const Strategy& chosen = reforward::strategy(strategy);
    const Strategy* const only = &chosen;
    requireAble({&only, 1}, solve);
    const PlannedGraph planned = loadPlanned(model, solve, terminal, control);
    const Problem problem = problemFor(chosen, {&only, 1}, solve, planned.bound, budgetFor(planned));
    const PlanPtr found = plan(chosen, problem, terminal, control);
    requirePins(problem, *found);
    PlanRemarks remarks{solve.pinned(), std::nullopt, planned.orderBaseline};
    if (remarks.pinned && !control.cancelled())
        remarks.pinsPrice = priceOfPins(chosen, problem, found, control);
    Plan stated = *found;
    if (stated.accounting == Accounting::step) {
        improveBound(problem, stated, control);
    } else {
        terminal.detail("the plan was looked for in the step model; under this accounting no bound is known");
    }
    if (stated.recomputeLowerBound) terminal.detail(boundAssumptions(planned.graph()));
    if (control.cancelled()) terminal.note("stopped; this is the best plan found so far");
    if (!output.empty()) writeFile(output, planToText(*planned.file, stated));
    if (terminal.options().json) {
        auto json = planSummary(*planned.file, stated, remarks);
        json["training_memory"] = totalJson(*planned.file, training, withInputs(*planned.file, stated));
        terminal.json(json);
    } else {
        printPlan(*planned.file, stated, remarks, terminal);
        terminal.line(
            labelled("in all", totalText(*planned.file, training, withInputs(*planned.file, stated))));
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
    CLI::Option_group* const limit = command->add_option_group("limit");
    limit->add_option("--budget", solve->budget,
                      "of the peak: bytes, 2GiB, 1.5GB, or 60% of the baseline peak");
    addMemory(*limit, solve->training, "of a device, less what parameters and optimizer take");
    limit->require_option(1);
    addMemoryOptions(*command, solve->training);
    command->add_option("--strategy", solve->strategy, strategyNames() + " (default: best)");
    addSolveOptions(*command, solve->solve);
    addBoundTime(*command, solve->boundSeconds);
    command->add_option("-o,--output", solve->output, "the plan file to write; without it only the figures");
}

}  // namespace reforward::cli
