// SPDX-License-Identifier: Apache-2.0
//
// Legal cuts: vertices through which every path passes. Everything before such a vertex in the order are its
// ancestors or unrelated sources that lead to it, so the prefix up to it is a lower set whose boundary is the
// vertex alone.
#include "core/strategies/chen.h"

#include <algorithm>
#include <cmath>

#include "core/graph/vertex_graph.h"
#include "core/strategies/segments.h"

namespace reforward {

namespace {

std::optional<std::string> forwardGraphsOnly(const Graph& graph) {
    if (graph.joint())
        return "it plans forward graphs, and this graph states its backward operations; use best";
    return std::nullopt;
}

// Segments that end at these numbers (ascending, each a cut vertex), and at the last vertex.
std::vector<std::vector<VertexId>> segmentsEndingAt(const VertexGraph& graph,
                                                    const std::vector<std::uint32_t>& ends) {
    std::vector<std::vector<VertexId>> segments(1);
    std::size_t next = 0;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        segments.back().push_back(graph.original(v));
        if (next < ends.size() && ends[next] == v) {
            ++next;
            if (v + 1 < graph.size()) segments.emplace_back();
        }
    }
    return segments;
}

// A segment ends at the first cut vertex at which the bytes since the last end reach `limit`.
std::vector<std::uint32_t> endsByLimit(const VertexGraph& graph, const std::vector<std::uint32_t>& cuts,
                                       std::int64_t limit) {
    std::vector<std::uint32_t> ends;
    std::int64_t bytes = 0;
    std::size_t next = 0;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        bytes += graph.memory(v);
        if (next == cuts.size() || cuts[next] != v) continue;
        ++next;
        if (bytes >= limit) {
            ends.push_back(v);
            bytes = 0;
        }
    }
    return ends;
}

}  // namespace

ChenSqrt::ChenSqrt()
    : SinglePlan({"chen-sqrt",
                  "Chen, square root",
                  "About sqrt(n) segments of equal bytes between cut vertices (Chen et al. 2016).",
                  "",
                  {},
                  false,
                  600}) {}

std::optional<std::string> ChenSqrt::notApplicable(const Graph& graph) const {
    return forwardGraphsOnly(graph);
}

Plan ChenSqrt::make(const Graph& graph) const {
    const VertexGraph vertices(graph);
    const auto cuts = cutVertices(vertices);
    const double count = std::max(1.0, std::round(std::sqrt(static_cast<double>(cuts.size()))));
    const auto limit = static_cast<std::int64_t>(static_cast<double>(vertices.totalMemory()) / count);
    return planFromSegments(graph, info().name,
                            segmentsEndingAt(vertices, endsByLimit(vertices, cuts, limit)));
}

ChenGreedy::ChenGreedy()
    : info_{"chen-greedy",
            "Chen, greedy",
            "Sweeps the bytes of a segment over the cut vertices, and takes the cheapest plan that fits "
            "(Chen et al. 2016).",
            "",
            {},
            false,
            600} {}

std::optional<std::string> ChenGreedy::notApplicable(const Graph& graph) const {
    return forwardGraphsOnly(graph);
}

PlanPtr ChenGreedy::solve(const Problem& problem, const Control& control, const PlanSink& better) const {
    PlanPtr best;
    sweep(problem, control, [&](const PlanPtr& plan) {
        if (plan->peak() > problem.budget || (best && best->recomputeTime() <= plan->recomputeTime())) return;
        best = plan;
        if (better) better(best);
    });
    return best;
}

std::vector<PlanPtr> ChenGreedy::sweep(const Problem& problem, const Control& control,
                                       const PlanSink& found) const {
    const VertexGraph vertices(*problem.graph);
    const auto cuts = cutVertices(vertices);
    std::vector<PlanPtr> plans;
    std::vector<std::uint32_t> before;
    bool first = true;
    // 5% steps of the limit from all bytes (one segment) down to less than any single value (a segment for
    // each cut vertex); limits that cut alike are one candidate.
    std::int64_t least = INT64_MAX;
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        if (vertices.memory(v) > 0) least = std::min(least, vertices.memory(v));
    }
    for (double limit = 1.05 * static_cast<double>(vertices.totalMemory());; limit /= 1.05) {
        if (control.shouldStop()) break;
        const auto ends = endsByLimit(vertices, cuts, static_cast<std::int64_t>(limit));
        if (first || ends != before) {
            plans.push_back(std::make_shared<const Plan>(
                planFromSegments(*problem.graph, info_.name, segmentsEndingAt(vertices, ends))));
            if (found) found(plans.back());
            before = ends;
            first = false;
        }
        if (limit < static_cast<double>(least) || limit < 1) break;
    }
    return plans;
}

std::optional<LeastBudget> ChenGreedy::least(const Problem& problem, const Control& control) const {
    const auto plans = sweep(problem, control, {});
    const auto least = std::min_element(plans.begin(), plans.end(), [](const auto& a, const auto& b) {
        return a->peak() != b->peak() ? a->peak() < b->peak() : a->recomputeTime() < b->recomputeTime();
    });
    if (least == plans.end()) return std::nullopt;
    return LeastBudget{(*least)->peak(), std::nullopt, *least};
}

}  // namespace reforward
