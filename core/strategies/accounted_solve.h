// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// A plan whose peak under the problem's accounting is within the budget. Strategies work in the step model:
/// one is asked at several budgets there, and of all plans it finds the cheapest whose replayed peak fits is
/// returned, its figures under that accounting. No bound is known there, and none is stated. Throws as
/// solve().
PlanPtr accountedSolve(const Strategy& strategy, const Problem& problem, const Control& control,
                       const PlanSink& better);

/// As Strategy::least(); under another accounting than the step model's the plan of least peak in the sweep.
std::optional<LeastBudget> leastBudget(const Strategy& strategy, const Problem& problem,
                                       const Control& control);

}  // namespace reforward
