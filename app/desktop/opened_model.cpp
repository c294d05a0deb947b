// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/opened_model.h"

#include <filesystem>

#include "core/plan/schedule.h"

namespace reforward {

std::string OpenedModel::title() const {
    return std::filesystem::path(path).filename().string();
}

ModelPtr loadModel(const std::string& path, const ImportOptions& options, Accounting accounting,
                   const Control& control) {
    auto model = std::make_shared<OpenedModel>();
    model->path = path;
    model->options = options;
    model->accounting = accounting;
    control.progress(-1, "Reading the file");
    model->graph = importGraph(path, options, control);
    control.throwIfCancelled();
    model->modules = std::make_shared<const ModuleTree>(*model->graph);
    control.progress(-1, "Computing the floor and keep-all");
    if (accounting == Accounting::step) model->floor = floorOf(*model->graph);
    model->baseline = underAccounting(
        *model->graph,
        std::make_shared<const Plan>(makePlan(*model->graph, "keep-all", keepAllSchedule(*model->graph))),
        accounting);
    model->bound = std::make_shared<OverheadBound>(model->graph);
    control.throwIfCancelled();
    return model;
}

}  // namespace reforward
