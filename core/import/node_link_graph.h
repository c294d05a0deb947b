// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/import/import.h"

namespace reforward {

/// The graph that a node-link object states (formats.md section 1), with the options applied. The one
/// place where keys get their meaning: GraphML and DOT come here too. `path` names a graph without name.
Graph graphFromNodeLink(const std::string& path, const nlohmann::json& root, const ImportOptions& options);

}  // namespace reforward
