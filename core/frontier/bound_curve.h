// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/bounds/overhead_bound.h"
#include "core/frontier/frontier.h"

namespace reforward {

/// Budgets at which a bound under these frontiers is worth proving: `even` of them evenly from the floor to
/// the baseline, both included, and the peaks of the plans that no plan of any frontier dominates.
/// Ascending, without repeats, none below the floor.
std::vector<Bytes> boundBudgets(Bytes floor, Bytes baseline, const std::vector<Frontier>& frontiers,
                                std::size_t even = 40);

/// Proves what single instants give at these budgets, as far as the control lets it: both ends first, then
/// the middle of the widest range left, so that the curve is rough soon and fine later. A range whose ends
/// are known to be bounded alike is left out, for the bound inside is the same. `proved` is called after
/// each budget, on this thread.
void proveBounds(OverheadBound& bound, std::vector<Bytes> budgets, const Control& control,
                 const std::function<void(Bytes)>& proved = {});

/// Improves the bound under these frontiers until the control stops: at the peaks of the plans that none
/// dominates, each once, next always where the plan is the furthest above what is known.
void improveBounds(OverheadBound& bound, const std::vector<Frontier>& frontiers, const Control& control);

}  // namespace reforward
