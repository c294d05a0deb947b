// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/accounting_option.h"
#include "app/cli/planned_graph.h"
#include "app/cli/share.h"
#include "app/cli/text_table.h"
#include "core/base/budget.h"
#include "core/base/format.h"
#include "core/frontier/frontier_files.h"
#include "core/plan/gap.h"

namespace reforward::cli {

namespace {

/// One strategy's answer: a plan, or why there is none.
struct Answer {
    std::string strategy;
    PlanPtr plan;
    std::string reason;                         ///< where there is no plan
    ErrorKind kind = ErrorKind::notApplicable;  ///< of the reason
};

struct CompareCommand {
    ModelOptions model;
    SolveOptions solve;
    std::string budget;
    std::vector<std::string> strategies;

    int run(Terminal& terminal, const Control& control) const;
};

std::string shortReason(const InfeasibleError& error) {
    if (!error.smallest()) return "no plan found";
    return "no plan fits; its least peak found is " + formatBytes(error.smallest()->peak());
}

Answer answer(const Strategy& strategy, const Problem& problem, const Control& control) {
    Answer result;
    result.strategy = strategy.info().name;
    if (const auto reason = strategy.notApplicable(*problem.graph)) {
        result.reason = "not applicable: " + *reason;
        return result;
    }
    try {
        result.plan = reforward::solve(strategy, problem, BudgetMeaning::replayed, control);
        requirePins(problem, *result.plan);
    } catch (const InfeasibleError& error) {
        result.reason = shortReason(error);
        result.kind = error.kind();
    }
    return result;
}

// Plans first, the least recompute time first, of equal ones the lower peak; then what has no plan.
bool better(const Answer& a, const Answer& b) {
    if (!a.plan || !b.plan) return a.plan && !b.plan;
    if (a.plan->recomputeTime() != b.plan->recomputeTime())
        return a.plan->recomputeTime() < b.plan->recomputeTime();
    return a.plan->peak() < b.plan->peak();
}

// Without a bound under another accounting than the step model's.
nlohmann::ordered_json rowOf(const Plan& plan, const OverheadBound& bound) {
    if (plan.accounting == Accounting::step) return frontierRow(plan, &bound);
    auto row = frontierRow(plan, nullptr);
    row["accounting"] = accountingName(plan.accounting);
    return row;
}

nlohmann::ordered_json rowsOf(const std::vector<Answer>& answers, const OverheadBound& bound) {
    auto rows = nlohmann::ordered_json::array();
    for (const Answer& answer : answers) {
        rows.push_back(
            answer.plan ? rowOf(*answer.plan, bound)
                        : nlohmann::ordered_json{{"strategy", answer.strategy}, {"reason", answer.reason}});
    }
    return rows;
}

std::string gapCell(double overhead, double bound) {
    if (overhead <= bound) return "proven best";
    std::string points = formatPercent(gapPoints(overhead, bound) / 100);
    points.pop_back();  // they are no share of anything
    return points + " points";
}

void printTable(std::optional<double> bound, const std::vector<Answer>& answers, Terminal& terminal) {
    TextTable table(
        {"strategy", "peak", "overhead", "iteration", "bound", "gap", "kept", "recomputed", "time"});
    for (const Answer& answer : answers) {
        if (!answer.plan) {
            table.add({answer.strategy, answer.reason});
            continue;
        }
        const Plan& plan = *answer.plan;
        const std::string by = plan.foundBy.empty() ? "" : " (" + plan.foundBy + ")";
        table.add({answer.strategy + by, formatBytes(plan.peak()), formatPercent(plan.overheadForward()),
                   formatPercent(plan.overheadIteration()), bound ? formatPercent(*bound) : "-",
                   bound ? gapCell(plan.overheadForward(), *bound) : "-", std::to_string(plan.predicted.kept),
                   std::to_string(plan.predicted.recomputed), formatSeconds(plan.solveMilliseconds / 1000)});
    }
    table.print(terminal);
}

int exitCode(const std::vector<Answer>& answers) {
    const auto worst = [&](ErrorKind kind) {
        return std::any_of(answers.begin(), answers.end(), [&](const Answer& a) { return a.kind == kind; });
    };
    if (answers.front().plan) return 0;
    return static_cast<int>(worst(ErrorKind::infeasible) ? ErrorKind::infeasible : ErrorKind::notApplicable);
}

int CompareCommand::run(Terminal& terminal, const Control& control) const {
    const auto chosen = chosenStrategies(strategies, solve);
    const PlannedGraph planned = loadPlanned(model, solve, terminal, control);
    const Bytes bytes = parseBudget(budget, planned.baseline);
    std::vector<Answer> answers;
    for (const Strategy* strategy : chosen) {
        if (control.cancelled()) break;
        const Problem problem = problemFor(*strategy, chosen, solve, planned.bound, bytes);
        answers.push_back(answer(*strategy, problem, limited(*strategy, solve, control)));
    }
    control.throwIfCancelled();
    std::stable_sort(answers.begin(), answers.end(), better);
    terminal.line("budget " + withShare(bytes, planned.baseline));
    if (planned.orderBaseline) {
        terminal.line("the order alone " + withShare(*planned.orderBaseline, planned.baseline));
    }
    std::optional<double> bound;
    if (planned.accounting == Accounting::step) {
        bound = boundRatio(planned.graph(), planned.bound->known(bytes));
    } else {
        terminal.line("accounting " + accountingWords(*planned.file, planned.accounting));
    }
    printTable(bound, answers, terminal);
    if (terminal.options().json) terminal.json(rowsOf(answers, *planned.bound));
    const int code = exitCode(answers);
    if (code != 0) terminal.error(answers.front().strategy + ": " + answers.front().reason);
    return code;
}

}  // namespace

void addCompare(CLI::App& program, Invocation& invocation) {
    const auto compare = std::make_shared<CompareCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "compare", "Strategies side by side at one budget, best first",
        [compare](Terminal& terminal, const Control& control) { return compare->run(terminal, control); });
    addModelOptions(*command, compare->model);
    command->add_option("--budget", compare->budget, "bytes, 2GiB, 1.5GB, or 60%; of the replayed peak")
        ->required();
    command
        ->add_option("--strategies", compare->strategies,
                     "all, or names separated by commas: " + strategyNames())
        ->required()
        ->delimiter(',')
        ->allow_extra_args(false);
    addSolveOptions(*command, compare->solve);
}

}  // namespace reforward::cli
