// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/plan_difference.h"

namespace reforward {

std::vector<bool> differingVertices(const PlanPtr& a, const PlanPtr& b) {
    if (!a || !b || a->predicted.states.size() != b->predicted.states.size()) return {};
    std::vector<bool> differing(a->predicted.states.size());
    for (std::size_t v = 0; v < differing.size(); ++v) {
        differing[v] = a->predicted.states[v] != b->predicted.states[v];
    }
    return differing;
}

VertexId nextMarked(const std::vector<bool>& marked, VertexId from, int direction) {
    const auto count = static_cast<long long>(marked.size());
    long long at = from == noIndex ? (direction > 0 ? -1 : count) : static_cast<long long>(from);
    for (long long tried = 0; tried < count; ++tried) {
        at = (at + direction + count) % count;
        if (marked[static_cast<std::size_t>(at)]) return static_cast<VertexId>(at);
    }
    return noIndex;
}

}  // namespace reforward
