// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/strategies/strategy.h"

namespace reforward {

/// Where the plan on screen stands.
enum class PlanPhase {
    none,        ///< no plan yet
    nearest,     ///< the nearest known plan, the budget is still moving
    solving,     ///< the best so far (or still the nearest), the solver runs
    solved,      ///< what the strategy answers at this budget
    stopped,     ///< cancelled: the best so far
    fromFile,    ///< read from a plan file
    infeasible,  ///< nothing fits: the plan is the smallest one found, and does not fit
    failed,      ///< the strategy does not apply or failed; the plan is the last good one
};

/// One strategy's plan on screen. There is one pane, or two while comparing.
struct Pane {
    std::string strategy;
    PlanPtr plan;
    PlanPhase phase = PlanPhase::none;
    std::shared_ptr<const InfeasibleError> infeasible;  ///< where phase is infeasible
    std::optional<Error> error;                         ///< where phase is failed
};

inline Pane emptyPane(std::string strategy) {
    Pane pane;
    pane.strategy = std::move(strategy);
    return pane;
}

}  // namespace reforward
