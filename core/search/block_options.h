// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/control.h"
#include "core/search/model_blocks.h"
#include "core/search/held_replay.h"

namespace reforward {

/// A plan of a run of neighbouring blocks on its own, given that what crosses into it is live until its
/// backward is done. What crosses out of it is held.
struct BlockOption {
    double held = 0;  ///< bytes it holds at the end of the forward pass, what crosses out included
    double time = 0;  ///< recompute time
    double peak = 0;  ///< bytes at most live on its own, in its forward and in its backward
    Reruns reruns;    ///< of BlockModel::model
};

/// A run of neighbouring blocks as a small graph: what crosses into it as the outputs of a vertex that may
/// not run again, then its operations, then a vertex that reads what crosses out.
class BlockModel {
  public:
    /// Blocks first .. last of the whole model.
    BlockModel(const RecomputeModel& whole, const EqualBlocks& blocks, std::size_t first, std::size_t last);

    const RecomputeModel& model() const { return *model_; }
    /// Operations of the whole are those of model() from this number on.
    std::uint32_t firstOperation() const { return hasSource_ ? 1 : 0; }
    std::uint32_t operations() const { return operations_; }

    /// Plans that none of the others beats in bytes held, time and peak; by bytes held, at most `most`. From
    /// minimum cuts at many prices; with `crossings` each also with what crosses between the run's blocks
    /// held every so many bytes.
    std::vector<BlockOption> options(std::size_t most, bool crossings, const Control& control) const;

  private:
    double heldBytes(const HeldReplay& replay) const;
    std::vector<std::vector<bool>> cuts(const Control& control) const;
    std::vector<bool> withCrossing(std::vector<bool> held, double bytes) const;

    std::unique_ptr<const Graph> graph_;
    std::unique_ptr<const RecomputeModel> model_;
    bool hasSource_ = false, hasSink_ = false;
    std::uint32_t operations_ = 0;
    double sourceBytes_ = 0;
    /// Of each block but the last: the operation it ends with and the values that cross there, of model_.
    struct Crossing {
        std::uint32_t end;
        std::vector<std::uint32_t> values;
    };
    std::vector<Crossing> inner_;
};

}  // namespace reforward
