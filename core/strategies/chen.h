// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/keep_all.h"

namespace reforward {

/// Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost": segments of about equal bytes between
/// cut vertices, about sqrt(number of cut vertices) of them.
class ChenSqrt : public SinglePlan {
  public:
    ChenSqrt();
    std::optional<std::string> notApplicable(const Graph& graph) const override;

  protected:
    Plan make(const Graph& graph) const override;
};

/// Chen et al. 2016, algorithm 3: a segment ends at the first cut vertex at which its bytes pass a limit;
/// the limit is swept.
class ChenGreedy : public Strategy {
  public:
    ChenGreedy();
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
