// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>

#include "core/base/control.h"
#include "core/search/use_events.h"

namespace reforward {

/// Temperatures of a run, geometric from hot to cold over its moves: `hot` in times of an operation of median
/// time, `cold` of one of the cheap tenth, since what is left to gain at the end is small changes.
struct Cooling {
    std::int64_t moves = 0;
    double hot = 0.9, cold = 0.25;
};

/// A walk over plans: random moves, accepted as simulated annealing does, on recompute time + penalty *
/// weighted excess. The penalty moves so that the walk stays on the border of feasibility, and each stage
/// that stays over the budget becomes dearer (optimiser.md section 3.2, and weights by stage).
class Walk {
  public:
    /// Starts at the state's plan; the state's random numbers drive it.
    Walk(UseEvents& state, const Cooling& cooling);

    /// One move; true where the plan changed.
    bool step();
    bool done() const { return made_ >= cooling_.moves; }
    /// Time to look at the clock: every few hundred moves.
    bool atPause() const;
    std::int64_t made() const { return made_; }
    UseEvents& state() { return state_; }
    /// The plan is within the budget.
    bool fits() const;

  private:
    void adjust();

    UseEvents& state_;
    Cooling cooling_;
    double hot_, cold_;
    double penalty_ = 0;
    double temperature_ = 0;
    std::int64_t made_ = 0;
};

/// Walks for cheaper plans within the state's budget. `better` gets each that is cheaper than `known` and
/// all before. Returns the number of moves made.
std::int64_t anneal(UseEvents& state, const Cooling& cooling, double known,
                    const std::function<void(const UseEvents&)>& better, const Control& control);

/// Walks for plans of less and less memory: whatever fits lowers the budget to a little less than its peak,
/// down to `target` bytes. `found` gets each of them; ends once one is within the target. Returns the number
/// of moves made.
std::int64_t squeeze(UseEvents& state, const Cooling& cooling, double target,
                     const std::function<void(const UseEvents&)>& found, const Control& control);

/// This quantile (0 to 1) of the operations' times that are not zero; 1 without any.
double timeQuantile(const RecomputeModel& model, double share);

}  // namespace reforward
