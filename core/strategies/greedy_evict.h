// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/strategies/eviction_run.h"
#include "core/strategies/strategy.h"

namespace reforward {

struct GreedyEvictOptions {
    EvictionRule::Score score = EvictionRule::Score::nextUse;
    int passes = 8;         ///< the first few without chance, the others with scores shaken
    std::int64_t seed = 1;  ///< of the shaken ones
    /// Of first runs: all vertices, topological (backwards in its reverse); empty: the graph's order.
    std::vector<VertexId> order = {};
};

/// The cheapest of some passes of greedy eviction, each mended by withoutNeedlessRuns(): runs of a valid
/// schedule that honours the pins and, with withFrees(), fits the budget; nothing where no pass ends. Forward
/// and joint graphs. Calls `better` with each improvement; the same seed and passes give the same runs.
/// A pass takes a millisecond at 350 vertices, some tenths of a second at 10,000.
std::optional<std::vector<Run>> greedyEvictRuns(
    const Graph& graph, Bytes budget, const Pins& pins, const GreedyEvictOptions& options,
    const Control& control, const std::function<void(const std::vector<Run>&)>& better = {});

/// Greedy eviction as Kirisame et al. 2021 (DTR), with the future known.
class GreedyEvict : public Strategy {
  public:
    GreedyEvict();
    const StrategyInfo& info() const override { return info_; }
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

}  // namespace reforward
