// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/control.h"
#include "core/plan/pins.h"
#include "core/plan/schedule.h"

namespace reforward {

/// Takes recomputes out of a sequence of runs where the budget leaves room to hold the copy before them
/// instead, the dearest for the bytes held first, together with recomputes that only served those. `runs`
/// must be valid and (with the frees of withFrees()) fit the budget; so does what comes back, which never
/// costs more. Pins that `runs` honours stay honoured. O(runs log runs) a round, few rounds.
std::vector<Run> withoutNeedlessRuns(const Graph& graph, std::vector<Run> runs, Bytes budget,
                                     const Pins& pins, const Control& control);

}  // namespace reforward
