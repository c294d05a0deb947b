// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/plan/plan.h"

namespace reforward {

// How far a plan is from what was proved (core/bounds/overhead_bound.h), in figures and words that never
// flatter. Overheads and bounds are ratios of one forward (0.173).

/// Points of one forward, rounded up to a tenth: 0 only where the overhead is not above the bound.
double gapPoints(double overhead, double bound);
/// "at most 2.1 points above the best possible"; "proven best" only where the overhead is not above the
/// bound, never by rounding.
std::string gapWords(double overhead, double bound);

/// A bound on recompute time as a ratio of one forward; 0 where the forward takes no time.
double boundRatio(const Graph& graph, double time);

/// The budget that a bound on this plan refers to: its own where that limits the replayed peak, else its
/// peak (no plan in as little memory costs less than the bound there).
Bytes boundedBudget(const Plan& plan);

}  // namespace reforward
