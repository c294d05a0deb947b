// SPDX-License-Identifier: Apache-2.0
#include "app/cli/frontier_picture.h"

#include "app/cli/offscreen.h"
#include "core/bounds/floor.h"
#include "widgets/charts/chart_export.h"
#include "widgets/style/theme.h"

namespace reforward::cli {

void saveFrontierPicture(const std::string& path, const Graph& graph, const std::vector<Frontier>& frontiers,
                         const OverheadBound& bound, Accounting accounting) {
    const OffscreenApplication application;
    FrontierData data;
    data.baseline = baselinePeak(graph, accounting);
    data.frontiers = frontiers;
    if (accounting == Accounting::step) {
        data.floor = floorOf(graph).bytes;
        data.bound = boundPoints(bound);
    }
    saveFrontierChart(QString::fromStdString(path), data, theme(ThemeKind::light));
}

}  // namespace reforward::cli
