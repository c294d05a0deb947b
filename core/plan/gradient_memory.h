// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <queue>

#include "core/graph/gradient_flow.h"

namespace reforward {

/// The gradient buffers of a framework as backward runs (accounting `pytorch`). Buffers are counted by
/// reference: a gradient that is handed on is the same buffer in two slots. Bytes are exact; the highest
/// moment since resetHighest() is kept.
class GradientMemory {
  public:
    explicit GradientMemory(const Graph& graph);

    /// Runs the functions of folded views that are due before v, then that of v: allocates what it sends.
    /// Sums wait for settle(), so that what v read can be freed first. v's incoming gradients stay until
    /// release().
    void backward(VertexId v);
    /// Drops v's incoming gradient for that output.
    void release(VertexId v, std::uint32_t output);
    /// Puts what the last function sent into its slots, summing where one is there already.
    void settle();
    /// Runs what is left after the last backward.
    void finish();

    const GradientFlow& flow() const { return *flow_; }

    std::int64_t live() const { return live_; }  ///< without parameters' final gradients
    std::int64_t parameterGradients() const { return parameters_; }
    std::int64_t highest() const { return highest_; }
    /// The highest moment with parameters' gradients.
    std::int64_t highestWithParameters() const { return highestWithParameters_; }
    void resetHighest();

  private:
    using BufferId = std::uint32_t;
    struct Buffer {
        std::int64_t bytes = 0;
        std::uint32_t references = 0;
        bool parameter = false;
    };
    struct Sent {
        std::uint32_t slot;
        BufferId buffer;
    };

    BufferId allocate(std::int64_t bytes, bool parameter);
    void drop(BufferId& buffer);
    void note(std::int64_t transient);
    void run(std::uint32_t function);
    void runView(std::uint32_t function);
    void markDone(std::uint32_t function);

    std::shared_ptr<const GradientFlow> flow_;
    std::vector<std::uint32_t> functionOf_;  ///< by vertex
    std::vector<std::uint32_t> ownerOf_;     ///< by slot: the function it is incoming to
    std::vector<std::uint32_t> open_;        ///< by function: contributions it still waits for
    std::vector<std::uint32_t> expected_;    ///< by slot: contributions yet to come
    std::vector<BufferId> gathered_;         ///< by slot
    std::vector<Buffer> buffers_;
    std::vector<BufferId> unused_;
    std::vector<Sent> sent_;
    std::uint32_t sender_ = noIndex;
    std::priority_queue<std::uint32_t> readyViews_;
    std::int64_t live_ = 0, parameters_ = 0, highest_ = 0, highestWithParameters_ = 0;
};

}  // namespace reforward
