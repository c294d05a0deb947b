// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/control.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// A plan within `budget` bytes as a chain of equal blocks: each kind of block (and of short runs of blocks)
/// is planned on its own once, in several ways, and a dynamic program along the chain chooses among them.
/// Its time grows with the number of kinds, not of blocks; near the certified bound where blocks are many
/// and small. Nothing where there are fewer than three blocks (joint graphs, recompute pins), where no choice
/// fits, or where the control stops it first. The same on every machine.
std::optional<Reruns> blockPlan(const RecomputeModel& model, double budget, const Control& control);

}  // namespace reforward
