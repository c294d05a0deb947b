// SPDX-License-Identifier: Apache-2.0
#include "app/cli/accounting_option.h"
#include "app/cli/memory_options.h"
#include "app/cli/model_facts.h"
#include "app/cli/model_options.h"
#include "app/cli/module_facts.h"
#include "app/cli/pattern_facts.h"
#include "app/cli/share.h"
#include "app/cli/text_table.h"
#include "core/base/format.h"
#include "core/graph/time_unit.h"

namespace reforward::cli {

namespace {

std::string lowerSetsText(const ModelFacts& facts) {
    if (!facts.lowerSets) return "more than " + formatCount(lowerSetLimit);
    return formatCount(static_cast<long long>(*facts.lowerSets));
}

std::string floorText(const Graph& graph, const ModelFacts& facts) {
    std::string text = withShare(facts.floor.bytes, facts.baselinePeak);
    if (facts.floor.vertex == noIndex) return text + ", fixed values alone";
    return text + ", bound by the " + (facts.floor.backward ? "backward" : "forward") + " of " +
           graph.id(facts.floor.vertex);
}

std::string batchText(const GraphNotes& notes) {
    return std::to_string(*notes.batch) + (notes.batchFrom.empty() ? "" : ": " + notes.batchFrom);
}

std::string symbolText(const SymbolicDimension& symbol) {
    return symbol.name + " = " + std::to_string(symbol.size) + (symbol.given ? "" : " (not bound)") +
           ", in " + symbol.where;
}

/// The peak of the step model counts network inputs, PyTorch's does not.
Bytes withInputs(const Graph& graph, const ModelFacts& facts) {
    return facts.accounting == Accounting::pytorch ? facts.baselinePeak + graph.fixedBytes()
                                                   : facts.baselinePeak;
}

void printFigures(const Graph& graph, const ModelFacts& facts, const MemoryOptions& training,
                  Terminal& terminal) {
    const auto count = [](std::size_t n) { return formatCount(static_cast<long long>(n)); };
    const auto exact = [](Bytes bytes) { return formatBytes(bytes) + " = " + formatBytesExact(bytes); };
    terminal.line(labelled("name", graph.notes().name));
    if (graph.joint()) terminal.line(labelled("kind", "joint graph: forward and backward operations"));
    if (graph.notes().batch) terminal.line(labelled("batch", batchText(graph.notes())));
    for (const SymbolicDimension& symbol : graph.notes().symbols)
        terminal.line(labelled("dimension", symbolText(symbol)));
    terminal.line(
        labelled("vertices", count(graph.plannedCount()) + " and " + count(graph.fixedCount()) + " fixed"));
    terminal.line(labelled("edges", count(graph.edgeCount())));
    terminal.line(labelled("values", count(graph.valueCount()) + ", " + exact(graph.valueBytes())));
    terminal.line(labelled("parameters", exact(graph.notes().parameterBytes)));
    terminal.line(labelled("forward time", formatTime(graph, graph.forwardTime())));
    terminal.line(labelled("backward time", formatTime(graph, graph.backwardTime())));
    terminal.line(labelled("accounting", accountingWords(graph, facts.accounting)));
    terminal.line(labelled("baseline peak", exact(facts.baselinePeak)));
    if (facts.accounting == Accounting::pytorch) {
        terminal.line(labelled("with inputs", exact(facts.baselinePeak + graph.fixedBytes())));
        terminal.line(labelled("with gradients", exact(facts.withParameterGradients) + " (of parameters)"));
    }
    terminal.line(labelled("in all", totalText(graph, training, withInputs(graph, facts))));
    terminal.line(labelled("after forward", exact(facts.forwardEnd)));
    terminal.line(labelled("saved values", exact(facts.savedBytes)));
    // The floor is one of the step model.
    if (facts.accounting == Accounting::step) terminal.line(labelled("floor", floorText(graph, facts)));
    terminal.line(labelled("lower sets", lowerSetsText(facts)));
}

void printPatterns(const PatternFacts& patterns, bool fused, Terminal& terminal) {
    if (patterns.found.empty()) return;
    std::string found;
    for (const auto& [op, count] : patterns.found)
        found += (found.empty() ? "" : ", ") + std::to_string(count) + " " + op;
    terminal.line(labelled("patterns", found));
    const PatternFacts::Figures& other = fused ? patterns.asWritten : patterns.fused;
    terminal.line(labelled(fused ? "as written" : "fused",
                           formatBytes(other.savedBytes) + " saved, " + formatBytes(other.baselinePeak) +
                               " baseline peak (" + (fused ? "--no-fuse" : "--fuse") + ")"));
}

void printModules(const std::vector<ModuleFacts>& modules, Terminal& terminal) {
    TextTable table({"module", "vertices", "values", "saved", "forward", "backward"});
    for (const ModuleFacts& module : modules) {
        const std::size_t name = module.path.rfind('/') + 1;  // 0 where there is none
        const std::string indent(2 * (module.depth - 1), ' ');
        table.add({module.path.empty() ? "(in none)" : indent + module.path.substr(name),
                   std::to_string(module.vertices), formatBytes(module.valueBytes),
                   formatBytes(module.savedBytes), formatCost(module.forwardTime),
                   formatCost(module.backwardTime)});
    }
    terminal.line("");
    table.print(terminal);
}

void printOperators(const Graph& graph, const ModelFacts& facts, Terminal& terminal) {
    TextTable table({"operator", "vertices", "values", "share", "saved"});
    const double total = static_cast<double>(graph.valueBytes().count());
    for (const OperatorFacts& op : facts.byOperator) {
        const double share = total > 0 ? static_cast<double>(op.valueBytes.count()) / total : 0;
        table.add({op.op.empty() ? "(none)" : op.op, std::to_string(op.vertices), formatBytes(op.valueBytes),
                   formatPercent(share), formatBytes(op.savedBytes)});
    }
    terminal.line("");
    table.print(terminal);
}

void printList(std::string_view title, const std::vector<std::string>& entries, Terminal& terminal) {
    if (entries.empty()) return;
    terminal.line("");
    terminal.line(std::string(title) + " (" + std::to_string(entries.size()) + ")");
    // Long lists say little to a reader; --json and -v have them whole.
    const std::size_t shown =
        terminal.options().verbose ? entries.size() : std::min<std::size_t>(entries.size(), 12);
    for (std::size_t i = 0; i < shown; ++i)
        terminal.line("  " + entries[i]);
    if (shown < entries.size())
        terminal.line("  and " + std::to_string(entries.size() - shown) + " more (-v)");
}

}  // namespace

void addInfo(CLI::App& program, Invocation& invocation) {
    const auto model = std::make_shared<ModelOptions>();
    const auto accounting = std::make_shared<std::string>("step");
    const auto depth = std::make_shared<std::optional<std::size_t>>();
    const auto training = std::make_shared<MemoryOptions>();
    CLI::App* const command = addCommand(
        program, invocation, "info",
        "What a model holds: figures, memory by operator, what was not understood",
        [model, accounting, depth, training](Terminal& terminal, const Control& control) {
            const auto graph = openModel(*model, terminal, control);
            const ModelFacts facts = factsOf(*graph, parseAccounting(*accounting), control);
            const PatternFacts patterns = patternsOf(*graph, *model, facts.accounting, terminal, control);
            std::vector<ModuleFacts> modules;
            if (*depth) modules = modulesOf(*graph, **depth);
            if (terminal.options().json) {
                auto json = toJson(*graph, facts);
                json["patterns"] = toJson(patterns);
                if (*depth) json["modules"] = toJson(modules);
                json["training_memory"] = totalJson(*graph, *training, withInputs(*graph, facts));
                terminal.json(json);
                return 0;
            }
            printFigures(*graph, facts, *training, terminal);
            printPatterns(patterns, model->import.fuse, terminal);
            if (*depth) printModules(modules, terminal);
            printOperators(*graph, facts, terminal);
            printList("folded", graph->notes().folded, terminal);
            printList("left out", graph->notes().leftOut, terminal);
            printList("not understood", graph->notes().opaque, terminal);
            printList("warnings", graph->notes().warnings, terminal);
            return 0;
        });
    addModelOptions(*command, *model);
    addAccounting(*command, *accounting);
    command->add_option("--modules", *depth, "list the modules down to so many levels, with their sums")
        ->check(CLI::Range(1, 64));
    addMemoryOptions(*command, *training);
    addMemory(*command, *training, "of a device, to say whether keep-all fits");
}

}  // namespace reforward::cli
