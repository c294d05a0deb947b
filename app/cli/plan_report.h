// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "app/cli/terminal.h"
#include "core/plan/plan.h"

namespace reforward::cli {

/// The figures of a plan for people, a line each.
void printPlan(const Graph& graph, const Plan& plan, Terminal& terminal);

/// `solve --json`: the plan file without its schedule, with gap_percent and solve_ms.
nlohmann::ordered_json planSummary(const Graph& graph, const Plan& plan);

/// Overhead above the proven bound, in points of one forward; nothing without a bound.
std::optional<double> gapPercent(const Graph& graph, const Plan& plan);

}  // namespace reforward::cli
