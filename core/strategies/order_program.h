// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>

#include "core/base/mip_solver.h"
#include "core/plan/pins.h"
#include "core/strategies/required_steps.h"

namespace reforward {

/// Checkmate's integer program (Jain et al. 2020) for the graph's order, in the step model: each required
/// step is a stage, before it every vertex may run again once, in the order, where something then reads it.
/// Its optimum is the least recompute time of all schedules of that kind, which is not a bound on others.
class OrderProgram {
  public:
    struct Rules {
        /// Only schedules with less recompute time are looked for (infinity: all): what takes as long as that
        /// is never run again, which keeps the program small.
        double under = std::numeric_limits<double>::infinity();
        bool beforeForward = true;  ///< in a forward graph: recomputes in the forward pass too
        bool early = false;         ///< recomputes in stages that do not read what they make
    };
    OrderProgram(const Graph& graph, Bytes budget, const Pins& pins, const Rules& rules);

    const MipModel& model() const { return model_; }
    /// A step certainly does not fit, so there is no such schedule.
    bool impossible() const { return impossible_; }
    /// Of a solution's values. With withFrees() it fits the budget, to the solver's tolerance.
    std::vector<Run> runs(const std::vector<double>& values) const;
    /// The objective is in this many units of the graph's times.
    double timeUnit() const { return timeUnit_; }

  private:
    struct Span {  // variables of one vertex or value, one a stage
        std::uint32_t firstStage = 0, count = 0, firstVariable = 0;
    };
    void findStages();
    void addVariables();
    void addStage(std::uint32_t stage);
    void addRecompute(std::uint32_t stage, VertexId v);
    void addReason(std::uint32_t stage, VertexId v);
    void addCarry(std::uint32_t stage);
    void addMemory(std::uint32_t stage);
    void addFrees(std::uint32_t stage, ValueId x);
    void addCutoff();

    static std::optional<std::uint32_t> at(const Span& span, std::uint32_t stage);
    std::optional<std::uint32_t> again(std::uint32_t stage, VertexId v) const { return at(again_[v], stage); }
    std::optional<std::uint32_t> kept(std::uint32_t stage, ValueId x) const { return at(kept_[x], stage); }
    double scaled(std::int64_t bytes) const { return static_cast<double>(bytes) * byteScale_; }

    const Graph& graph_;
    const Pins& pins_;
    std::int64_t room_;
    double byteScale_ = 1, timeUnit_ = 1;
    Rules rules_;
    bool impossible_ = false;
    std::vector<RequiredStep> steps_;
    std::vector<std::uint32_t> made_;        // by vertex: its first run's stage
    std::vector<std::uint8_t> mayRunAgain_;  // by vertex
    std::vector<std::uint32_t> wanted_;      // by value: the last stage that may read it
    std::vector<Span> again_, kept_;         // by vertex: runs in this stage; by value: held into this stage
    std::vector<std::vector<VertexId>> candidates_;  // by stage, in the order
    struct Free {
        VertexId after;
        std::uint32_t variable;
        ValueId value;
    };
    std::vector<Free> frees_;  // of the stage being added
    MipModel model_;
};

}  // namespace reforward
