// SPDX-License-Identifier: Apache-2.0
#include "app/cli/model_options.h"

#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/import/model_source.h"

namespace reforward::cli {

namespace {

std::pair<std::string, std::int64_t> parseDimension(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    std::int64_t size = 0;
    if (equals != std::string::npos && equals > 0) {
        const char* const first = text.data() + equals + 1;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(first, last, size);
        if (error == std::errc{} && end == last && size > 0) return {text.substr(0, equals), size};
    }
    throw Error(ErrorKind::usage, "--dim '" + text + "': write NAME=N with a positive integer N");
}

ImportOptions importOptions(const ModelOptions& options) {
    ImportOptions import = options.import;
    for (const std::string& text : options.dimensions)
        import.dimensions.insert(parseDimension(text));
    return import;
}

}  // namespace

void addModelOptions(CLI::App& command, ModelOptions& options) {
    command.add_option("MODEL", options.path, "an ONNX model, or a graph as node-link JSON, GraphML or DOT")
        ->required();
    command.add_option("--costs", options.import.costs,
                       "paper, flops[:DEVICE] or a file; default: a graph file's own times, paper for ONNX");
    command.add_option("--precision", options.import.precision,
                       "of an ONNX model: fp32 (as in the file), tf32, bf16 or fp16");
    command.add_option("--batch", options.import.batch, "the batch size");
    command.add_option("--dim", options.dimensions, "NAME=N: the size of a symbolic dimension")
        ->allow_extra_args(false);
    command
        .add_option("--allow-recompute", options.import.allowRecompute,
                    "the id of an operator that is not understood and may still run again")
        ->allow_extra_args(false);
    command.add_flag("--fuse,!--no-fuse", options.import.fuse,
                     "read patterns of primitives as the fused operator a framework runs (default: yes)");
    command.add_flag("--inplace", options.import.inPlace,
                     "activations overwrite their input where nothing else reads it (ONNX; default: no)");
    command.add_flag("--joint", options.import.joint, "the graph holds forward and backward operations");
}

std::function<std::shared_ptr<const Graph>(std::int64_t, const Control&)> graphsByBatch(
    const ModelOptions& options, const Control& control) {
    if (options.import.batch) {
        throw Error(ErrorKind::usage, "--batch is what is looked for; leave it out");
    }
    control.progress(-1, "reading " + options.path);
    return [import = importOptions(options), source = ModelSource::open(options.path, control)](
               std::int64_t batch, const Control& running) {
        ImportOptions at = import;
        at.batch = batch;
        return source->graph(at, running);
    };
}

std::shared_ptr<const Graph> openModel(const ModelOptions& options, Terminal& terminal,
                                       const Control& control) {
    const ImportOptions import = importOptions(options);
    control.progress(-1, "reading " + options.path);
    const Stopwatch watch;
    auto graph = importGraph(options.path, import, control);
    terminal.detail("read " + options.path + " in " + std::to_string(std::lround(watch.milliseconds())) +
                    " ms");
    return graph;
}

std::shared_ptr<const Graph> loadModel(const ModelOptions& options, Terminal& terminal,
                                       const Control& control) {
    auto graph = openModel(options, terminal, control);
    for (const std::string& warning : graph->notes().warnings)
        terminal.note("warning: " + warning);
    return graph;
}

}  // namespace reforward::cli
