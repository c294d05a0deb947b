// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/schedule.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// Checkmate's integer program (order_program.h), solved by CBC as a child process, started from the best
/// plan of greedy eviction. For small graphs, and for larger ones where the budget leaves little to
/// recompute.
class Optimal : public Strategy {
  public:
    Optimal();
    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

/// How the program of the graph's order ended.
struct OrderOptimum {
    enum class End {
        optimal,     ///< `runs` take the least time of all schedules of its kind
        noneBetter,  ///< proved: no schedule of its kind fits and takes less than `under`
        stopped  ///< out of time, the solver missing or failed, or the program too large; `runs` may be there
    };
    End end = End::stopped;
    std::vector<Run> runs;  ///< valid and, with withFrees(), within the budget; or empty
    double bound = 0;       ///< no schedule of its kind that fits takes less than this
};

/// Solves the program of order_program.h: schedules with less recompute time than `under` only. `early`: also
/// those that make a value again stages before it is read; many times slower.
OrderOptimum optimalInOrder(const Graph& graph, Bytes budget, const Pins& pins, double under, bool early,
                            const Control& control);

}  // namespace reforward
