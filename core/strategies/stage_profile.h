// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/family_dp.h"
#include "core/strategies/range_max.h"

namespace reforward {

/// One segment V' = L' \ L of a canonical schedule under the step model: its first forward run and its
/// stage (recompute, backward), frees at the last use (theory.md section 4.1). For one L' the profile moves
/// from one L to the next and pays only for the vertices that change sides.
class StageProfile {
  public:
    StageProfile(const Graph& graph, const SetFamily& family);

    /// L' := this set of the family, L := {}.
    void enter(std::uint32_t set);
    /// L := this set, a subset of L'.
    void moveTo(std::uint32_t before);
    /// peak: what the segment needs besides the M(U) of the sets before it, the larger of forward run and
    /// stage. All of that M(U) is counted as live in the stage, so a chain's peak is an upper bound on the
    /// replayed one. Where L' = V the backward follows at once and nothing is recomputed.
    Transition transition() const;

  private:
    struct Value {
        std::int64_t bytes = 0;
        std::uint32_t producer = noIndex;  ///< noIndex for fixed ones
        bool gradient = false;
        bool seeded = false;  ///< no differentiable consumer: its gradient comes with its own backward

        // For the present L'. Positions are vertex numbers; -1: none.
        std::int64_t lastForward = -1;    ///< last reader in L'
        std::int64_t lastRecompute = -1;  ///< last recomputed reader
        std::int64_t firstSaver = -1;     ///< the backward that reads it last
        std::int64_t gradientEnd = -1;    ///< the first backward that adds to its gradient
        bool outside = false;             ///< a vertex outside L' reads it
        bool gradientFromLater = false;   ///< a later stage has made its gradient
    };
    struct Vertex {
        std::uint32_t firstOutput = 0, endOutput = 0;  ///< values
        std::uint32_t firstInput = 0, endInput = 0;    ///< into inputs_
        std::uint32_t firstSave = 0, endSave = 0;      ///< into saves_
        std::int64_t workspace = 0, backwardWorkspace = 0;
        double time = 0;
        bool differentiable = false;

        // For the present L'.
        bool cached = false, missing = false;
        std::int64_t cachedBytes = 0;
    };

    void findReaders(std::uint32_t v);
    void findMissing();
    void buildTrees();
    void toggle(std::uint32_t v, bool intoL);
    /// Calls add(tree, first, last, bytes) for each interval of v's values while v is in V'.
    template <class Add>
    void forEachInterval(std::uint32_t v, Add&& add) const;
    std::int64_t lastGradientReader(std::uint32_t x, std::int64_t below) const;

    const SetFamily& family_;
    std::vector<Vertex> vertices_;
    std::vector<Value> values_;
    std::vector<std::uint32_t> inputs_, saves_;
    std::vector<std::uint32_t> firstReader_, readers_;  ///< of a value: consumers, ascending

    std::uint32_t set_ = 0;
    bool last_ = false;                   ///< L' = V
    std::vector<std::uint32_t> members_;  ///< of L', ascending
    std::vector<std::uint8_t> inSet_, inL_, needed_;
    std::int64_t lastPosition_ = 0;
    RangeMax forward_, recompute_, backward_;
    std::int64_t cachedBytes_ = 0;
    double time_ = 0;
    std::vector<std::uint32_t> leaving_, entering_;
};

}  // namespace reforward
