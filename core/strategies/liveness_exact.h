// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// The canonical dynamic program with true peaks: transitions are simulated stages instead of published
/// formulas, and the last segment is not recomputed (theory.md section 4.1).
class LivenessExact : public Strategy {
  public:
    LivenessExact();
    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

}  // namespace reforward
