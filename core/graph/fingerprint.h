// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace reforward {

/// What a plan's validity depends on, as the UTF-8 text of formats.md section 3.
std::string fingerprintText(const Graph& graph);
/// "sha256:" and the hash of fingerprintText().
std::string fingerprint(const Graph& graph);
/// As fingerprint() but with times as well: the key of cached frontiers.
std::string costFingerprint(const Graph& graph);

}  // namespace reforward
