// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/training_memory.h"
#include "core/strategies/strategy.h"

namespace reforward {

/// What is asked: the largest batch that trains within a device's memory at a given price.
struct BatchQuestion {
    /// The same network at any batch of 1 or more. Throws Error (usage) where its batch cannot be changed;
    /// Error (input) where the bytes overflow at this one.
    std::function<std::shared_ptr<const Graph>(std::int64_t batch, const Control& control)> graphAt;
    /// The problem for the strategy: options, seed, moves, pins. The bound holds the graph.
    std::function<Problem(const std::shared_ptr<OverheadBound>& bound, Bytes budget)> problemAt;
    const Strategy* strategy = nullptr;
    Training training;
    Bytes memory;               ///< of the device, for parameters and all that comes with them as well
    double overhead = 0.2;      ///< extra forward at most, as a share of one forward
    double secondsForEach = 5;  ///< of planning, at each batch that is tried
};

/// Batches beyond it are not tried.
inline constexpr std::int64_t mostBatch = 1'000'000;

struct LargestBatch {
    std::int64_t batch = 0;
    std::shared_ptr<const Graph> graph;  ///< at that batch
    PlanPtr plan;                        ///< replayed on it
    TrainingMemory memory;
    std::int64_t keepAllBatch = 0;  ///< the largest without recomputing; 0: not even 1

    /// Why no larger one: the smallest batch known or believed not to fit.
    enum class Limit {
        none,      ///< mostBatch fits, or the search was stopped
        floor,     ///< no schedule of it is small enough, at any price
        bound,     ///< no schedule of it that is small enough is cheap enough: proven
        notFound,  ///< the strategy found none in its time
    };
    Limit limit = Limit::none;
    std::int64_t limitBatch = 0;  ///< 0: none

    std::size_t planned = 0;  ///< batches that the strategy was asked for
    bool stopped = false;     ///< before the search was over: a larger batch may fit
};

/// Called with each larger batch that is found to fit.
using BatchSink = std::function<void(const LargestBatch&)>;

/// Searches for the largest batch. Throws Error: (infeasible) where not even batch 1 fits, with what it
/// takes; (notApplicable) where the strategy does not apply; (interrupted) where it was cancelled before any
/// batch fitted; and what graphAt throws at batch 1.
LargestBatch largestBatch(const BatchQuestion& question, const Control& control,
                          const BatchSink& better = {});

/// The last of the batches `from` .. `most` where `excess` is not above 0, `from - 1` where it is above 0 at
/// the first. Takes `excess` to rise with the batch; about five evaluations where it is affine.
std::int64_t lastWithin(std::int64_t from, std::int64_t most,
                        const std::function<double(std::int64_t)>& excess);

}  // namespace reforward
