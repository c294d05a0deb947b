// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/base/control.h"
#include "core/base/error.h"
#include "core/bounds/floor.h"
#include "core/bounds/overhead_bound.h"
#include "core/plan/pins.h"
#include "core/plan/plan.h"

namespace reforward {

/// An option of a strategy as a record: drives `--option`, help and the window alike.
struct OptionSpec {
    std::string name;
    std::string sentence;
    OptionValue defaultValue;
    std::vector<std::string> choices;  ///< of a string option
    double least = 0, most = 0;        ///< of a number option, inclusive
};

struct StrategyInfo {
    std::string name;        ///< "kusumoto-approx-tc"
    std::string title;       ///< "Kusumoto approximate DP, time-centric"
    std::string sentence;    ///< what it does
    std::string optimalFor;  ///< where its answer is the best possible, or ""
    std::vector<OptionSpec> options;
    /// solve() takes the budget as a limit on the published formula's peak, not on the replayed one.
    bool budgetIsPublished = false;
    double defaultTimeLimit = 600;  ///< seconds
    bool honoursPins = false;       ///< takes Problem::pins into account
    bool searches = false;          ///< improves until stopped; driven by Problem::moves and seed
};

struct Problem {
    std::shared_ptr<const Graph> graph;
    Bytes budget = Bytes::max();
    OptionValues options;  ///< only those that differ from the defaults
    std::int64_t seed = 1;
    Pins pins = {};                          ///< read by strategies with StrategyInfo::honoursPins
    std::optional<std::int64_t> moves = {};  ///< of searches: how many to make; else until time is up
    std::vector<PlanPtr> starts = {};        ///< plans of other budgets or strategies to start searches from
    /// What is known of the least recompute time, shared between solves of one graph; null: nothing yet.
    std::shared_ptr<OverheadBound> bound = {};
    /// What the budget and the plans' figures are counted by: for solve() and sweep(); strategies themselves
    /// always work in the step model.
    Accounting accounting = Accounting::step;
};

/// Called with each plan that is better than (sweep: not dominated by) those before it.
using PlanSink = std::function<void(const PlanPtr&)>;

struct LeastBudget {
    Bytes budget;  ///< published formula's where the strategy has one, else replayed
    std::optional<Bytes> publishedPeak;
    PlanPtr plan;  ///< at that budget
};

/// Finds plans. Stateless and thread safe. Every plan handed out was made by makePlan(), so is checked.
/// When the control stops, the best so far is returned (possibly none).
class Strategy {
  public:
    virtual ~Strategy() = default;
    virtual const StrategyInfo& info() const = 0;
    /// Why it cannot be used on this graph, and which strategy can; nothing where it can.
    virtual std::optional<std::string> notApplicable(const Graph& graph) const;
    /// One plan within the budget (see StrategyInfo::budgetIsPublished), or null.
    virtual PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const = 0;
    /// The best plan whose *replayed* peak is within the budget, or null. Default: solve(), or for a
    /// published strategy the cheapest fitting plan of sweep().
    virtual PlanPtr solveReplayed(const Problem& problem, const Control& control,
                                  const PlanSink& better) const;
    /// Candidates over all budgets (Problem::budget is ignored), not dominated among themselves, by peak
    /// descending.
    virtual std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                                       const PlanSink& found) const = 0;
    /// The smallest budget at which solve() finds a plan, or nothing.
    virtual std::optional<LeastBudget> least(const Problem& problem, const Control& control) const = 0;
};

/// All strategies, in the order they are listed everywhere; `best` first.
std::span<const Strategy* const> strategies();
/// Throws Error (usage) listing the names where there is none.
const Strategy& strategy(const std::string& name);

/// The option's value in the problem, or its default. Throws Error (usage) where the problem holds an
/// option the strategy does not have, or one out of its range.
OptionValue option(const StrategyInfo& info, const Problem& problem, const std::string& name);
/// Parses "NAME=VALUE" against the strategy's records.
void addOption(const StrategyInfo& info, OptionValues& options, const std::string& text);

/// No plan fits the budget: the figures a person needs to go on.
class InfeasibleError : public Error {
  public:
    InfeasibleError(const Graph& graph, Bytes budget, const Floor& floor, Bytes baseline, PlanPtr smallest);

    Bytes budget() const { return budget_; }
    const Floor& floor() const { return floor_; }
    Bytes baseline() const { return baseline_; }
    const PlanPtr& smallest() const { return smallest_; }  ///< the plan of least peak found, or null

  private:
    Bytes budget_;
    Floor floor_;
    Bytes baseline_;
    PlanPtr smallest_;
};

enum class BudgetMeaning { own, replayed };  ///< solve() or solveReplayed()

/// The entry for callers, under any accounting (accounted_solve.h): checks applicability (Error
/// notApplicable), solves, and where nothing fits looks for the smallest budget half a second more and throws
/// InfeasibleError; Error (interrupted) where the control was cancelled before any plan. The returned plan
/// has budget and solve time set.
PlanPtr solve(const Strategy& strategy, const Problem& problem, BudgetMeaning meaning, const Control& control,
              const PlanSink& better = {});

}  // namespace reforward
