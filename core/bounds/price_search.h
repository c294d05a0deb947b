// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/bounds/instant_cut.h"
#include "core/bounds/scaled_costs.h"

namespace reforward {

/// A price per byte as a fraction of integers: `time` time units for `bytes` byte units. bytes = 0: bytes
/// are all that counts; time = 0: they are free.
struct Price {
    std::int64_t time = 0, bytes = 1;
};

/// What one instant proves.
struct InstantBound {
    bool infeasible = false;  ///< no choice fits: not even running everything again that may run again
    std::int64_t time = 0;    ///< time units any schedule runs again after the instant, rounded up
    Price price;              ///< the one that proved it
};

/// The bound at one price: ceil((cut - price * left) / unit of the price). left >= 0 in byte units.
InstantBound boundAtPrice(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left, Price price);

/// The largest bound over all prices, as far as the control lets it. left < 0: infeasible. One cut a
/// step, some five to twelve steps.
InstantBound bestPrice(InstantNetwork& network, const ScaledCosts& costs, std::int64_t left,
                       const Control& control);

}  // namespace reforward
