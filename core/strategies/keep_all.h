// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// A strategy with one plan, whatever the budget; it fits or it does not.
class SinglePlan : public Strategy {
  public:
    const StrategyInfo& info() const override { return info_; }
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  protected:
    explicit SinglePlan(StrategyInfo info) : info_(std::move(info)) {}
    virtual Plan make(const Graph& graph) const = 0;

  private:
    StrategyInfo info_;
};

/// The baseline: nothing is recomputed.
class KeepAll : public SinglePlan {
  public:
    KeepAll();

  protected:
    Plan make(const Graph& graph) const override;
};

}  // namespace reforward
