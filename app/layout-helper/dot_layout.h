// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace reforward::helper {

/// Layout by dot. Request: {"boxes": [[width, height], ...], "edges": [[from, to], ...],
/// "node_separation": px, "rank_separation": px}. Answer: {"centres": [[x, y], ...],
/// "curves": [[[x, y], ...], ...] (control points of a cubic spline for each edge, maybe empty),
/// "width", "height"} or {"error": "..."}.
nlohmann::json dotLayout(const nlohmann::json& request);

}  // namespace reforward::helper
