// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/strategy.h"

namespace reforward {

/// Feng & Huang 2018, "Cutting Down Training Memory by Re-forwarding" (CVPR 2021 as "Optimal Gradient
/// Checkpoint Search for Arbitrary Computation Graphs"). Their objective: bytes of the kept values plus those
/// of the largest segment between them, which is recomputed as a whole; source and sink are kept and not
/// counted, nor are gradients. Each value is recomputed at most once. The published figures of a plan are
/// this objective and the forward time of the vertices that are not kept.
///
/// On graphs that are no chains the answers of their general solver are then mended
/// (reforward_mending.h), which lowers the objective further.
///
/// Their problem has no budget. Under one, the answers of different limits on the segment are the
/// candidates: solve() takes the one of least published time whose objective fits the budget; a sweep replays
/// them all.
class Reforward : public Strategy {
  public:
    enum class Family { linear, general };  ///< chains only, or any graph
    explicit Reforward(Family family);

    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
    Family family_;
};

}  // namespace reforward
