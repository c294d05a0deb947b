// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/equal_blocks.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// The blocks of a forward graph along the model's order, equal where they look the same to any planner:
/// operations, bytes, times, workspaces, flags and edges; fixed values cross anywhere. Operations and values
/// are numbered as in the model. Nothing of joint graphs, with recompute pins, and where there are fewer
/// than three. O(V + E).
std::optional<EqualBlocks> equalBlocks(const RecomputeModel& model);

}  // namespace reforward
