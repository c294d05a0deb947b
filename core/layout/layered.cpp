// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout.h"
#include "core/layout/plan_routes.h"
#include "core/layout/ranking.h"

// Terms: a row holds boxes and lanes; rows wrap into columns; between columns lie channels. The phases:
// rows by longest paths (ranking.h), columns (columns.h), slots and their order (rows.h, order_rows.cpp),
// places in a column (place_slots.cpp), routes (plan_routes.cpp), everything's place (place_routes.cpp).

namespace reforward {

GraphLayout layeredLayout(const LayoutInput& input, const LayoutOptions& options, const Control& control) {
    control.progress(-1, "laying out");
    const Adjacency adjacency(input);
    const auto ranks = rankNodes(input, adjacency, options.aspect);
    control.throwIfCancelled();
    const Columns columns = chooseColumns(input, adjacency, ranks, options.aspect);
    control.throwIfCancelled();
    Rows rows = makeRows(input, adjacency, ranks, columns);
    orderRows(rows, control);
    const auto x = placeSlots(rows, columns);
    control.throwIfCancelled();
    GraphLayout layout = placeRoutes(input, columns, rows, x, planRoutes(input, adjacency, columns, rows, x));
    layout.engine = "layered";
    return layout;
}

}  // namespace reforward
