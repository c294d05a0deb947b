// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/vertex_graph.h"
#include "core/plan/step.h"

namespace reforward {

/// A graph as a chain of blocks, for planners of chains: the vertices after one cut vertex up to and with
/// the next. A block reads its own values, those of the cut vertex before it, and fixed ones. A chain of
/// vertices is a chain of blocks of one.
struct BlockChain {
    std::vector<std::vector<VertexId>> blocks;  ///< not fixed vertices, along the order; none is empty
    std::size_t cutBlocks = 0;  ///< as many as cut vertices make; more than blocks where joined
};

/// The chain, neighbouring blocks joined into ones of about equal bytes where there are more than `most`.
BlockChain blockChain(const Graph& graph, std::size_t most);

/// What a planner of chains has to know of a block. Bytes; the values of the block before, fixed values and
/// everything outside the block are not counted, gradients of the block before in `backwardPeak` only.
struct BlockCosts {
    std::int64_t output = 0;          ///< values that later blocks read
    std::int64_t outputGradient = 0;  ///< gradients of those
    std::int64_t inner = 0;           ///< what running it with everything kept leaves, the output included
    std::int64_t forwardPeak = 0;     ///< while it runs, keeping nothing but its output
    std::int64_t keepingPeak = 0;     ///< while it runs, keeping all that its backward reads
    std::int64_t backwardPeak = 0;    ///< during its backward, after such a run
    double time = 0;                  ///< of one forward
};

/// Of each block. O(V + E).
std::vector<BlockCosts> blockCosts(const Graph& graph, const BlockChain& chain);

/// Collects runs of whole blocks and makes a schedule of them.
class BlockRuns {
  public:
    BlockRuns(const Graph& graph, const BlockChain& chain) : graph_(graph), chain_(chain) {}

    /// Runs the vertices of a block, the second time and later only those that may run again.
    void forward(std::size_t block);
    void backward(std::size_t block);
    /// Without the runs whose values nothing reads, and with frees after the last reads. What a block's
    /// forward keeps for its backward is thus what is read there before the block runs again.
    Schedule schedule() const;

  private:
    const Graph& graph_;
    const BlockChain& chain_;
    std::vector<Step> runs_;
    std::vector<bool> ran_ = std::vector<bool>(chain_.blocks.size());
};

}  // namespace reforward
