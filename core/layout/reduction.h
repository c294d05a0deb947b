// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/control.h"
#include "core/layout/adjacency.h"

namespace reforward {

/// For each edge of the input whether the transitive reduction keeps it: no other path leads from its
/// source to its target. Of equal edges the first is kept. O(V E / 64) and V^2 / 8 bytes.
std::vector<bool> keptByReduction(const LayoutInput& input, const Adjacency& adjacency,
                                  const Control& control);

}  // namespace reforward
