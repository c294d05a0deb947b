// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>

#include "core/base/control.h"
#include "core/graph/lower_sets.h"

namespace reforward {

/// A family of lower sets with what the dynamic programs over it need of each.
struct SetFamily {
    SetFamily(const VertexGraph& graph, LowerSetFamily sets);

    std::size_t size() const { return sets.size(); }
    /// Set i is a subset of set j.
    bool subset(std::size_t i, std::size_t j) const {
        const std::size_t words = sets.words;
        const VertexSet::Word* a = sets.bits.data() + i * words;
        const VertexSet::Word* b = sets.bits.data() + j * words;
        for (std::size_t k = 0; k < words; ++k) {
            if (a[k] & ~b[k]) return false;
        }
        return true;
    }
    std::span<const std::uint32_t> cached(std::size_t i) const {
        return {cachedMembers.data() + firstCached[i], cachedMembers.data() + firstCached[i + 1]};
    }

    const VertexGraph& graph;
    LowerSetFamily sets;
    std::vector<std::int64_t> memory;  ///< M(L)
    std::vector<double> time;          ///< T(L)
    /// The boundary dL, and the members of L that may run only once (they stay cached in any case).
    std::vector<std::uint32_t> firstCached, cachedMembers;
};

/// What it costs to make V' = L' \ L the next segment.
struct Transition {
    std::int64_t peak;    ///< bytes needed besides M(U) of the sets before
    std::int64_t cached;  ///< bytes this segment adds to M(U)
    double time;          ///< recompute time this segment adds
};

/// Where transitions come from: published formulas, or simulated stages.
class TransitionSource {
  public:
    virtual ~TransitionSource() = default;
    /// Calls f(i, transition) for every i that is a strict subset of j and whose transition to j has
    /// reach[i] + peak <= budget (it may call f for others too). Large i first: small segments give the good
    /// states, which beat those of large ones at once. reach[i] is at most the M(U) of any state
    /// at i, or unreachable.
    using Visit = void (*)(void* self, std::uint32_t i, const Transition& transition);
    virtual void forEach(std::uint32_t j, const std::vector<std::int64_t>& reach, std::int64_t budget,
                         void* self, Visit visit) = 0;
    virtual std::size_t sets() const = 0;
};

inline constexpr std::int64_t unreachable = std::numeric_limits<std::int64_t>::max() / 4;

/// A chain {} = L_0 < ... < L_k = V as indices into the family, first 0, last size - 1.
using SetPath = std::vector<std::uint32_t>;

enum class Sense { leastTime, mostTime };

struct TimedPath {
    SetPath path;
    double time = 0;
};

/// The chain of least (or most) recompute time whose every segment meets the budget ([K] algorithm 1), or
/// nothing. `knownTime`: a time that some chain is known to reach, for pruning (leastTime only).
/// Where the control stops: the best chain so far, or nothing.
std::optional<TimedPath> timedPath(TransitionSource& source, std::int64_t budget, Sense sense,
                                   const Control& control,
                                   double knownTime = std::numeric_limits<double>::infinity());

struct PeakPath {
    SetPath path;
    std::int64_t peak = 0;
};

/// The chain whose largest M(U) + peak is least: the least budget of timedPath(), in one pass. `known`: a
/// budget that is known to be enough.
std::optional<PeakPath> leastPeakPath(TransitionSource& source, std::int64_t known, const Control& control);

}  // namespace reforward
