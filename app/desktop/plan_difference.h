// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/plan.h"

namespace reforward {

/// For each vertex whether the two plans of one graph treat it differently; empty where one is null.
std::vector<bool> differingVertices(const PlanPtr& a, const PlanPtr& b);

/// The next true after (direction 1) or before (-1) `from`, around the end; noIndex where none is true.
/// From noIndex: the first or the last.
VertexId nextMarked(const std::vector<bool>& marked, VertexId from, int direction);

}  // namespace reforward
