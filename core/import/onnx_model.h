// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/import/onnx_dimensions.h"
#include "core/import/onnx_file.h"
#include "core/import/onnx_scope.h"

namespace reforward {

/// A node that has been read but not inferred yet.
struct OnnxNode {
    ModelNode node;
    std::shared_ptr<const OnnxScope> scope;
    const onnx::NodeProto* proto = nullptr;
    std::shared_ptr<const onnx::NodeProto> own;  ///< what `proto` points to where it is not the file's
};

/// A list of nodes in topological order, the file's own where that is topological.
using OnnxNodes = std::vector<OnnxNode>;

/// Reads graphs of a file into a model, one scope at a time: the main graph, then the bodies of functions
/// and of branches where they are run. Every throw is an Error (input) naming node and reason: an empty
/// operator, a tensor made twice, an input that nobody makes, a cycle, functions that call themselves or
/// nest or grow beyond `depthLimit` and `nodeLimit`.
class OnnxReader {
  public:
    static constexpr int depthLimit = 64;
    static constexpr std::size_t nodeLimit = 200'000;  ///< of all inlined bodies together

    OnnxReader(const OnnxFile& file, const OnnxDimensions& dimensions);

    /// Inputs, initializers and nodes of the main graph.
    OnnxNodes readMain();
    /// The function that a node calls, null where it is an operator.
    const onnx::FunctionProto* functionOf(const OnnxNode& node) const;
    /// The body of a function in the place of its call, of a nested graph in the place of its node. Both
    /// make the outputs of that node.
    OnnxNodes inlineFunction(const OnnxNode& call, const onnx::FunctionProto& function);
    OnnxNodes inlineGraph(const OnnxNode& node, const onnx::GraphProto& graph);

    /// The body of a nested graph for a look at its types: inputs of these types, results by tensor
    /// (noTensor: it makes no such result). Who asks takes the tensors away again.
    OnnxNodes readBody(const OnnxNode& node, const onnx::GraphProto& graph,
                       const std::vector<TensorType>& inputs, std::vector<TensorId>& results);

    /// Nodes are added by who infers them.
    Model model;
    /// Types that the file states for computed tensors.
    std::unordered_map<TensorId, TensorType> declared;

  private:
    TensorId define(OnnxScope& scope, const std::string& name, ModelTensor::Kind kind,
                    const std::string& maker);
    void readOperatorSets(OnnxScope& scope);
    void readInitializers(const onnx::GraphProto& graph, OnnxScope& scope);
    void addInitializer(OnnxScope& scope, const onnx::TensorProto& values, const Dimensions& dense);
    void warnOfPath(const std::string& location);
    void readInputs(OnnxScope& scope);
    void readOutputs(const OnnxScope& scope);
    void declare(const onnx::GraphProto& graph, const OnnxScope& scope);
    std::shared_ptr<OnnxScope> scopeInside(const OnnxNode& node) const;
    /// `given` are outputs that have a tensor already, by name.
    template <class Protos>
    OnnxNodes readNodes(const Protos& protos, const std::shared_ptr<OnnxScope>& scope);
    OnnxNode readNode(const onnx::NodeProto& proto, std::uint32_t index,
                      const std::shared_ptr<OnnxScope>& scope);
    void readNodeInputs(OnnxNode& read) const;
    void addCaptured(OnnxNode& read) const;
    OnnxNodes sorted(OnnxNodes nodes);
    void passOn(OnnxNodes& nodes, const OnnxNode& outer, const std::vector<std::string>& results,
                const std::shared_ptr<OnnxScope>& scope);
    void count(std::size_t added, const OnnxNode& node);

    const OnnxFile& file_;
    const onnx::GraphProto& graph_;
    const OnnxDimensions& dimensions_;
    std::size_t inlined_ = 0;
    bool warned_ = false, sortedSome_ = false;
    /// Outputs of the body in hand whose tensors are those of the node it stands for.
    std::unordered_map<std::string, TensorId> results_;
};

}  // namespace reforward
