// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/plan/plan.h"

namespace reforward {

/// The plan file of formats.md section 3. Works out the graph's baseline and floor (some ms).
nlohmann::ordered_json planToJson(const Graph& graph, const Plan& plan);
std::string planToText(const Graph& graph, const Plan& plan);

struct ReadPlan {
    Plan plan;
    std::vector<std::string> warnings;  ///< another cost model and the like
    std::vector<std::string> wrong;     ///< stated figures that differ from the replayed ones, one line each
};

/// Reads and replays a plan for this graph. Throws Error: (input) where the text is no plan, the format
/// number is higher, or the plan is for another graph (with what differs); (check) where the schedule
/// breaks a rule.
ReadPlan readPlan(const Graph& graph, const std::string& text);

/// The list of what is wrong with the stated figures or kept/recomputed lists, or a fault of the schedule;
/// nothing is thrown for those. Other errors as readPlan.
struct PlanCheck {
    Simulation simulation;
    Accounting accounting = Accounting::step;  ///< of the simulation
    std::vector<std::string> wrong;
    std::vector<std::string> warnings;
};
/// Figures are compared under the accounting the plan states; `accounting` is that of the simulation, absent:
/// the same.
PlanCheck checkPlan(const Graph& graph, const std::string& text,
                    std::optional<Accounting> accounting = std::nullopt);

}  // namespace reforward
