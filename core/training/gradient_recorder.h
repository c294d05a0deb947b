// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/gradient_flow.h"
#include "core/training/flow.h"
#include "core/training/layout.h"

namespace reforward {

/// Records, as a training graph is put together, how the framework's backward passes gradients between the
/// tensors of the model: through vertices and through the views that are folded away. Calls come in the
/// order of forward.
class GradientRecorder {
  public:
    GradientRecorder(const Model& model, const Flow& flow);

    struct Output {
        TensorId tensor;
        std::uint32_t index;  ///< which output of the vertex it is
    };
    /// An operator that became vertex v; inputs that it reads through a copy() are read from that.
    void vertex(VertexId v, std::size_t node, std::vector<Output> outputs);
    /// A view folded into the owner of the memory.
    void view(std::size_t node);
    /// Vertex v puts tensor t in order for the readers that follow.
    void copy(VertexId v, TensorId t);
    /// Vertex v writes its result over output 0 of another, which nothing else reads.
    void overwrite(VertexId v, VertexId input) { result_.overwrites.push_back({v, {input, 0}}); }
    /// The vertex whose output 0 a tensor is where only one node reads that, else noIndex.
    VertexId readOnce(TensorId t) const { return t == noTensor || readers_[t] != 1 ? noIndex : madeBy_[t]; }
    /// The caller keeps this value.
    void hold(VertexId v, std::uint32_t output) { result_.held.push_back({v, output}); }

    /// Works out which gradients are allocated, from how they lie in memory. Null where the bytes pass 2^61.
    std::shared_ptr<const GradientFlow> finish();

  private:
    struct Record {
        std::size_t node = noIndex;         ///< noIndex: a copy
        std::vector<std::uint32_t> inputs;  ///< the operator's input slot of each outgoing contribution
        std::optional<Dimensions> part;     ///< of a cut along one of several axes: what it cuts from
    };

    std::uint32_t slotOf(TensorId t);
    std::uint32_t addSlot(TensorId t, bool parameter);
    TensorId rootParameter(TensorId t) const;
    void addIncoming(GradientFlow::Function& function, TensorId t, std::uint32_t output);
    void add(GradientFlow::Function function, Record record);
    std::vector<std::size_t> cutAxes(const ModelNode& node) const;
    void addCuts(std::size_t node);
    void noteOverwrite(VertexId v, const ModelNode& node);

    std::optional<Layout> incomingLayout(const GradientFlow::Function& function) const;
    void settleView(std::uint32_t f, const OperatorUse& use);
    void settleOperator(std::uint32_t f, const OperatorUse& use);
    void receive(std::uint32_t slot, std::optional<Layout> layout);

    const Model& model_;
    const Flow& flow_;
    GradientFlow result_;
    std::vector<Record> records_;                 // by function
    std::vector<TensorId> tensorOf_;              // by slot
    std::vector<std::uint32_t> slots_, copies_;   // by tensor
    std::vector<std::uint32_t> producer_;         // by tensor: its node
    std::vector<std::uint32_t> readers_;          // by tensor: how many nodes read it, outputs count as one
    std::vector<VertexId> madeBy_;                // by tensor that is output 0 of a vertex
    std::vector<std::uint32_t> uses_;             // by slot: contributions
    std::vector<std::optional<Layout>> layouts_;  // by slot: how its gradient lies
};

}  // namespace reforward
