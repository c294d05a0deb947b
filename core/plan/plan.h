// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>

#include "core/plan/simulator.h"

namespace reforward {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// The paper's own objective, next to the replayed figures.
struct PublishedFigures {
    Bytes peak;
    double overhead = 0;
};

/// A schedule with everything that is said of it. Immutable once made; figures come from the simulator.
struct Plan {
    std::string strategy;
    std::string foundBy;  ///< of a portfolio: the strategy that found it
    OptionValues options;
    std::int64_t seed = 1;
    std::optional<std::int64_t> moves;  ///< moves used, of searches
    std::optional<Bytes> budget;
    bool budgetIsPublished = false;  ///< the budget limits the published formula, not the replayed peak
    std::optional<PublishedFigures> published;
    std::vector<std::vector<VertexId>> segments;  ///< where the strategy has them
    Schedule schedule;

    Simulation predicted;                      ///< replay of the schedule
    Accounting accounting = Accounting::step;  ///< of what is predicted
    std::optional<double> recomputeLowerBound;
    double solveMilliseconds = 0;

    Bytes peak() const { return predicted.peak; }
    double recomputeTime() const { return predicted.recomputeTime; }
    /// Recompute time over one forward; 0 where the forward takes no time.
    double overheadForward() const;
    /// Recompute time over forward + backward; 0 where both take none.
    double overheadIteration() const;
};

using PlanPtr = std::shared_ptr<const Plan>;

/// Replayed peak of keepAllSchedule().
Bytes baselinePeak(const Graph& graph, Accounting accounting = Accounting::step);

/// The same plan with its figures under an accounting. A bound holds for the step model only and is left out
/// under another one; so is the formula's budget.
PlanPtr underAccounting(const Graph& graph, const PlanPtr& plan, Accounting accounting);

/// Simulates the schedule and fills in the figures. Throws Error (check) with the strategy's name and the
/// fault where it is invalid: no plan leaves a strategy unchecked.
Plan makePlan(const Graph& graph, std::string strategy, Schedule schedule);

/// a is at least as good as b in peak and recompute time.
bool dominates(const Plan& a, const Plan& b);

}  // namespace reforward
