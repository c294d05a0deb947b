// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "core/strategies/independent_segments.h"

namespace reforward {

/// A graph on its way to a division: each edge stands for a segment between its ends. Series and parallel
/// edges are joined until none are left; other segments are found elsewhere (cut_off_segments.h) and become
/// edges too. Vertices are numbers of the vertex graph; virtual ends are size() and size() + 1.
class SegmentReduction {
  public:
    struct Edge {
        std::uint32_t from = 0, to = 0;
        std::uint32_t segment = 0;  ///< for flatten()
        bool alive = true;
    };

    SegmentReduction(const VertexGraph& graph, std::uint32_t source, std::uint32_t sink);

    /// Joins what is series or parallel. Together with all further calls O(V + E).
    void reduce();
    /// Makes one edge from>to of a segment of kind other: its vertices and all edges that touch them.
    void collapse(const std::vector<std::uint32_t>& interior, const std::vector<std::uint32_t>& edges,
                  std::uint32_t from, std::uint32_t to);

    std::vector<std::uint32_t> aliveEdges() const;
    const Edge& edge(std::uint32_t e) const { return edges_[e]; }
    std::size_t aliveCount() const { return alive_; }
    std::uint32_t source() const { return source_; }
    std::uint32_t sink() const { return sink_; }

    /// The parts of a segment, runs of series and of parallel ones as one part each.
    Division flatten(std::uint32_t segment) const;

    /// Series and parallel segments have two children; others have a list.
    struct Segment {
        Division::Kind kind = Division::Kind::edge;
        std::uint32_t left = noIndex, right = noIndex, vertex = noIndex;
        std::uint32_t others = noIndex;  ///< index into the lists
    };

  private:
    struct OtherSegment {
        std::vector<std::uint32_t> segments, vertices;
    };
    void addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t segment);
    void removeEdge(std::uint32_t e);
    std::uint32_t addSegment(Segment s) {
        segments_.push_back(s);
        return static_cast<std::uint32_t>(segments_.size() - 1);
    }
    static std::uint64_t key(std::uint32_t from, std::uint32_t to) {
        return (std::uint64_t{from} << 32) | to;
    }

    std::uint32_t source_, sink_;
    std::vector<Segment> segments_;
    std::vector<OtherSegment> others_;
    std::vector<Edge> edges_;
    std::size_t alive_ = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> byEnds_;
    // Degrees, and the exclusive or of a vertex' edges: the edge itself where there is only one.
    std::vector<std::uint32_t> inCount_, outCount_, inEdges_, outEdges_;
    std::vector<std::uint32_t> waiting_;
};

}  // namespace reforward
