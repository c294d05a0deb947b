// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/frontier/frontier.h"

namespace reforward {

/// Frontier CSV and JSON of formats.md section 4: one row a plan, by strategy, then peak descending.
std::string frontierCsv(const std::vector<Frontier>& frontiers);
nlohmann::ordered_json frontierJson(const Graph& graph, const std::vector<Frontier>& frontiers);
/// One row of either, as an object.
nlohmann::ordered_json frontierRow(const Plan& plan);

}  // namespace reforward
