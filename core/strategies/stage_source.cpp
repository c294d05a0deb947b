// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/stage_source.h"

namespace reforward {

namespace {
// Pairs remembered at the most: 40 bytes each.
constexpr std::size_t rememberedPairs = 20'000'000;
}  // namespace

StageSource::StageSource(const Graph& graph, const SetFamily& family)
    : family_(family),
      profile_(graph, family),
      remember_(family.size() * (family.size() - 1) / 2 <= rememberedPairs),
      known_(remember_ ? family.size() : 0),
      filled_(remember_ ? family.size() : 0) {}

const std::vector<StageSource::Known>& StageSource::allInto(std::uint32_t j) {
    if (!filled_[j]) {
        profile_.enter(j);
        for (std::uint32_t i = j; i-- > 0;) {
            if (!family_.subset(i, j)) continue;
            profile_.moveTo(i);
            known_[j].push_back({i, profile_.transition()});
        }
        filled_[j] = true;
    }
    return known_[j];
}

bool StageSource::prepare(const Control& control) {
    for (std::uint32_t j = 1; remember_ && j < family_.size(); ++j) {
        if (control.shouldStop()) return false;
        allInto(j);
    }
    return remember_;
}

void StageSource::forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget,
                          void* self, Visit visit) {
    if (remember_) {
        for (const Known& k : allInto(j)) {
            if (reach[k.before] < unreachable && reach[k.before] + k.transition.peak <= budget)
                visit(self, k.before, k.transition);
        }
        return;
    }
    profile_.enter(j);
    for (std::uint32_t i = j; i-- > 0;) {
        if (reach[i] >= unreachable || reach[i] > budget || !family_.subset(i, j)) continue;
        profile_.moveTo(i);
        const Transition t = profile_.transition();
        if (reach[i] + t.peak <= budget) visit(self, i, t);
    }
}

}  // namespace reforward
