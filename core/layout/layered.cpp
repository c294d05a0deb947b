// SPDX-License-Identifier: Apache-2.0
#include "core/layout/arrange.h"
#include "core/layout/ranking.h"

// Terms: a row holds boxes and lanes; rows wrap into columns; between columns lie channels. The phases:
// rows by longest paths (ranking.h), columns (columns.h), slots and their order (rows.h, order_rows.cpp),
// places in a column (place_slots.cpp), routes (plan_routes.cpp), everything's place (place_routes.cpp).

namespace reforward {

GraphLayout layeredLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control) {
    control.progress(-1, "laying out");
    const Adjacency adjacency(input);
    const auto ranks = rankNodes(input, adjacency, options.aspect);
    GraphLayout layout = arrange(
        input, adjacency, ranks, options.aspect,
        [&](Rows& rows, const Columns&) { orderRows(rows, control); }, control);
    layout.engine = "layered";
    return layout;
}

}  // namespace reforward
