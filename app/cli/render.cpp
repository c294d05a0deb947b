// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "app/cli/model_options.h"
#include "app/cli/offscreen.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/plan/plan_json.h"
#include "widgets/canvas/picture.h"

namespace reforward::cli {

namespace {

struct RenderCommand {
    ModelOptions model;
    std::string plan;
    std::string output;
    std::string theme = "light";
    std::string modules = "auto";
    double scale = 1;

    int run(Terminal& terminal, const Control& control) const;
};

std::optional<Plan> planFrom(const std::string& path, const Graph& graph, Terminal& terminal) {
    if (path.empty()) return std::nullopt;
    const std::string text = readFile(path);
    try {
        ReadPlan read = readPlan(graph, text);
        for (const std::string& warning : read.warnings)
            terminal.note("warning: " + warning);
        for (const std::string& wrong : read.wrong)
            terminal.note("warning: " + path + ": " + wrong);
        return std::move(read.plan);
    } catch (const Error& error) {
        throw error.inFile(path);
    }
}

Expansion expansionFor(const std::string& modules, const ModuleTree& tree) {
    if (modules == "auto") return firstExpansion(tree);
    if (modules == "none") return {};
    const auto level = static_cast<std::uint32_t>(std::strtoul(modules.c_str(), nullptr, 10));
    const bool number = !modules.empty() && modules.size() <= 2 &&
                        modules.find_first_not_of("0123456789") == std::string::npos;
    if (!number || level == 0)
        throw Error(ErrorKind::usage, "--modules '" + modules + "': auto, none or a level from 1 to 99");
    return collapsedTo(tree, level);
}

int RenderCommand::run(Terminal& terminal, const Control& control) const {
    const auto kind = themeByName(QString::fromStdString(theme));
    if (!kind) throw Error(ErrorKind::usage, "--theme '" + theme + "': light, dark or high-contrast");
    const auto graph = loadModel(model, terminal, control);
    const std::optional<Plan> shown = planFrom(plan, *graph, terminal);
    const OffscreenApplication application;
    const auto tree = std::make_shared<const ModuleTree>(*graph);
    const CanvasContentPtr content = makeCanvasContent(graph, tree, expansionFor(modules, *tree));
    control.progress(-1, "layout");
    const auto layout = std::make_shared<GraphLayout>(layOut(content->layoutInput, LayoutOptions{}, control));
    control.throwIfCancelled();
    if (!layout->note.empty()) terminal.detail(layout->note);
    control.progress(-1, "drawing");
    PictureOptions options;
    options.scale = scale;
    options.title = graph->notes().name;
    const PictureInfo written =
        savePicture(output, content, layout, shown ? &*shown : nullptr, reforward::theme(*kind), options);
    if (written.scale < scale) {
        terminal.note("drawn at scale " + std::to_string(written.scale) + ": the longest side is " +
                      std::to_string(maximumPictureSide) + " px at most");
    }
    terminal.line("wrote " + output + ": " + std::to_string(written.width) + " x " +
                  std::to_string(written.height) + " px, layout " + layout->engine);
    if (terminal.options().json) {
        terminal.json({{"file", output},
                       {"width", written.width},
                       {"height", written.height},
                       {"scale", written.scale},
                       {"layout", layout->engine}});
    }
    return 0;
}

}  // namespace

void addRender(CLI::App& program, Invocation& invocation) {
    const auto render = std::make_shared<RenderCommand>();
    CLI::App* const command = addCommand(
        program, invocation, "render", "Draw the graph, with a plan's kept and recomputed vertices",
        [render](Terminal& terminal, const Control& control) { return render->run(terminal, control); });
    addModelOptions(*command, render->model);
    command->add_option("--plan", render->plan, "a plan file; without it every vertex is drawn as kept");
    command->add_option("-o,--output", render->output, "the picture to write: .svg, .png or .pdf")
        ->required();
    command->add_option("--modules", render->modules,
                        "auto: large models with modules collapsed; none: every vertex by itself; a level "
                        "from 1: modules of that level and deeper are collapsed (default: auto)");
    command->add_option("--theme", render->theme, "light, dark or high-contrast (default: light)");
    command->add_option("--scale", render->scale,
                        "px of a PNG for one px of the layout, 0.01 to 16 (default: 1)");
}

}  // namespace reforward::cli
