// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/stage.h"

namespace reforward {

/// Transitions by simulated stages. A pair is simulated when first asked for; small families remember all
/// of them, so that a sweep over budgets pays once.
class StageSource : public TransitionSource {
  public:
    StageSource(const Graph& graph, const SetFamily& family);

    void forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget, void* self,
                 Visit visit) override;
    std::size_t sets() const override { return family_.size(); }

  private:
    struct Known {
        std::uint32_t before;
        Transition transition;
    };
    /// A peak that the transition certainly reaches: its largest forward or backward step alone.
    const std::vector<Known>& allInto(std::uint32_t j);
    void membersOf(std::uint32_t before, std::uint32_t set);

    const SetFamily& family_;
    StageSimulator simulator_;
    bool remember_;
    std::vector<std::vector<Known>> known_;  ///< by set, where remembered
    std::vector<bool> filled_;
    std::vector<std::uint32_t> members_;
};

}  // namespace reforward
