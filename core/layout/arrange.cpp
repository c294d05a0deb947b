// SPDX-License-Identifier: Apache-2.0
#include "core/layout/arrange.h"

#include <cmath>

#include "core/layout/plan_routes.h"

namespace reforward {

GraphLayout arrange(const LayoutInput& input, const Adjacency& adjacency,
                    const std::vector<std::uint32_t>& ranks, double aspect, const OrderFunction& order,
                    const Control& control) {
    constexpr double muchTooWide = 1.5;
    const auto attempt = [&](double wanted) {
        control.throwIfCancelled();
        const Columns columns = chooseColumns(input, adjacency, ranks, wanted);
        Rows rows = makeRows(input, adjacency, ranks, columns);
        order(rows, columns);
        control.throwIfCancelled();
        const auto x = placeSlots(rows, columns);
        return placeRoutes(input, columns, rows, x, planRoutes(input, adjacency, columns, rows, x));
    };
    GraphLayout layout = attempt(aspect);
    const double excess = layout.width / layout.height / aspect;
    if (excess < muchTooWide) return layout;
    GraphLayout narrower = attempt(aspect / excess);
    const auto error = [&](const GraphLayout& l) { return std::abs(std::log(l.width / l.height / aspect)); };
    return error(narrower) < error(layout) ? narrower : layout;
}

}  // namespace reforward
