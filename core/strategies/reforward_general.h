// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/strategies/independent_segments.h"
#include "core/strategies/reforward_linear.h"

namespace reforward {

/// An answer of Feng & Huang: which vertices stay. Their objective is kept + largest.
struct Reforwarding {
    std::vector<bool> kept;    ///< by number of the vertex graph; the ends too
    std::int64_t bytes = 0;    ///< of kept vertices, the graph's own only source and only sink not counted
    std::int64_t largest = 0;  ///< of the segments: bytes of what is recomputed together
    double recomputeTime = 0;  ///< of all vertices that are not kept
    /// Limits from `largest` up to, but not including, this one have answers that keep as many bytes.
    std::int64_t nextLimit = INT64_MAX;
    std::int64_t objective() const { return bytes + largest; }
};

/// The general solver of Feng & Huang (section 4) for a limit on the cost of a segment: from the whole graph
/// down, a segment that costs no more than the limit is recomputed as one piece. A costlier one is
/// entered: each branch of a parallel one on its own, all ends inside an `other` one kept, and of a series
/// the linear solver picks the splitting vertices to keep, where runs of pieces that together cost no more
/// than the limit are recomputed as one. A vertex that may run only once is always kept, and so is one of no
/// bytes: it costs a segment nothing and no run passes it.
class GeneralSolver {
  public:
    GeneralSolver(const VertexGraph& graph, const Division& division);

    /// Of the whole: a limit at which nothing need be kept.
    std::int64_t wholeCost() const { return cost_.back(); }
    /// The least bytes to keep so that no segment costs more than `limit`, 0 or more; O(V + E).
    Reforwarding solve(std::int64_t limit);

    /// The least objective over all limits, exactly. Limits between two whose answers keep equally much are
    /// never tried, nor those that cannot beat the best found. When the control stops, the best so far.
    Reforwarding least(const Control& control);
    /// Answers of different limits, the least objective first: all of them where `most` limits are enough to
    /// find them; else the answers of that many limits, each halving the interval of
    /// the widest ratio between known ones.
    std::vector<Reforwarding> candidates(std::size_t most, const Control& control);

  private:
    bool alwaysKept(std::uint32_t v) const { return graph_.once(v) || graph_.memory(v) == 0; }
    Line lineOf(const Division::Part& part) const;
    KeptCost costOfOther(const Division::Part& part) const;
    std::int64_t evaluate(std::int64_t limit);
    void collect(std::int64_t limit, Reforwarding& answer) const;
    std::int64_t runCost(std::size_t part, std::uint32_t from, std::uint32_t to) const;
    void collectSeries(std::size_t part, Reforwarding& answer, std::vector<std::uint32_t>& open) const;

    const VertexGraph& graph_;
    const Division& division_;
    std::vector<std::int64_t> cost_;        // of a part: bytes of everything inside that may run again
    std::vector<KeptCost> entered_;         // of a part, at the limit of the last evaluation
    std::vector<Line> lines_;               // of series parts
    std::vector<std::uint32_t> lineAt_;     // of a part, in lines_
    std::vector<std::uint32_t> firstStop_;  // of a line, in before_
    std::vector<std::uint32_t> before_;
    std::int64_t forcedBytes_ = 0;  // kept whatever the limit
    LinearSolver linear_;
};

}  // namespace reforward
