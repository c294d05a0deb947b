// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "core/strategies/strategy.h"

namespace reforward::tests {

/// A strategy whose answers a test knows: it keeps every vertex, every second, every third one and so on, and
/// answers a budget by the cheapest of these that fits. Counts how many solves run at the same time.
class FakeStrategy : public Strategy {
  public:
    explicit FakeStrategy(std::string name);

    /// Hands out its answer as a better plan, then waits until it is stopped.
    std::atomic<bool> slow{false};
    /// Waits until it is stopped, without any plan.
    std::atomic<bool> stuck{false};
    mutable std::atomic<int> running{0}, mostRunning{0}, solves{0};

    const StrategyInfo& info() const override { return info_; }
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

    /// All its plans for this graph.
    std::vector<PlanPtr> plans(const Graph& graph) const;
    /// Its answer at this budget, or null.
    PlanPtr answer(const Graph& graph, Bytes budget) const;

  private:
    StrategyInfo info_;
};

}  // namespace reforward::tests
