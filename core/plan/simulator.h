// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/plan/accounting.h"
#include "core/plan/gradient_memory.h"
#include "core/plan/step.h"

namespace reforward {

// The one simulator: replays a schedule under the step model (formats.md section 2). Every figure that is
// shown anywhere comes from here.
//
// A vertex is an operation, it has output values. Live memory is the sum of the bytes of all live forward
// values and live gradients, plus the workspace of the running step. Under the accounting `pytorch` the rules
// of validity are the same, the bytes are those of a framework (accounting.h).

/// What a plan does with a vertex (formats.md, end of section 2). Fixed vertices are none of the three.
enum class VertexState : std::uint8_t { kept, recomputed, dropped, fixed };
std::string_view stateName(VertexState state);

struct Fault {
    std::size_t step = 0;  ///< index into the schedule; its size for what is missing at the end
    std::string message;   ///< one line naming step, vertex and the broken rule
};

struct Simulation {
    std::optional<Fault> fault;        ///< the first broken rule; the figures then cover the steps before it
    Bytes peak;                        ///< fixed values included; not under the accounting `pytorch`
    Bytes peakWithParameterGradients;  ///< accounting `pytorch`: with parameters' gradients; else the peak
    Bytes forwardEnd;                  ///< live when the first backward starts; at the end without one
    std::size_t peakStep = 0;          ///< the first step at the peak
    double forwardTime = 0, recomputeTime = 0, backwardTime = 0;
    std::vector<std::uint32_t> runs;  ///< forward runs of each vertex
    std::vector<VertexState> states;  ///< of each vertex
    std::size_t kept = 0, recomputed = 0, dropped = 0;

    bool valid() const { return !fault; }
};

/// Replays the whole schedule or up to its first fault. O(steps + edges).
Simulation simulate(const Graph& graph, const Schedule& schedule, Accounting accounting = Accounting::step);

/// Live bytes at one step, with the step's own inputs, outputs and workspace, by kind. For a free it is
/// what remains after it. Under the accounting `pytorch` it is the highest moment of the step, and the sums
/// of gradients that a backward leads to belong to the next forward or backward: the frees come between.
struct TimelineEntry {
    std::int64_t fixed = 0;
    std::int64_t kept = 0;        ///< forward values in their first run
    std::int64_t recomputed = 0;  ///< forward values from a second or later run
    std::int64_t gradients = 0;
    std::int64_t workspace = 0;
    std::int64_t total() const { return fixed + kept + recomputed + gradients + workspace; }
};

struct Timeline {
    std::vector<TimelineEntry> entries;  ///< one a step
    std::size_t firstBackward = 0;       ///< index of the first backward step (entries.size() without one)
};

/// The timeline of a valid schedule (of an invalid one: up to its fault).
Timeline timeline(const Graph& graph, const Schedule& schedule, Accounting accounting = Accounting::step);

/// The state of memory as a schedule is replayed step by step: for the schedule player, for strategies
/// that look ahead and for the simulator itself.
class Replay {
  public:
    explicit Replay(const Graph& graph, Accounting accounting = Accounting::step);

    /// Applies a step; false, with fault() set and nothing changed, where it breaks a rule.
    bool apply(const Step& step);
    /// True when every vertex has run forward and every differentiable one backward; else fault() is set.
    bool finish();

    const std::string& fault() const { return fault_; }
    bool live(ValueId x) const { return live_[x]; }
    bool gradientLive(ValueId x) const { return gradientLive_[x]; }
    std::uint32_t runs(VertexId v) const { return runs_[v]; }
    bool backwardDone(VertexId v) const { return backwardDone_[v]; }
    /// Live now, without any workspace.
    std::int64_t liveBytes() const { return fixed_ + kept_ + recomputed_ + gradients_; }
    /// At the last applied step.
    const TimelineEntry& entry() const { return entry_; }
    /// Its total with the gradients of parameters, which only the accounting `pytorch` tells.
    std::int64_t totalWithParameterGradients() const { return entry_.total() + parameterGradients_; }
    double forwardTime() const { return forwardTime_; }
    double recomputeTime() const { return recomputeTime_; }
    double backwardTime() const { return backwardTime_; }
    /// A value of v was read by a backward or by a recompute.
    bool readLate(VertexId v) const { return readLate_[v]; }

  private:
    bool forward(VertexId v);
    bool backward(VertexId v);
    bool refuse(const Step& step, const std::string& reason);
    void setEntry(std::int64_t workspace);
    void setGradientEntry(std::int64_t workspace);
    void makeGradientsLive(VertexId v);
    void startMemory();
    std::int64_t reusedBytes(VertexId v) const;

    const Graph& graph_;
    std::vector<std::uint8_t> live_, inRecompute_, gradientLive_, backwardDone_, readLate_;
    std::vector<std::uint32_t> runs_;
    std::vector<std::uint32_t> openConsumers_;  ///< of a value: differentiable consumers yet to run backward
    std::vector<std::uint8_t> anyConsumer_;     ///< of a value: has a differentiable consumer at all
    std::size_t neverRun_ = 0, neverBackward_ = 0;
    std::int64_t fixed_ = 0, kept_ = 0, recomputed_ = 0, gradients_ = 0;
    double forwardTime_ = 0, recomputeTime_ = 0, backwardTime_ = 0;
    TimelineEntry entry_;
    std::optional<GradientMemory> memory_;  ///< of the accounting `pytorch`
    std::vector<std::uint8_t> held_;        ///< by value: the caller keeps what is freed first
    std::vector<ValueId> overwritten_;      ///< by vertex: the input that its forward writes over
    std::int64_t parameterGradients_ = 0;
    std::string fault_;
};

}  // namespace reforward
