// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/frontier/frontier.h"

namespace reforward::cli {

/// The frontier chart as SVG or PNG, by suffix; in the step model over what the bound knows. Throws Error
/// (input) where the file cannot be written.
void saveFrontierPicture(const std::string& path, const Graph& graph, const std::vector<Frontier>& frontiers,
                         const OverheadBound& bound, Accounting accounting);

}  // namespace reforward::cli
