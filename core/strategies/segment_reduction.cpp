// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/segment_reduction.h"

#include <algorithm>

namespace reforward {

SegmentReduction::SegmentReduction(const VertexGraph& graph, std::uint32_t source, std::uint32_t sink)
    : source_(source),
      sink_(sink),
      inCount_(graph.size() + 2),
      outCount_(graph.size() + 2),
      inEdges_(graph.size() + 2),
      outEdges_(graph.size() + 2) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t w : graph.successors(v))
            addEdge(v, w, addSegment({}));
        if (graph.predecessors(v).empty() && v != source) addEdge(source, v, addSegment({}));
        if (graph.successors(v).empty() && v != sink) addEdge(v, sink, addSegment({}));
    }
    for (std::uint32_t v = n; v-- > 0;)
        waiting_.push_back(v);
}

void SegmentReduction::addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t segment) {
    const auto e = static_cast<std::uint32_t>(edges_.size());
    const auto [found, isNew] = byEnds_.try_emplace(key(from, to), e);
    if (!isNew) {
        Edge& there = edges_[found->second];
        there.segment = addSegment({Division::Kind::parallel, there.segment, segment, noIndex, noIndex});
        // The ends have lost an edge in the merge: they may be ready now.
        waiting_.push_back(to);
        waiting_.push_back(from);
        return;
    }
    edges_.push_back({from, to, segment, true});
    ++alive_;
    ++outCount_[from], ++inCount_[to];
    outEdges_[from] ^= e, inEdges_[to] ^= e;
}

void SegmentReduction::removeEdge(std::uint32_t e) {
    Edge& edge = edges_[e];
    edge.alive = false;
    --alive_;
    byEnds_.erase(key(edge.from, edge.to));
    --outCount_[edge.from], --inCount_[edge.to];
    outEdges_[edge.from] ^= e, inEdges_[edge.to] ^= e;
}

void SegmentReduction::reduce() {
    while (!waiting_.empty()) {
        const std::uint32_t v = waiting_.back();
        waiting_.pop_back();
        if (v == source_ || v == sink_ || inCount_[v] != 1 || outCount_[v] != 1) continue;
        const std::uint32_t in = inEdges_[v], out = outEdges_[v];
        const std::uint32_t from = edges_[in].from, to = edges_[out].to;
        const std::uint32_t joined =
            addSegment({Division::Kind::series, edges_[in].segment, edges_[out].segment, v, noIndex});
        removeEdge(in);
        removeEdge(out);
        addEdge(from, to, joined);
    }
}

void SegmentReduction::collapse(const std::vector<std::uint32_t>& interior,
                                const std::vector<std::uint32_t>& edges, std::uint32_t from,
                                std::uint32_t to) {
    OtherSegment other;
    other.vertices = interior;
    for (const std::uint32_t e : edges) {
        other.segments.push_back(edges_[e].segment);
        removeEdge(e);
    }
    others_.push_back(std::move(other));
    Segment s;
    s.kind = Division::Kind::other;
    s.others = static_cast<std::uint32_t>(others_.size() - 1);
    addEdge(from, to, addSegment(s));
    waiting_.push_back(to);
    waiting_.push_back(from);
}

std::vector<std::uint32_t> SegmentReduction::aliveEdges() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
        if (edges_[e].alive) all.push_back(e);
    }
    return all;
}

namespace {

using Segment = SegmentReduction::Segment;

// The members of a run of segments of one kind, from left to right, and the vertices between them.
struct Members {
    std::vector<std::uint32_t> segments, vertices;
};

Members membersOf(const std::vector<Segment>& segments, std::uint32_t root) {
    Members members;
    const Division::Kind kind = segments[root].kind;
    // A pair (segment, no) or (no, vertex that comes next).
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{root, noIndex}};
    while (!open.empty()) {
        const auto [s, vertex] = open.back();
        open.pop_back();
        if (s == noIndex) {
            members.vertices.push_back(vertex);
        } else if (segments[s].kind != kind) {
            members.segments.push_back(s);
        } else {
            open.emplace_back(segments[s].right, noIndex);
            if (kind == Division::Kind::series) open.emplace_back(noIndex, segments[s].vertex);
            open.emplace_back(segments[s].left, noIndex);
        }
    }
    return members;
}

}  // namespace

// From the root down, so parents first; then turned round, so that children come first.
Division SegmentReduction::flatten(std::uint32_t root) const {
    Division division;
    division.parts.push_back({});
    std::vector<std::uint32_t> segmentOf{root};
    for (std::size_t p = 0; p < segmentOf.size(); ++p) {
        const Segment& s = segments_[segmentOf[p]];
        Members members;
        if (s.kind == Division::Kind::other) {
            members = {others_[s.others].segments, others_[s.others].vertices};
        } else if (s.kind != Division::Kind::edge) {
            members = membersOf(segments_, segmentOf[p]);
        }
        Division::Part part{s.kind, static_cast<std::uint32_t>(division.children.size()),
                            static_cast<std::uint32_t>(members.segments.size()),
                            static_cast<std::uint32_t>(division.vertices.size()),
                            static_cast<std::uint32_t>(members.vertices.size())};
        for (const std::uint32_t child : members.segments) {
            division.children.push_back(static_cast<std::uint32_t>(segmentOf.size()));
            segmentOf.push_back(child);
        }
        division.vertices.insert(division.vertices.end(), members.vertices.begin(), members.vertices.end());
        division.parts.resize(segmentOf.size());
        division.parts[p] = part;
    }
    const auto last = static_cast<std::uint32_t>(division.parts.size() - 1);
    std::reverse(division.parts.begin(), division.parts.end());
    for (std::uint32_t& child : division.children)
        child = last - child;
    return division;
}

}  // namespace reforward
