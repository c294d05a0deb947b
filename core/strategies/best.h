// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// A portfolio: the best plan, by replayed peak and recompute time, that keep-all, Chen, the published
/// dynamic programs on a grid of formula budgets and the liveness-exact program find in the time limit.
class Best : public Strategy {
  public:
    Best();
    const StrategyInfo& info() const override { return info_; }
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

}  // namespace reforward
