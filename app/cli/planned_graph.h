// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/model_options.h"
#include "app/cli/solve_options.h"

namespace reforward::cli {

/// The graph that strategies get, and what the figures refer to. Vertices are the same in both graphs.
struct PlannedGraph {
    std::shared_ptr<const Graph> file;     ///< as read
    std::shared_ptr<OverheadBound> bound;  ///< of the graph to plan: as read, or in another order
    Accounting accounting = Accounting::step;
    Bytes baseline;                      ///< keep-all in the file's order: what shares refer to
    std::optional<Bytes> orderBaseline;  ///< keep-all in the order found by --order search

    const Graph& graph() const { return *bound->graph(); }
};

/// Opens the model, and looks for an order where that is asked for; says on stderr what comes of it.
PlannedGraph loadPlanned(const ModelOptions& model, const SolveOptions& options, Terminal& terminal,
                         const Control& control);

}  // namespace reforward::cli
