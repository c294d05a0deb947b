// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/route.h"
#include "core/layout/rows.h"

namespace reforward {

/// Index of the gap above a row: each column has one more gap than rows.
inline std::uint32_t gapAbove(const Columns& columns, std::uint32_t row) {
    return row + columns.ofRow[row];
}
inline std::uint32_t gapBelow(const Columns& columns, std::uint32_t row) {
    return gapAbove(columns, row) + 1;
}

/// How each edge of the input runs. `x` are the centres of placeSlots().
RoutePlan planRoutes(const LayoutInput& input, const Adjacency& adjacency, const Columns& columns,
                     const Rows& rows, const std::vector<double>& x);

/// Boxes and routes at their final places.
GraphLayout placeRoutes(const LayoutInput& input, const Columns& columns, const Rows& rows,
                        const std::vector<double>& x, RoutePlan plan);

}  // namespace reforward
