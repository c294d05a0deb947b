// SPDX-License-Identifier: Apache-2.0
//
// The division is built from the inside out. Every edge of the graph starts as a segment with nothing inside.
//   1. Reduction: a vertex with one edge in and one out joins them in series; two edges with the same ends
//      become one, in parallel. A series-parallel graph ends as a single edge.
//   2. What is left (the kernel) is cut at the vertices through which all paths pass; each piece is worked on
//      alone.
//   3. In a piece with ends i, j, two vertices a, b cut off an independent segment when removing them leaves
//   a
//      component without i and j. With the edge i-j added and a removed, these b are the articulation points
//      seen from i (Hopcroft & Tarjan 1973). A smallest such component has no independent segment inside, so
//      it is a part of kind other; it becomes one edge a>b, and reduction goes on. Where there is none,
//      the piece itself is that part.
// Nothing recurses: chains of 100,000 vertices and as deep nests exist.
#include "core/strategies/independent_segments.h"

#include <algorithm>

#include "core/strategies/cut_off_segments.h"

namespace reforward {

namespace {

// Steps (vertices x edges of a piece) that the searches of phase 3 may take together: a few seconds.
constexpr double searchLimit = 1e8;

// Phase 2. Vertices of the kernel through which all paths pass, by their rank: every edge leads from a lower
// rank to a higher, virtual ends first and last.
class Kernel {
  public:
    explicit Kernel(const SegmentReduction& reduction)
        : source_(reduction.source()), sink_(reduction.sink()) {}

    struct Stretch {
        std::uint32_t from, to;
        std::vector<std::uint32_t> edges;
    };
    // The pieces that hold more than an edge.
    std::vector<Stretch> stretches(const SegmentReduction& reduction) const {
        std::vector<std::uint32_t> edges = reduction.aliveEdges();
        std::sort(edges.begin(), edges.end(), [&](std::uint32_t a, std::uint32_t b) {
            return rank(reduction.edge(a).from) < rank(reduction.edge(b).from);
        });
        // An edge begins a new piece where no earlier edge leads beyond its start.
        std::vector<Stretch> all;
        std::int64_t reach = -1;
        for (const std::uint32_t e : edges) {
            const SegmentReduction::Edge& edge = reduction.edge(e);
            if (rank(edge.from) >= reach) all.push_back({edge.from, edge.to, {}});
            all.back().edges.push_back(e);
            if (rank(edge.to) > reach) reach = rank(edge.to), all.back().to = edge.to;
        }
        std::erase_if(all, [](const Stretch& s) { return s.edges.size() == 1; });
        return all;
    }

  private:
    std::int64_t rank(std::uint32_t v) const {
        if (v == source_) return 0;
        return v == sink_ ? INT64_MAX : std::int64_t{v} + 1;
    }
    std::uint32_t source_, sink_;
};

void divideStretch(SegmentReduction& reduction, const Kernel::Stretch& stretch, double& stepsLeft,
                   const Control& control) {
    const CutOffSegments piece(reduction, stretch.edges, stretch.from, stretch.to);
    stepsLeft -= piece.steps();
    std::vector<CutOffSegments::Component> parts;
    if (stepsLeft > 0 && !control.shouldStop()) parts = piece.independent(piece.cuts(control));
    if (parts.empty()) parts.push_back(piece.whole());
    for (const CutOffSegments::Component& part : parts)
        reduction.collapse(part.interior, part.edges, part.from, part.to);
}

std::uint32_t only(std::uint32_t soFar, std::uint32_t v, bool& several) {
    if (soFar != noIndex) several = true;
    return v;
}

}  // namespace

Division divide(const VertexGraph& graph, const Control& control) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    std::uint32_t source = noIndex, sink = noIndex;
    bool sources = false, sinks = false;
    for (std::uint32_t v = 0; v < n; ++v) {
        if (graph.predecessors(v).empty()) source = only(source, v, sources);
        if (graph.successors(v).empty()) sink = only(sink, v, sinks);
    }
    if (sources) source = noIndex;
    if (sinks) sink = noIndex;
    Division division;
    if (n <= 1) {
        division.parts.push_back({});
    } else {
        SegmentReduction reduction(graph, source == noIndex ? n : source, sink == noIndex ? n + 1 : sink);
        double stepsLeft = searchLimit;
        reduction.reduce();
        while (reduction.aliveCount() > 1) {
            for (const Kernel::Stretch& stretch : Kernel(reduction).stretches(reduction))
                divideStretch(reduction, stretch, stepsLeft, control);
            reduction.reduce();
        }
        division = reduction.flatten(reduction.edge(reduction.aliveEdges().front()).segment);
    }
    division.source = source;
    division.sink = sink;
    return division;
}

}  // namespace reforward
