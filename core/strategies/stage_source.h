// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/stage_profile.h"

namespace reforward {

/// Transitions by simulated stages. The pairs of a set are worked out when first asked for; small families
/// remember all of them, so that a sweep over budgets pays once.
class StageSource : public TransitionSource {
  public:
    StageSource(const Graph& graph, const SetFamily& family);

    void forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget, void* self,
                 Visit visit) override;
    std::size_t sets() const override { return family_.size(); }

    /// Works out all pairs of a small family at once; forEach() is then thread safe. False where the family
    /// is too large for that, or the control stops.
    bool prepare(const Control& control);

  private:
    struct Known {
        std::uint32_t before;
        Transition transition;
    };
    const std::vector<Known>& allInto(std::uint32_t j);

    const SetFamily& family_;
    StageProfile profile_;
    bool remember_;
    std::vector<std::vector<Known>> known_;  ///< by set, where remembered
    std::vector<bool> filled_;
};

}  // namespace reforward
