// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/segments.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/plan/schedule.h"

namespace reforward {

std::vector<std::vector<VertexId>> segmentsOf(const SetFamily& family, const SetPath& path) {
    std::vector<std::vector<VertexId>> segments;
    for (std::size_t k = 1; k < path.size(); ++k) {
        std::vector<VertexId> segment;
        for (std::uint32_t v = 0; v < family.graph.size(); ++v) {
            if (family.sets.contains(path[k], v) && !family.sets.contains(path[k - 1], v)) {
                segment.push_back(family.graph.original(v));
            }
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

Plan planFromSegments(const Graph& graph, const std::string& strategy,
                      std::vector<std::vector<VertexId>> segments) {
    Plan plan = makePlan(graph, strategy, scheduleFromSegments(graph, segments));
    plan.segments = std::move(segments);
    return plan;
}

LowerSetFamily lowerSetsFor(const VertexGraph& graph, bool all, const Control& control) {
    // 1 GiB of bit sets at the most, whatever their number.
    const std::size_t bytesEach = VertexSet::wordsFor(graph.size()) * sizeof(VertexSet::Word);
    const std::size_t limit =
        std::min(familyLimit, (std::size_t{1} << 30) / std::max<std::size_t>(1, bytesEach));
    if (!all) {
        if (graph.size() + 2 > limit) {
            throw Error(ErrorKind::notApplicable,
                        Error::Context{{},
                                       {},
                                       "the graph has " + std::to_string(graph.size()) +
                                           " vertices, more than its lower sets can be held for",
                                       "use chen-greedy"});
        }
        return ancestorFamily(graph);
    }
    std::size_t counted = 0;
    LowerSetFamily family = allLowerSets(graph, limit, control, &counted);
    control.throwIfCancelled();
    if (family.size() == 0) {
        throw Error(ErrorKind::notApplicable,
                    Error::Context{
                        {},
                        {},
                        "the graph has too many lower sets for the exact family (" + std::to_string(counted) +
                            " counted so far)",
                        "use the ancestor family: kusumoto-approx-tc, kusumoto-approx-mc or liveness-exact"});
    }
    return family;
}

}  // namespace reforward
