// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/plan/pareto_plans.h"
#include "core/strategies/plan_search.h"

namespace reforward {

/// A whole frontier: one search for each of some forty budgets from the baseline peak down to the floor, all
/// short at first, then longer from pass to pass; each starts from its neighbours' plans too.
class FrontierSearch {
  public:
    /// `found` gets each plan that none before dominates. Plans that cost more than a few forwards are left
    /// out: no one looks beyond, and a chart would show nothing else.
    FrontierSearch(const Problem& problem, const std::string& strategy, PlanSink found);

    /// A plan of another strategy: a start for the budgets around its peak.
    void addStart(const PlanPtr& plan);
    /// The same, and one of the frontier.
    void add(const PlanPtr& plan);
    /// Goes once over all budgets that are not proven, from keep-all down, each with this many moves more.
    void pass(std::int64_t moves, const Control& control);
    /// Longer and longer passes until the control stops them; without a clock only one, of Problem::moves a
    /// budget or as many as settle it.
    void passes(const Control& control);
    /// The plans not dominated, by peak descending.
    const std::vector<PlanPtr>& front() const { return front_.plans(); }

    static constexpr std::int64_t firstPassMoves = 16'000;
    /// In forwards: what a plan may cost to be of the frontier.
    static constexpr double mostOverhead = 3;

  private:
    struct AtBudget {
        Bytes budget;
        std::unique_ptr<PlanSearch> search;  ///< made when first needed
        std::vector<PlanPtr> starts;         ///< to be added
    };

    void take(const PlanPtr& plan);
    void refine(std::size_t k, std::int64_t moves, const Control& control);

    Problem problem_;
    std::string strategy_;
    PlanSink found_;
    std::shared_ptr<const RecomputeModel> model_;
    std::vector<AtBudget> budgets_;  ///< descending
    ParetoPlans front_;
};

}  // namespace reforward
