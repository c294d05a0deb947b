// SPDX-License-Identifier: Apache-2.0
#include "app/cli/accounting_option.h"
#include "app/cli/planned_graph.h"
#include "app/cli/share.h"
#include "app/cli/text_table.h"
#include "core/base/format.h"
#include "core/strategies/accounted_solve.h"

namespace reforward::cli {

namespace {

struct LeastCommand {
    ModelOptions model;
    SolveOptions solve;
    std::string strategy;

    int run(Terminal& terminal, const Control& control) const;
};

nlohmann::ordered_json toJson(const std::string& strategy, const LeastBudget& least) {
    nlohmann::ordered_json json;
    json["strategy"] = strategy;
    json["least_budget_bytes"] = least.budget.count();
    json["published_peak_bytes"] = nullptr;
    if (least.publishedPeak) json["published_peak_bytes"] = least.publishedPeak->count();
    json["accounting"] = accountingName(least.plan->accounting);
    json["replayed_peak_bytes"] = least.plan->peak().count();
    return json;
}

int LeastCommand::run(Terminal& terminal, const Control& control) const {
    const Strategy& chosen = reforward::strategy(strategy);
    const Strategy* const only = &chosen;
    requireAble({&only, 1}, solve);
    const PlannedGraph planned = loadPlanned(model, solve, terminal, control);
    if (const auto reason = chosen.notApplicable(planned.graph()))
        throw Error(ErrorKind::notApplicable, strategy + " does not apply to this graph: " + *reason);
    const Problem problem = problemFor(chosen, {&only, 1}, solve, planned.bound);
    const auto least = leastBudget(chosen, problem, limited(chosen, solve, control));
    if (!least) {
        control.throwIfCancelled();
        throw Error(ErrorKind::infeasible,
                    strategy + " found no plan within the time limit; raise --time-limit");
    }
    requirePins(problem, *least->plan);
    if (control.cancelled()) terminal.note("stopped; a smaller budget may exist");
    if (terminal.options().json) {
        terminal.json(toJson(strategy, *least));
        return 0;
    }
    const auto figure = [&](Bytes bytes) {
        return withShare(bytes, planned.baseline) + " = " + formatBytesExact(bytes);
    };
    terminal.line(labelled("strategy", strategy));
    if (planned.accounting != Accounting::step)
        terminal.line(labelled("accounting", accountingWords(*planned.file, planned.accounting)));
    terminal.line(labelled("least budget", figure(least->budget)));
    if (least->publishedPeak) terminal.line(labelled("published peak", figure(*least->publishedPeak)));
    terminal.line(labelled("replayed peak", figure(least->plan->peak())));
    terminal.line(labelled("overhead", formatPercent(least->plan->overheadForward()) + " of one forward"));
    return 0;
}

}  // namespace

void addLeast(CLI::App& program, Invocation& invocation) {
    const auto least = std::make_shared<LeastCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "least", "The smallest budget at which a strategy finds a plan",
        [least](Terminal& terminal, const Control& control) { return least->run(terminal, control); });
    addModelOptions(*command, least->model);
    command->add_option("--strategy", least->strategy, strategyNames())->required();
    addSolveOptions(*command, least->solve);
}

}  // namespace reforward::cli
