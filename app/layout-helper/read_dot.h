// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace reforward::helper {

/// The first graph of a DOT text: {"directed", "attributes": {}, "nodes": [{"id", "attributes"}],
/// "edges": [{"source", "target", "attributes"}]}, in the order of the file; subgraphs are flattened.
/// Empty attributes are left out: DOT cannot tell them from absent ones. {"error": "..."} with the line
/// where the text is not DOT.
nlohmann::json readDot(const std::string& text);

}  // namespace reforward::helper
