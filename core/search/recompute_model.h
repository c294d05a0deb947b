// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/plan/pins.h"
#include "core/plan/schedule.h"

namespace reforward {

/// A graph as the search sees it: a fixed sequence of *stages*, each one step that every schedule makes
/// (the first forward run of a vertex, or a backward), before which other vertices may run again.
///   forward graph: the forward runs in the order, then the backward steps in its reverse;
///   joint graph: the first runs in the given order.
/// Vertices that are not fixed are operations 0 .. operations()-1 along that order, their outputs values
/// 0 .. values()-1 grouped by operation. Bytes are doubles: exact below 2^53, and every plan is replayed in
/// integers before anyone sees it. Immutable.
class RecomputeModel {
  public:
    /// `order`: the first runs, all planned vertices of the graph in a topological order.
    RecomputeModel(const Graph& graph, const Pins& pins, std::span<const VertexId> order);
    RecomputeModel(const Graph& graph, const Pins& pins);

    struct Operation {
        double time = 0;
        double workspace = 0;
        std::uint32_t firstValue = 0, endValue = 0;  ///< outputs
        VertexId vertex = 0;
        bool mayRunAgain = true;  ///< neither `recompute: false` nor pinned as kept
    };
    struct Value {
        double bytes = 0;
        std::uint32_t producer = 0;
        /// The first copy lives up to this stage in any plan of this model, without an event: its last
        /// forward reader in forward graphs, its first run in joint ones.
        std::int32_t firstCopyLives = 0;
        /// The first copy may not be held beyond this stage (recompute pins).
        std::int32_t firstCopyEnds = std::numeric_limits<std::int32_t>::max();
    };
    struct Stage {
        Run step;
        double base = 0;  ///< live whatever is recomputed: fixed values, gradients, first copies
        double made = 0;  ///< what the step itself adds: outputs or gradients, and workspace
    };

    const Graph& graph() const { return graph_; }
    std::uint32_t operations() const { return static_cast<std::uint32_t>(operations_.size()); }
    std::uint32_t values() const { return static_cast<std::uint32_t>(values_.size()); }
    std::int32_t stages() const { return static_cast<std::int32_t>(stages_.size()); }
    const Operation& operation(std::uint32_t w) const { return operations_[w]; }
    const Value& value(std::uint32_t x) const { return values_[x]; }
    const Stage& stage(std::int32_t t) const { return stages_[static_cast<std::size_t>(t)]; }
    /// Values (never fixed ones) that a run of the operation reads.
    std::span<const std::uint32_t> inputs(std::uint32_t w) const { return range(inputs_, firstInput_, w); }
    /// Operations that read an output of this one.
    std::span<const std::uint32_t> readers(std::uint32_t w) const { return range(readers_, firstReader_, w); }
    /// Values that the stage's own step reads.
    std::span<const std::uint32_t> reads(std::int32_t t) const {
        return range(reads_, firstRead_, static_cast<std::size_t>(t));
    }
    /// The operation that the stage runs first or whose backward it is.
    std::uint32_t operationOf(std::int32_t t) const { return operationOf_[static_cast<std::size_t>(t)]; }
    std::uint32_t number(VertexId v) const { return number_[v]; }  ///< noIndex for fixed vertices
    /// The first stage before which anything may run again.
    std::int32_t firstRerunStage() const { return firstRerunStage_; }
    double forwardTime() const { return forwardTime_; }

  private:
    static std::span<const std::uint32_t> range(const std::vector<std::uint32_t>& all,
                                                const std::vector<std::uint32_t>& first, std::size_t i) {
        return {all.data() + first[i], all.data() + first[i + 1]};
    }
    void number(std::span<const VertexId> order);
    void addStages();
    void addForwardStages();
    void addBackwardStages();
    void addStage(const Run& step, double base, double made);
    void findReaders();
    void setPins(const Pins& pins);

    const Graph& graph_;
    std::vector<Operation> operations_;
    std::vector<Value> values_;
    std::vector<Stage> stages_;
    std::vector<std::uint32_t> firstInput_{0}, inputs_, firstReader_, readers_, firstRead_{0}, reads_,
        operationOf_;
    std::vector<std::uint32_t> number_, valueNumber_;
    std::int32_t firstRerunStage_ = 0;
    double forwardTime_ = 0;
};

/// What runs again before each stage: operations ascending, stage by stage. With the order it says all of a
/// plan: a value that a stage reads and whose operation is not run again there was held since its last copy.
struct Reruns {
    std::vector<std::uint32_t> first{0};  ///< stages + 1 entries, into `operations`
    std::vector<std::uint32_t> operations;

    std::span<const std::uint32_t> at(std::int32_t t) const {
        const auto i = static_cast<std::size_t>(t);
        return {operations.data() + first[i], operations.data() + first[i + 1]};
    }
};

/// Without the runs whose outputs nothing reads before they are made again.
Reruns withoutUseless(const RecomputeModel& model, const Reruns& reruns);

/// The runs of these reruns, with what `withFrees` then adds a schedule.
Schedule scheduleOf(const RecomputeModel& model, const Reruns& reruns);

/// The reruns of a valid schedule whose first runs and backward steps come in the model's order (nothing
/// otherwise). Runs repeated before one stage count once.
bool rerunsOf(const RecomputeModel& model, const Schedule& schedule, Reruns& reruns);

}  // namespace reforward
