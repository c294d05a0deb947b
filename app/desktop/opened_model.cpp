// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/opened_model.h"

#include <charconv>
#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/plan/schedule.h"

namespace reforward {

std::string OpenedModel::title() const {
    return std::filesystem::path(path).filename().string();
}

ModelPtr loadModel(const std::string& path, const ImportOptions& options, const Control& control) {
    auto model = std::make_shared<OpenedModel>();
    model->path = path;
    model->options = options;
    control.progress(-1, "Reading the file");
    model->graph = importGraph(path, options, control);
    control.throwIfCancelled();
    control.progress(-1, "Computing the floor and keep-all");
    model->floor = floorOf(*model->graph);
    model->baseline =
        std::make_shared<const Plan>(makePlan(*model->graph, "keep-all", keepAllSchedule(*model->graph)));
    control.throwIfCancelled();
    return model;
}

Bytes parseBudget(const std::string& text, Bytes baselinePeak) {
    std::string_view view(text);
    while (!view.empty() && view.back() == ' ')
        view.remove_suffix(1);
    if (view.empty() || view.back() != '%') return parseBytes(text);
    view.remove_suffix(1);
    while (!view.empty() && view.back() == ' ')
        view.remove_suffix(1);
    double percent = 0;
    const auto [end, fault] = std::from_chars(view.data(), view.data() + view.size(), percent);
    if (fault != std::errc() || end != view.data() + view.size() || !std::isfinite(percent) || percent < 0) {
        throw Error(ErrorKind::usage, "'" + text + "' is no budget; write bytes, 2GiB or 60%");
    }
    return baselinePeak.share(percent / 100);
}

}  // namespace reforward
