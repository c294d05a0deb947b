// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planned_graph.h"

#include "app/cli/share.h"
#include "core/base/format.h"
#include "core/search/order.h"

namespace reforward::cli {

namespace {

constexpr double orderSeconds = 60;

std::shared_ptr<const Graph> inSearchedOrder(const Graph& graph, const SolveOptions& options,
                                             const Control& control) {
    control.progress(-1, "looking for an order");
    const auto seed = static_cast<std::uint64_t>(options.seed);
    return std::make_shared<const Graph>(
        withOrder(graph, searchOrder(graph, seed, control.withTimeLimit(orderSeconds))));
}

}  // namespace

PlannedGraph loadPlanned(const ModelOptions& model, const SolveOptions& options, Terminal& terminal,
                         const Control& control) {
    PlannedGraph planned;
    planned.file = loadModel(model, terminal, control);
    planned.accounting = parseAccounting(options.accounting);
    planned.baseline = baselinePeak(*planned.file, planned.accounting);
    auto graph = planned.file;
    if (options.order == "search" && !graph->joint()) {
        terminal.note("--order search: strategies run a forward graph in its own order; nothing changes");
    } else if (options.order == "search") {
        graph = inSearchedOrder(*graph, options, control);
        planned.orderBaseline = baselinePeak(*graph, planned.accounting);
        terminal.detail("the order alone: " + withShare(*planned.orderBaseline, planned.baseline));
    }
    planned.bound = std::make_shared<OverheadBound>(std::move(graph));
    return planned;
}

}  // namespace reforward::cli
