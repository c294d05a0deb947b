// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "app/cli/memory_options.h"
#include "app/cli/model_options.h"
#include "app/cli/share.h"
#include "app/cli/solve_options.h"
#include "app/cli/text_table.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/frontier/largest_batch.h"
#include "core/plan/plan_json.h"

namespace reforward::cli {

namespace {

struct BatchCommand {
    ModelOptions model;
    MemoryOptions training;
    SolveOptions solve;
    std::string strategy = "best";
    std::string overhead = "20%";
    std::string output;

    int run(Terminal& terminal, const Control& control) const;
    BatchQuestion question(const Control& control) const;
    void print(const LargestBatch& answer, Terminal& terminal) const;
    nlohmann::ordered_json toJson(const LargestBatch& answer, double seconds) const;
};

/// "20%" or "20" as a share; of one forward.
double parseOverhead(std::string text) {
    if (!text.empty() && text.back() == '%') text.pop_back();
    double percent = 0;
    const char* const last = text.data() + text.size();
    const auto [end, fault] = std::from_chars(text.data(), last, percent);
    if (fault != std::errc() || end != last || !(percent >= 0 && percent <= 1e6)) {
        throw Error(ErrorKind::usage, "--overhead '" + text + "': write percent of one forward, as 20%");
    }
    return percent / 100;
}

BatchQuestion BatchCommand::question(const Control& control) const {
    BatchQuestion question;
    question.strategy = &reforward::strategy(strategy);
    question.training = training.training();
    question.memory = training.memoryBytes().value();
    question.overhead = parseOverhead(overhead);
    question.secondsForEach = solve.timeLimit.value_or(question.strategy->info().defaultTimeLimit);
    requireAble({&question.strategy, 1}, solve);
    if (solve.accounting != "step") throw Error(ErrorKind::usage, "batch plans in the step model");
    if (solve.order != "file") throw Error(ErrorKind::usage, "batch plans in the order of the file");
    question.graphAt = graphsByBatch(model, control);
    question.problemAt = [this, chosen = question.strategy](const std::shared_ptr<OverheadBound>& bound,
                                                            Bytes budget) {
        return problemFor(*chosen, {&chosen, 1}, solve, bound, budget);
    };
    return question;
}

std::string limitWords(const LargestBatch& answer) {
    const std::string next = std::to_string(answer.limitBatch);
    switch (answer.limit) {
        case LargestBatch::Limit::none:
            return answer.stopped ? "not known, it was stopped" : "none up to " + formatCount(mostBatch);
        case LargestBatch::Limit::floor:
            return next + ", whose floor is above the memory";
        case LargestBatch::Limit::bound:
            return next + ", which no plan can fit as cheaply";
        case LargestBatch::Limit::notFound:
            return next + ", for which no plan was found";
    }
    return {};
}

const char* limitName(LargestBatch::Limit limit) {
    switch (limit) {
        case LargestBatch::Limit::none:
            break;
        case LargestBatch::Limit::floor:
            return "floor";
        case LargestBatch::Limit::bound:
            return "bound";
        case LargestBatch::Limit::notFound:
            return "not found";
    }
    return "none";
}

void BatchCommand::print(const LargestBatch& answer, Terminal& terminal) const {
    const Plan& plan = *answer.plan;
    const std::string by = plan.foundBy.empty() ? "" : ", found by " + plan.foundBy;
    terminal.line(labelled("largest batch", formatCount(answer.batch)));
    terminal.line(labelled("keep-all", answer.keepAllBatch > 0 ? "batch " + formatCount(answer.keepAllBatch)
                                                               : "not even batch 1"));
    terminal.line(labelled("strategy", plan.strategy + by));
    terminal.line(labelled(
        "peak", withShare(plan.peak(), baselinePeak(*answer.graph)) + " = " + formatBytesExact(plan.peak())));
    terminal.line(labelled("total", totalText(*answer.graph, training, plan.peak())));
    terminal.line(labelled("overhead", formatPercent(plan.overheadForward()) + " of one forward, at most " +
                                           formatPercent(parseOverhead(overhead))));
    terminal.line(labelled("does not fit", limitWords(answer)));
}

nlohmann::ordered_json BatchCommand::toJson(const LargestBatch& answer, double seconds) const {
    const Plan& plan = *answer.plan;
    nlohmann::ordered_json json;
    json["batch"] = answer.batch;
    json["keep_all_batch"] = answer.keepAllBatch;
    json["strategy"] = plan.strategy;
    if (!plan.foundBy.empty()) json["found_by"] = plan.foundBy;
    json["memory_bytes"] = training.memoryBytes()->count();
    json["overhead_limit_percent"] = 100 * parseOverhead(overhead);
    json["budget_bytes"] = plan.budget->count();
    json["peak_bytes"] = plan.peak().count();
    json["total_bytes"] = answer.memory.total().count();
    json["recompute_time"] = plan.recomputeTime();
    json["overhead_forward_percent"] = 100 * plan.overheadForward();
    json["overhead_iteration_percent"] = 100 * plan.overheadIteration();
    json["limit"] = limitName(answer.limit);
    json["limit_batch"] = nullptr;
    if (answer.limitBatch > 0) json["limit_batch"] = answer.limitBatch;
    json["stopped"] = answer.stopped;
    json["training_memory"] = totalJson(*answer.graph, training, plan.peak());
    json["batches_planned"] = answer.planned;
    json["seconds"] = seconds;
    return json;
}

int BatchCommand::run(Terminal& terminal, const Control& control) const {
    const Stopwatch watch;
    const BatchQuestion asked = question(control);
    const LargestBatch answer = largestBatch(asked, control, [&](const LargestBatch& found) {
        terminal.detail("batch " + formatCount(found.batch) + ": peak " + formatBytes(found.plan->peak()) +
                        ", overhead " + formatPercent(found.plan->overheadForward()));
    });
    for (const std::string& warning : answer.graph->notes().warnings)
        terminal.note("warning: " + warning);
    if (answer.stopped) terminal.note("stopped; a larger batch may fit");
    if (!output.empty()) writeFile(output, planToText(*answer.graph, *answer.plan));
    if (terminal.options().json) {
        terminal.json(toJson(answer, watch.seconds()));
        return 0;
    }
    print(answer, terminal);
    terminal.line(labelled("searched in", formatSeconds(watch.seconds())));
    if (!output.empty()) {
        terminal.line("wrote " + output + ", a plan for --batch " + std::to_string(answer.batch));
    }
    return 0;
}

}  // namespace

void addBatch(CLI::App& program, Invocation& invocation) {
    const auto batch = std::make_shared<BatchCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "batch", "The largest batch that trains in a device's memory",
        [batch](Terminal& terminal, const Control& control) { return batch->run(terminal, control); });
    addModelOptions(*command, batch->model);
    addMemory(*command, batch->training, "of the device, for parameters and optimizer as well")->required();
    command->add_option("--overhead", batch->overhead,
                        "extra forward at most, in percent of one forward (default: 20%)");
    addMemoryOptions(*command, batch->training);
    command->add_option("--strategy", batch->strategy, strategyNames() + " (default: best)");
    addSolveOptions(*command, batch->solve);
    command->add_option("-o,--output", batch->output, "the plan file to write, for the batch found");
}

}  // namespace reforward::cli
