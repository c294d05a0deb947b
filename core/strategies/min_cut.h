// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// The partitioner of PyTorch's functorch (min_cut_rematerialization_partition, and its memory budget): light
/// operators run again for free, so a minimum cut tells which values to hold; then heavy operators are let
/// go, chosen by a knapsack over a ratio of their bytes, and cut again.
class MinCut : public Strategy {
  public:
    MinCut();
    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

/// Vertices that the partitioner does not run again by itself: those that may run only once, and heavy
/// operators (convolutions, matrix products, attention, recurrences). Where no vertex names its operator:
/// those that take longer than the average.
std::vector<bool> heavyVertices(const Graph& graph);

/// Which vertices to hold so that everything backward reads can be made again by vertices that are not
/// heavy, at the least bytes: a minimum cut. By vertex.
std::vector<bool> leastHeld(const Graph& graph, const std::vector<bool>& heavy);

}  // namespace reforward
