// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/refinement.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// Refinement with plans in and out: what `refined` and `best` share.
class PlanSearch {
  public:
    /// The model of the problem's graph and pins; searches at several budgets share it.
    static std::shared_ptr<const RecomputeModel> modelOf(const Problem& problem);

    /// `strategy`: the name its plans bear.
    PlanSearch(const Problem& problem, std::shared_ptr<const RecomputeModel> model, std::string strategy);

    /// A plan of any strategy to start from; one in another order, or one that breaks a pin, is passed over.
    void addStart(const Plan& plan);
    void addStart(const Reruns& reruns) { search_.addStart(reruns); }
    /// Goes on until so many moves were made in all, or until the control stops it. Better plans within the
    /// budget go to `better` as they are found, some thirty a second, the last one always. Returns the best
    /// so far, or null.
    PlanPtr run(std::optional<std::int64_t> moves, const Control& control, const PlanSink& better);
    /// Squeezes memory down to `target`; returns the plan of least peak, or null where it has none.
    PlanPtr squeeze(Bytes target, std::optional<std::int64_t> moves, const Control& control,
                    const PlanSink& better);
    const PlanPtr& best() const { return best_; }
    std::int64_t moves() const { return search_.moves(); }
    /// The best plan costs no more than what is known of the bound.
    bool proven() const;

  private:
    PlanPtr planOf(const Refinement::Found& found) const;

    Problem problem_;
    std::shared_ptr<const RecomputeModel> model_;
    std::string strategy_;
    Refinement search_;
    PlanPtr best_;
};

/// The control has a time limit.
bool limitedByClock(const Control& control);

/// Moves of a search that nobody limits: enough for its model to settle, some seconds at 500 operations.
std::int64_t settlingMoves(const RecomputeModel& model);

/// The moves to make in all: Problem::moves, settlingMoves() where neither they nor the clock limit the
/// search, else none.
std::optional<std::int64_t> movesFor(const Problem& problem, const RecomputeModel& model,
                                     const Control& control);

}  // namespace reforward
