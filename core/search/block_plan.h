// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/base/control.h"
#include "core/search/recompute_model.h"

namespace reforward {

/// Plans of a graph as a chain of equal blocks: each kind of block, and of short runs of blocks, is planned
/// on its own once, in several ways; for a budget a dynamic program along the chain chooses among them. Its
/// work grows with the number of kinds rather than of blocks. Near the certified bound where blocks are many
/// and small. The same on every machine.
class BlockPlanner {
  public:
    /// Finds the blocks. `model` outlives this.
    explicit BlockPlanner(const RecomputeModel& model);
    ~BlockPlanner();
    BlockPlanner(const BlockPlanner&) = delete;
    BlockPlanner& operator=(const BlockPlanner&) = delete;

    /// There are three blocks or more; never of joint graphs or with recompute pins.
    bool applies() const { return chain_ != nullptr; }
    /// Plans the kinds, longer and longer runs, of so many operations in all (some 5 us each); goes on where
    /// an earlier call or its control ended. Serves all budgets.
    void prepare(const Control& control, std::size_t operations = firstOperations);
    /// Enough for a good start in some 0.1 s; five times as much comes near what long walks find.
    static constexpr std::size_t firstOperations = 20'000;
    /// The cheapest choice of what is prepared within `budget` bytes; nothing where none fits, nothing is
    /// prepared, or the control stops it first. O(blocks), some 5 to 100 ms.
    std::optional<Reruns> plan(double budget, const Control& control) const;

  private:
    class Chain;
    class Program;
    const RecomputeModel& model_;
    std::unique_ptr<Chain> chain_;
};

/// The same for one budget.
std::optional<Reruns> blockPlan(const RecomputeModel& model, double budget, const Control& control);

}  // namespace reforward
