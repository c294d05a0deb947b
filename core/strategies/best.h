// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// A portfolio: refinement from the bound's own cut gives the first answers; plans of the other strategies
/// join it as further starts, and as answers where they are better; then refinement goes on until the best
/// plan meets the certified bound, time is up, or nothing limits it and it has settled. Honours pins.
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
