// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>

#include "core/base/control.h"
#include "core/bounds/instants.h"
#include "core/bounds/relaxation.h"
#include "core/bounds/scaled_costs.h"

namespace reforward {

/// Looks for a chain of instants that proves much at one budget: starts with a few large ones, keeps those
/// whose room is worth something in the program's relaxation, puts others between them, and so on. Then the
/// integer programs of the most valuable ones where a solver is there.
class ChainSearch {
  public:
    /// `found`: called with each proved time, in time units. `sizes`: instantSizes(graph).
    ChainSearch(const Graph& graph, const ScaledCosts& costs, const std::vector<InstantSize>& sizes,
                Bytes budget, std::function<void(std::int64_t)> found);

    /// Until nothing more is gained, or the control stops it.
    void run(const Control& control);

  private:
    using Members = std::vector<std::size_t>;  ///< indices into sizes_, ascending: in the order of time
    struct Chain {
        Members members;
        std::vector<double> worth;  ///< of each: the price of its room times what is left there
    };

    std::vector<VertexId> vertices(const Members& members) const;
    Members largestOfWindows(std::size_t windows) const;
    Members linked(const Members& members) const;
    IntegerProgram program(const Members& members) const;
    Chain relax(const Members& members, const Control& control);
    Members refined(const Chain& chain) const;
    Members mostWorth(const Chain& chain, std::size_t count) const;
    bool raised(const Members& members, const Control& control);
    void refine(const Control& control);
    void firstChains(const Control& control);
    void longerChains(const Control& control);
    bool solved(const Members& members, double seconds, const Control& control);
    void growIntegers(const Control& control);
    void integers(double secondsOfEach, const Control& control);
    std::int64_t figure(std::size_t i) const { return graph_.joint() ? sizes_[i].wanted : sizes_[i].taken; }
    void prove(std::int64_t time);

    const Graph& graph_;
    const ScaledCosts& costs_;
    const std::vector<InstantSize>& sizes_;
    Bytes budget_;
    std::function<void(std::int64_t)> found_;
    std::int64_t best_ = 0;
    Chain bestChain_;
    std::set<Members> settled_;  ///< whose integer programs are done
    // The last program and its relaxation: the next one starts there.
    std::unique_ptr<IntegerProgram> lastProgram_;
    std::unique_ptr<Relaxation> lastRelaxation_;
};

}  // namespace reforward
