// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/bounds/instant_cut.h"
#include "core/bounds/scaled_costs.h"

namespace reforward {

/// What an instant proves beyond its best price: the least rerun time of any choice that fits, in whole
/// values, by branch and bound over which vertices run again.
struct InstantOptimum {
    bool infeasible = false;  ///< no choice fits
    bool exact = false;       ///< `time` is the least; else a lower bound on it
    std::int64_t time = 0;    ///< time units
};

/// `left`: byte units, >= 0. At most `cuts` minimum cuts, some six a node of the search. The network's
/// decisions are open before and after.
InstantOptimum searchInstant(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left,
                             std::size_t cuts, const Control& control);

}  // namespace reforward
