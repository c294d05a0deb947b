// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/segment_reduction.h"

namespace reforward {

/// Looks for independent segments in a piece of a graph that is neither series nor parallel, between two
/// ends. Local numbers are positions among the piece's vertices.
class CutOffSegments {
  public:
    /// The piece that these edges make; all its vertices lie on paths between the ends.
    CutOffSegments(const SegmentReduction& reduction, const std::vector<std::uint32_t>& edges,
                   std::uint32_t from, std::uint32_t to);

    struct Cut {
        std::uint32_t size, a, b, inside;  ///< the component of `inside` once a and b are removed
    };
    /// Cut-off components, the smallest first; of nested ones with a common end only the innermost.
    std::vector<Cut> cuts(const Control& control) const;

    /// A component with its ends and edges, in numbers of the graph.
    struct Component {
        std::vector<std::uint32_t> interior, edges;
        std::uint32_t from, to;
    };
    /// Those of the cuts, smallest first, that do not touch each other; none holds another cut.
    std::vector<Component> independent(const std::vector<Cut>& cuts) const;
    /// All between the ends but an edge from end to end.
    Component whole() const;

    /// About what cuts() takes.
    double steps() const { return static_cast<double>(size()) * static_cast<double>(size() + edges_.size()); }
    std::size_t size() const { return vertices_.size(); }

  private:
    struct Visit {
        std::uint32_t parent, order, low, size;
        bool holdsCut;
    };
    std::uint32_t local(std::uint32_t v) const {
        return static_cast<std::uint32_t>(std::lower_bound(vertices_.begin(), vertices_.end(), v) -
                                          vertices_.begin());
    }
    void cutsWithout(std::uint32_t a, std::vector<Visit>& visits, std::vector<Cut>& found) const;
    Component component(const std::vector<std::uint32_t>& interior, std::uint32_t a, std::uint32_t b) const;
    std::vector<std::uint32_t> interiorOf(const Cut& cut) const;

    const SegmentReduction& reduction_;
    std::vector<std::uint32_t> edges_, vertices_;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> neighbours_;  // (vertex, edge)
    std::uint32_t first_, last_;
};

}  // namespace reforward
