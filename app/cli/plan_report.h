// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "app/cli/terminal.h"
#include "core/plan/plan.h"

namespace reforward::cli {

/// What is said of a plan beyond the plan.
struct PlanRemarks {
    bool pinned = false;                 ///< planned with pins
    std::optional<double> pinsPrice;     ///< of the pins, in points of one forward; where it is known
    std::optional<Bytes> orderBaseline;  ///< keep-all in the order that was searched for
};

/// The figures of a plan for people, a line each.
void printPlan(const Graph& graph, const Plan& plan, const PlanRemarks& remarks, Terminal& terminal);

/// `solve --json`: the plan file without its schedule, with gap_percent, solve_ms and the remarks that apply.
nlohmann::ordered_json planSummary(const Graph& graph, const Plan& plan, const PlanRemarks& remarks);

/// Overhead above the proven bound, in points of one forward; nothing without a bound.
std::optional<double> gapPercent(const Graph& graph, const Plan& plan);

/// What the bound takes for granted, as a sentence.
std::string boundAssumptions(const Graph& graph);

}  // namespace reforward::cli
