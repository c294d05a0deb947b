// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/stage_source.h"

namespace reforward {

namespace {
// Pairs remembered at the most: 40 bytes each.
constexpr std::size_t rememberedPairs = 20'000'000;
}  // namespace

StageSource::StageSource(const Graph& graph, const SetFamily& family)
    : family_(family),
      simulator_(graph, family.graph),
      remember_(family.size() * (family.size() - 1) / 2 <= rememberedPairs),
      known_(remember_ ? family.size() : 0),
      filled_(remember_ ? family.size() : 0) {}

void StageSource::membersOf(std::uint32_t before, std::uint32_t set) {
    members_.clear();
    const auto a = family_.sets[before], b = family_.sets[set];
    for (std::size_t k = 0; k < family_.sets.words; ++k) {
        for (VertexSet::Word w = b[k] & ~a[k]; w != 0; w &= w - 1) {
            members_.push_back(static_cast<std::uint32_t>(k * VertexSet::wordBits +
                                                          static_cast<std::size_t>(std::countr_zero(w))));
        }
    }
}

const std::vector<StageSource::Known>& StageSource::allInto(std::uint32_t j) {
    if (!filled_[j]) {
        for (std::uint32_t i = 0; i < j; ++i) {
            if (!family_.subset(i, j)) continue;
            membersOf(i, j);
            known_[j].push_back({i, simulator_.simulate(members_, family_, i, j)});
        }
        filled_[j] = true;
    }
    return known_[j];
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
    for (std::uint32_t i = 0; i < j; ++i) {
        if (reach[i] >= unreachable || reach[i] > budget || !family_.subset(i, j)) continue;
        membersOf(i, j);
        const Transition t = simulator_.simulate(members_, family_, i, j);
        if (reach[i] + t.peak <= budget) visit(self, i, t);
    }
}

}  // namespace reforward
