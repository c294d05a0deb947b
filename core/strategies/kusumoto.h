// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/family_dp.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// The four dynamic programs of Kusumoto et al.: over all lower sets (exact) or over the ancestor sets
/// (approximate), for the least overhead (time-centric) or the most (memory-centric).
class Kusumoto : public Strategy {
  public:
    enum class Family { exact, approximate };
    Kusumoto(Family family, Sense sense);

    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
    Family family_;
    Sense sense_;
};

}  // namespace reforward
