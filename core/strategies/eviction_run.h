// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/base/control.h"
#include "core/plan/pins.h"
#include "core/strategies/required_steps.h"

namespace reforward {

/// How one pass of greedy eviction weighs values; the one of least score goes first.
struct EvictionRule {
    enum class Score {
        nextUse,  ///< time to make it again / (bytes * distance to the next use)
        dtr       ///< Kirisame et al. 2021, h_DTR: time of the evicted neighbourhood / (bytes * staleness)
    };
    enum class Distance { none, root, plain, squared };  ///< how much the distance counts

    Score score = Score::nextUse;
    Distance distance = Distance::plain;
    /// The most that may stay between two steps that every schedule has, as a share of the budget: 1 leaves
    /// it to need, 0 keeps nothing (zero retention: least memory, most time).
    double retained = 1;
    /// Values that go by one look at the scores: this share of the vertices, at least one. More is faster and
    /// evicts too much, which withoutNeedlessRuns() mends, often to a better plan.
    double coarseness = 0.002;
    /// By vertex: its values' scores are multiplied by it. Empty: 1.
    std::vector<double> weights = {};
};

/// One pass: the steps that every schedule has (forwards in `order`, backwards in its reverse), a missing
/// value made again when it is read, values evicted when a step would exceed the budget. Honours pins as
/// brokenPin() reads them. Nothing where the pass gets stuck or the control stops. About O(E sqrt V); a tenth
/// of a second at 10,000 vertices.
class EvictionPlanner {
  public:
    /// `order`: of all vertices, topological; empty: the graph's. The graph must outlive the planner.
    EvictionPlanner(const Graph& graph, const Pins& pins, std::vector<VertexId> order = {});

    std::optional<std::vector<Run>> runs(Bytes budget, const EvictionRule& rule,
                                         const Control& control) const;

  private:
    friend class EvictionPass;
    friend class EvictionMemory;
    void addReads();
    void addLastUseful();

    const Graph& graph_;
    std::vector<VertexId> order_;
    std::vector<std::uint32_t> position_;  ///< by vertex, in order_
    std::vector<std::uint8_t> once_;       ///< by vertex: may not run again (its own flag, or a pin)
    /// By step: vertices pinned as recomputed whose first run is not read any more after it.
    std::vector<std::vector<VertexId>> drops_;
    std::vector<RequiredStep> steps_;
    std::uint32_t forwardSteps_ = 0;                ///< the first of them
    std::vector<std::uint32_t> reads_, firstRead_;  ///< by value: steps that read it, ascending
    std::vector<std::uint32_t> lastUseful_;         ///< by value: no step after this one can want it
};

}  // namespace reforward
