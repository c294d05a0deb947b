// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// Reruns in which each stage reads what it needs: a value is held from its first copy where `hold` says so
/// (by value of the model; pins come first) or from an earlier rerun of it; else it runs again there, with
/// whatever it needs in turn (optimiser.md section 3.1).
Reruns lazyReruns(const RecomputeModel& model, const std::vector<bool>& hold);

/// Nothing is held from one stage to the next but what may not run again: each stage recomputes what it
/// reads from the graph's inputs. The least memory of a simple kind, at a high price (optimiser.md section
/// 6). False where it would be more than `mostRuns` runs or the control stops.
bool zeroRetention(const RecomputeModel& model, std::size_t mostRuns, const Control& control, Reruns& reruns);

/// Which values to hold within `budget` bytes at the end of the forward pass, from the minimum cuts of the
/// certified bound: the dearer of two neighbouring cuts' choice up to a vertex, the cheaper one's after it.
/// `cuts`: how many prices to try. Forward graphs only.
std::vector<bool> heldByCut(const RecomputeModel& model, double budget, int cuts, const Control& control);

}  // namespace reforward
