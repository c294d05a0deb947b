// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/strategies/family_dp.h"

namespace reforward {

/// Simulates one segment V' = L' \ L of a canonical schedule: its first forward run and its stage
/// (recompute, backward), frees at the last use, under the step model. theory.md section 4.1.
class StageSimulator {
  public:
    StageSimulator(const Graph& graph, const VertexGraph& vertices);

    /// `members`: V' = set minus setBefore, ascending. Where set = V the backward follows at once and nothing
    /// is recomputed. The transition's peak is what the segment needs besides the M(U) of the sets before it:
    /// the larger of the forward run and the stage. Counting all of that M(U) as live in the stage makes it
    /// an upper bound on the replayed peak.
    Transition simulate(std::span<const std::uint32_t> members, const SetFamily& family,
                        std::uint32_t setBefore, std::uint32_t set);

  private:
    struct Value {
        std::int64_t bytes = 0;
        bool gradient = false;
        bool seeded = false;  ///< no differentiable consumer: its gradient comes with its own backward
    };
    struct Vertex {
        std::uint32_t firstOutput = 0, endOutput = 0;  ///< into values_
        std::uint32_t firstInput = 0, endInput = 0;    ///< into inputs_
        std::uint32_t firstSave = 0, endSave = 0;      ///< into saves_
        std::int64_t workspace = 0, backwardWorkspace = 0;
        double time = 0;
        bool differentiable = false;
    };

    std::int64_t forwardPeak(std::span<const std::uint32_t> members, bool last);
    std::int64_t stagePeak(std::span<const std::uint32_t> members, bool last, std::int64_t gradients,
                           double& time);

    std::vector<Vertex> vertices_;
    std::vector<Value> values_;
    std::vector<std::uint32_t> producer_;               ///< of a value; noIndex for fixed ones
    std::vector<std::uint32_t> inputs_, saves_;         ///< values
    std::vector<std::uint32_t> firstReader_, readers_;  ///< of a value: consumers, ascending

    // Scratch of one simulation, reset by stamps.
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> member_, cachedMember_, needed_;  ///< of vertices: stamp where true
    std::vector<std::uint32_t> gradientLive_;                    ///< of values
    std::vector<std::uint32_t> outsideReader_;                   ///< of values: some consumer is not in L'
    std::vector<std::uint32_t> forwardReads_, reads_;            ///< of values: reads still to come
    std::vector<std::uint32_t> missing_;
};

}  // namespace reforward
