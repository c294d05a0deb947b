// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// By value: not fixed, and the backward of some vertex reads it.
std::vector<bool> savedValues(const Graph& graph);
/// Their sum, each counted once: what training holds between the passes where nothing is recomputed.
Bytes savedBytes(const Graph& graph);

}  // namespace reforward
