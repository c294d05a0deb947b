// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "app/cli/model_options.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/export/graph_files.h"

namespace reforward::cli {

namespace {

using Writer = std::string (*)(const Graph& graph);

Writer writerFor(const std::string& path) {
    const std::string suffix = std::filesystem::path(path).extension().string();
    if (suffix == ".json") return toNodeLinkJson;
    if (suffix == ".graphml") return toGraphMl;
    if (suffix == ".dot" || suffix == ".gv") return [](const Graph& graph) { return toDot(graph); };
    throw Error(ErrorKind::usage, "-o '" + path + "': the suffix must be .json, .graphml, .dot or .gv");
}

}  // namespace

void addConvert(CLI::App& program, Invocation& invocation) {
    const auto model = std::make_shared<ModelOptions>();
    const auto output = std::make_shared<std::string>();
    CLI::App* const command = addCommand(
        program, invocation, "convert", "Write the training graph as node-link JSON, GraphML or DOT",
        [model, output](Terminal& terminal, const Control& control) {
            const Writer write = writerFor(*output);
            const auto graph = loadModel(*model, terminal, control);
            writeFile(*output, write(*graph));
            terminal.line("wrote " + *output + ": " + std::to_string(graph->plannedCount()) + " vertices, " +
                          std::to_string(graph->edgeCount()) + " edges");
            if (terminal.options().json) {
                terminal.json(
                    {{"file", *output}, {"vertices", graph->plannedCount()}, {"edges", graph->edgeCount()}});
            }
            return 0;
        });
    addModelOptions(*command, *model);
    command->add_option("-o,--output", *output, "the file to write, its format by suffix")->required();
}

}  // namespace reforward::cli
