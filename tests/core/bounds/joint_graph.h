// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/graph/graph_builder.h"

namespace reforward::tests {

/// The forward graph with its backward as explicit vertices of a joint graph: b(v) reads what v saves and
/// what the b of v's consumers made, and makes as much as v's first output. Backwards in the reverse order.
std::shared_ptr<const Graph> unrolled(const Graph& graph);

}  // namespace reforward::tests
