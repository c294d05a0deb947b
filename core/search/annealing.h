// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/base/control.h"
#include "core/search/use_events.h"

namespace reforward {

/// Simulated annealing of a plan on recompute time + penalty * excess, the penalty moving so that the walk
/// stays on the border of feasibility (optimiser.md section 3.2).
struct Annealing {
    std::int64_t moves = 0;
    double hot = 0.9, cold = 0.25;  ///< temperature, in median times of an operation; geometric in between
    /// Called with the state when it is within the budget and cheaper than anything before in this run.
    std::function<void(const UseEvents&)> better;
    /// Only plans cheaper than this are better ones.
    double known = std::numeric_limits<double>::infinity();
};

/// Makes the moves, or as many as the control allows; returns their number. `penalty` (time per byte and
/// stage) is read and written, so that a later run goes on from there.
std::int64_t anneal(UseEvents& state, const Annealing& annealing, double& penalty, const Control& control);

/// The median of the operations' times that are not zero; 1 without any.
double medianTime(const RecomputeModel& model);

}  // namespace reforward
