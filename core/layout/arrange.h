// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/layout/rows.h"

namespace reforward {

/// Orders the slots of each row.
using OrderFunction = std::function<void(Rows&, const Columns&)>;

/// From rows to a picture: columns, slots, order, places, routes. Where lanes make it far wider than its
/// boxes promised, it is done once more with fewer columns.
GraphLayout arrange(const LayoutInput& input, const Adjacency& adjacency,
                    const std::vector<std::uint32_t>& ranks, double aspect, const OrderFunction& order,
                    const Control& control);

}  // namespace reforward
