// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/family_dp.h"

namespace reforward {

/// Transitions by the published formulas of [K] section 4.1:
///   peak    = 2 M(V') + M(d+(L') \ L') + M(d-(d+(L')) \ L')
///   cached  = M(dL' \ L)
///   time    = T(V' \ dL')
/// The two last terms of the peak depend on L' alone; a pair costs O(|dL'|).
class PublishedSource : public TransitionSource {
  public:
    explicit PublishedSource(const SetFamily& family);

    void forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget, void* self,
                 Visit visit) override;
    std::size_t sets() const override { return family_.size(); }

    Transition transition(std::uint32_t i, std::uint32_t j) const;

  private:
    const SetFamily& family_;
    std::vector<std::int64_t> outside_;  ///< M(d+(L) \ L) + M(d-(d+(L)) \ L)
};

/// Formula peak and overhead of a chain of sets: max over segments of M(U) + transition peak, and the sum
/// of times.
struct PublishedChain {
    std::int64_t peak = 0;
    double time = 0;
};
PublishedChain publishedChain(const PublishedSource& source, const SetPath& path);

}  // namespace reforward
