// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/strategies/block_chain.h"
#include "core/strategies/strategy.h"

namespace reforward {

class RotorProgram {
  public:
    /// The dynamic program of Beaumont, Eyraud-Dubois, Herrmann, Joly & Shilova 2019 ("Optimal checkpointing
    /// for heterogeneous chains: how to train deep neural networks with limited memory", theorem 1) for all
    /// numbers of slots 0 .. slotCount(), a slot being slotBytes(). Amounts are rounded to the nearest slot:
    /// the replay, not the program, decides what fits. There are about `slotCount` of them for `share` (more
    /// than 0, at most 1) of what keeping everything takes, fewer where bytes are few. O(slots L^3) time,
    /// O(slots L^2) memory. A stopped control leaves it incomplete, without plans.
    RotorProgram(std::vector<BlockCosts> blocks, std::size_t slotCount, double share, const Control& control);

    std::size_t slotCount() const { return slotCount_; }
    std::int64_t slotBytes() const { return slotBytes_; }
    /// Least forward time, first runs included, in so many slots; infinity where there is no way.
    double time(std::size_t slotCount) const;

    struct Step {
        bool backward;
        std::size_t block;
    };
    /// The forward and backward runs of blocks that take time(slotCount), which is finite.
    std::vector<Step> steps(std::size_t slotCount) const;

  private:
    struct Choice {
        bool keepAll;       ///< of the first block
        std::size_t split;  ///< else
    };
    double* row(std::size_t first, std::size_t last);
    const double* row(std::size_t first, std::size_t last) const;
    std::size_t inSlots(std::int64_t bytes) const;
    std::size_t keepingSlots(std::size_t first, std::size_t last) const;
    std::vector<std::size_t> forwardSlots(std::size_t first, std::size_t last) const;
    void fill(std::size_t first, std::size_t last);
    Choice choice(std::size_t first, std::size_t last, std::size_t slotCount) const;

    std::vector<BlockCosts> blocks_;
    std::vector<double> timeBefore_;  // of all blocks before one
    std::size_t slotCount_;
    std::int64_t slotBytes_ = 1;
    std::vector<double> times_;  // rows of slots + 1
    bool complete_ = false;
};

/// Beaumont et al. on the chain of blocks between cut vertices. Longer chains than the program can take
/// have neighbouring blocks joined. The plans of all numbers of slots are replayed; solve() takes the
/// cheapest whose peak fits.
class Rotor : public Strategy {
  public:
    Rotor();
    const StrategyInfo& info() const override { return info_; }
    std::optional<std::string> notApplicable(const Graph& graph) const override;
    PlanPtr solve(const Problem& problem, const Control& control, const PlanSink& better) const override;
    std::vector<PlanPtr> sweep(const Problem& problem, const Control& control,
                               const PlanSink& found) const override;
    std::optional<LeastBudget> least(const Problem& problem, const Control& control) const override;

  private:
    StrategyInfo info_;
};

}  // namespace reforward
