// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/frontier/frontier.h"

namespace reforward {

/// Frontier CSV and JSON of formats.md section 4: one row a plan, by strategy, then peak descending.
/// Lower bounds are what `bound` knows (null: what the plans themselves state), without further work.
std::string frontierCsv(const std::vector<Frontier>& frontiers, const OverheadBound* bound = nullptr);
nlohmann::ordered_json frontierJson(const Graph& graph, const std::vector<Frontier>& frontiers,
                                    const OverheadBound* bound = nullptr,
                                    Accounting accounting = Accounting::step);
/// One row of either, as an object.
nlohmann::ordered_json frontierRow(const Plan& plan, const OverheadBound* bound = nullptr);

}  // namespace reforward
