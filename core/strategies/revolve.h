// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// Fewest forward steps, besides the one that goes with each backward step, that reverse a chain of `steps`
/// (1 or more) with `checkpoints` (1 or more) states in store, the first one included. Griewank & Walther
/// 2000, "Algorithm 799: revolve": t(l, s) = min over j of j + t(l - j, s - 1) + t(j, s), t(1, s) = 0,
/// t(l, 1) = l (l - 1) / 2. By their closed form r l - b(s + 1, r - 1), b(s, r) = (s + r)! / (s! r!), with
/// the least r for which l <= b(s, r). Saturates at INT64_MAX / 4.
std::int64_t revolveSteps(std::int64_t steps, std::int64_t checkpoints);

/// A j that attains the minimum; for steps and checkpoints of 2 or more.
std::int64_t revolveSplit(std::int64_t steps, std::int64_t checkpoints);

/// Griewank & Walther's binomial schedule on the chain of blocks, each taken for one unit step. One plan:
/// that of the option `checkpoints`, by default the binary logarithm of the number of blocks, rounded up,
/// which costs two or three forwards up to thousands of blocks.
class Revolve : public Strategy {
  public:
    Revolve();
    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    PlanPtr make(const Problem& problem) const;

    StrategyInfo info_;
};

}  // namespace reforward
