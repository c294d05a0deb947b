// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/block_plan.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// Plans of a graph's chain of equal blocks, as starts of the portfolio's searches: of thousands of equal
/// layers they are near the bound at once. They bear the name "equal-blocks".
class BlockPlans {
  public:
    BlockPlans(const Problem& problem, std::shared_ptr<const RecomputeModel> model);

    bool applies() const { return planner_.applies(); }
    /// Once for all budgets, longer the more time there is.
    void prepare(const Control& control);
    /// The plan within the budget, or null.
    PlanPtr at(Bytes budget, const Control& control) const;

  private:
    Problem problem_;
    std::shared_ptr<const RecomputeModel> model_;
    BlockPlanner planner_;
};

}  // namespace reforward
