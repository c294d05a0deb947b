// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/fusion.h"

namespace reforward {

using NodeId = std::uint32_t;
inline constexpr NodeId noNode = UINT32_MAX;

/// A model while patterns are sought and rewritten in it: who makes and who reads each tensor, and the
/// questions that patterns ask. O(nodes) to build, each question O(1) or O(readers).
class PatternGraph {
  public:
    explicit PatternGraph(Model& model);

    const Model& model() const { return model_; }
    std::size_t nodes() const { return model_.nodes.size(); }
    const ModelNode& at(NodeId n) const { return model_.nodes[n]; }

    /// The standard node of that operator that makes the tensor, else noNode.
    NodeId made(TensorId tensor, std::string_view op) const;
    /// The same, of any operator.
    NodeId maker(TensorId tensor) const { return tensor == noTensor ? noNode : producer_[tensor]; }
    /// The only node that reads output 0, if it is a standard one of that operator and the output is none
    /// of the network's.
    NodeId soleReader(NodeId n, std::string_view op) const;
    std::size_t readerCount(TensorId tensor) const { return readers_[tensor].size(); }

    /// A known constant of one element, within a thousandth of `wanted` (of 0: exactly).
    bool isNumber(TensorId tensor, double wanted) const;
    /// A known constant of one element.
    std::optional<double> number(TensorId tensor) const;
    /// All elements of a known small constant are that number.
    bool isFilledWith(TensorId tensor, double wanted) const;
    bool isParameter(TensorId tensor) const;
    /// A parameter, or one seen under another shape (Reshape, Unsqueeze, ...): the parameter itself.
    TensorId parameterBehind(TensorId tensor) const;
    bool sameShape(TensorId a, TensorId b) const;
    /// The axes of a reduction as 0 .. rank - 1, ascending; all where none are given. Nothing where they
    /// are not known.
    std::optional<std::vector<std::int64_t>> axesOf(NodeId reduction) const;

    /// Of a node with two inputs where one is that number: the other, else noTensor.
    TensorId besides(NodeId n, double number) const;
    /// Of a node with two inputs where one is that tensor: the other, else noTensor.
    TensorId besides(NodeId n, TensorId tensor) const;

    /// A product of several factors, however the multiplications nest: its factors, and its nodes (which
    /// join `inside`) besides the outermost. Nothing where they are more than six.
    std::vector<TensorId> factors(NodeId product, std::vector<NodeId>& inside) const;
    bool takeNumber(std::vector<TensorId>& list, double number) const;
    static bool take(std::vector<TensorId>& list, TensorId tensor);

    /// The model was traced from PyTorch: the order of operands tells what its exporter wrote for one
    /// operator from what the program itself computed step by step.
    bool traced() const { return traced_; }

    /// Turns `last` into `op` with these inputs; the nodes of `inside` no longer run. Refused (false) where
    /// anything else reads a tensor that is made inside, or where such a tensor is an output of the network.
    bool fuse(NodeId last, std::vector<NodeId> inside, std::string_view op, std::vector<TensorId> inputs,
              std::vector<std::pair<std::string, AttributeValue>> attributes = {});
    std::vector<Fusion> takeFusions() { return std::move(fusions_); }

  private:
    void removeReads(NodeId n);
    /// What it makes is known (a shape): no value is read for it.
    bool readsShapeOnly(NodeId n) const;

    Model& model_;
    std::vector<NodeId> producer_;
    std::vector<std::vector<NodeId>> readers_;
    std::vector<bool> isOutput_;
    std::vector<Fusion> fusions_;
    bool traced_;
};

// The patterns. Each looks whether the last node of its pattern is `last` and rewrites it if so.
// What is not the framework's own way to write an operator down stays as it is written.

// pattern_activations.cpp
bool fuseGelu(PatternGraph& graph, NodeId last);
bool fuseSilu(PatternGraph& graph, NodeId last);
bool fuseMish(PatternGraph& graph, NodeId last);
bool fuseHardSwish(PatternGraph& graph, NodeId last);
bool fuseLogSigmoid(PatternGraph& graph, NodeId last);
bool fuseShrink(PatternGraph& graph, NodeId last);
bool fuseGlu(PatternGraph& graph, NodeId last);
bool fuseReciprocalRoot(PatternGraph& graph, NodeId last);
bool fuseLogarithm(PatternGraph& graph, NodeId last);

// pattern_normalizations.cpp
bool fuseLayerNormalization(PatternGraph& graph, NodeId last);
bool fuseGroupNormalization(PatternGraph& graph, NodeId last);
bool fuseWeightNormalization(PatternGraph& graph, NodeId last);
bool fuseVariance(PatternGraph& graph, NodeId last);

// pattern_others.cpp: pooling, sums of products, losses
bool fusePaddedPooling(PatternGraph& graph, NodeId last);
bool fuseScaledSum(PatternGraph& graph, NodeId last);
bool fuseDivergence(PatternGraph& graph, NodeId last);
bool fuseCrossEntropyWithLogits(PatternGraph& graph, NodeId last);

}  // namespace reforward
