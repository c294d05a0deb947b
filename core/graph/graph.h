// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/bytes.h"

namespace reforward {

/// Index of a vertex (an operation), in the order of the file: 0 .. vertexCount() - 1.
using VertexId = std::uint32_t;
/// Index of a value (an output of a vertex): 0 .. valueCount() - 1, grouped by vertex.
using ValueId = std::uint32_t;
inline constexpr std::uint32_t noIndex = UINT32_MAX;

/// A dimension of a model file that has a name in the place of a number.
struct SymbolicDimension {
    std::string name;
    std::int64_t size = 0;  ///< what it is bound to
    bool given = false;     ///< by the user, else by a default
    bool batch = false;
    std::string where;  ///< "ids[0], logits[0]"
};

/// What the import says of a graph as a whole; shown by `info` and in the window, no plan depends on it.
struct GraphNotes {
    std::string name;
    std::optional<std::int64_t> batch;
    std::string batchFrom;  ///< which dimensions of which inputs it is, and how that is known
    std::vector<SymbolicDimension> symbols;
    Bytes parameterBytes;               ///< trainable parameters, in the type that the network computes with
    Bytes masterParameterBytes;         ///< a float32 copy of those of them that have 16 bits; 0: none has
    std::string timeUnit;               ///< of all times: "us", "ms", ...; "": units without a name
    std::vector<std::string> folded;    ///< constants, shape arithmetic and views
    std::vector<std::string> leftOut;   ///< operators no network output depends on
    std::vector<std::string> opaque;    ///< operators not understood
    std::vector<std::string> warnings;  ///< one sentence each
    /// Patterns of primitives that are read as one operator: its name and how many.
    std::map<std::string, std::size_t> fused;
};

struct GradientFlow;

/// Operations and the values they make, forward part of a training step (or, for a joint graph, forward
/// and backward as explicit operations). Immutable and acyclic; made by GraphBuilder. Compact arrays:
/// one entry a vertex or a value, adjacency as ranges. The model is that of the step model: see
/// core/plan/simulator.h. Sums of all bytes fit 61 bits, so sums over subsets cannot overflow.
class Graph {
  public:
    std::size_t vertexCount() const { return ids_.size(); }
    std::size_t valueCount() const { return producer_.size(); }
    /// Vertices that are not fixed: those of the theory, of lower sets and of published formulas.
    std::size_t plannedCount() const { return vertexCount() - fixedCount_; }
    std::size_t fixedCount() const { return fixedCount_; }
    /// Pairs (u, v) of distinct not fixed vertices such that v reads some output of u.
    std::size_t edgeCount() const { return edgeCount_; }

    // Of a vertex.
    const std::string& id(VertexId v) const { return ids_[v]; }          ///< unique
    const std::string& op(VertexId v) const { return ops_[v]; }          ///< operator type
    const std::string& name(VertexId v) const { return names_[v]; }      ///< what to show
    const std::string& module(VertexId v) const { return modules_[v]; }  ///< "" or parts joined by '/'
    double time(VertexId v) const { return time_[v]; }
    double backwardTime(VertexId v) const { return backwardTime_[v]; }
    Bytes workspace(VertexId v) const { return Bytes(workspace_[v]); }
    Bytes backwardWorkspace(VertexId v) const { return Bytes(backwardWorkspace_[v]); }
    bool fixed(VertexId v) const { return flags_[v] & fixedFlag; }
    /// Has a backward; never true in a joint graph or of a fixed vertex.
    bool differentiable(VertexId v) const { return flags_[v] & differentiableFlag; }
    /// The file's own flag, which the fingerprint covers (differentiable() also looks at fixed and joint).
    bool declaredDifferentiable(VertexId v) const { return flags_[v] & declaredDifferentiableFlag; }
    bool recomputable(VertexId v) const { return flags_[v] & recomputableFlag; }
    /// In a joint graph: this operation belongs to the backward pass.
    bool backward(VertexId v) const { return flags_[v] & backwardFlag; }
    /// Keys of the file that the model does not know, with their values as text.
    std::span<const std::pair<std::string, std::string>> extra(VertexId v) const;

    /// Outputs of v are the values firstOutput(v) .. firstOutput(v) + outputCount(v) - 1.
    ValueId firstOutput(VertexId v) const { return firstOutput_[v]; }
    std::uint32_t outputCount(VertexId v) const { return firstOutput_[v + 1] - firstOutput_[v]; }
    std::span<const ValueId> inputs(VertexId v) const {
        return range(inputs_, firstInput_, v);
    }                                                                                          ///< distinct
    std::span<const ValueId> saves(VertexId v) const { return range(saves_, firstSave_, v); }  ///< distinct
    /// Sum of the bytes of v's outputs: M(v) of the theory.
    Bytes outputBytes(VertexId v) const { return Bytes(outputBytes_[v]); }

    // Of a value.
    VertexId producer(ValueId x) const { return producer_[x]; }
    std::uint32_t outputIndex(ValueId x) const { return x - firstOutput_[producer_[x]]; }
    Bytes bytes(ValueId x) const { return Bytes(valueBytes_[x]); }
    bool hasGradient(ValueId x) const { return hasGradient_[x]; }
    bool declaredDifferentiableValue(ValueId x) const { return declaredDifferentiableValue_[x]; }
    const std::string& valueName(ValueId x) const { return valueNames_[x]; }
    std::span<const VertexId> consumers(ValueId x) const { return range(consumers_, firstConsumer_, x); }

    // Of the whole.
    bool joint() const { return joint_; }
    /// All vertices in the order (formats.md section 1), topological.
    std::span<const VertexId> order() const { return order_; }
    std::uint32_t position(VertexId v) const { return position_[v]; }  ///< index in order()
    /// The order is not the default one, so a file must state it.
    bool orderGiven() const { return orderGiven_; }
    std::optional<VertexId> find(std::string_view id) const;
    const GraphNotes& notes() const { return notes_; }
    /// How a framework passes gradients, where the source of the graph tells it; else null.
    const GradientFlow* gradientFlow() const { return gradientFlow_.get(); }

    double forwardTime() const { return forwardTime_; }     ///< sum of time over not fixed vertices
    double backwardTime() const { return backwardTotal_; }  ///< sum of backwardTime, differentiable ones
    Bytes valueBytes() const { return totalBytes_; }        ///< M(V): all values that are not fixed
    Bytes fixedBytes() const { return fixedBytes_; }

  private:
    friend class GraphBuilder;
    static constexpr std::uint8_t fixedFlag = 1, differentiableFlag = 2, recomputableFlag = 4,
                                  backwardFlag = 8, declaredDifferentiableFlag = 16;

    template <class T>
    static std::span<const T> range(const std::vector<T>& all, const std::vector<std::uint32_t>& first,
                                    std::uint32_t i) {
        return {all.data() + first[i], all.data() + first[i + 1]};
    }

    std::vector<std::string> ids_, ops_, names_, modules_, valueNames_;
    std::vector<double> time_, backwardTime_;
    std::vector<std::int64_t> workspace_, backwardWorkspace_, outputBytes_, valueBytes_;
    std::vector<std::uint8_t> flags_, hasGradient_, declaredDifferentiableValue_;
    std::vector<std::uint32_t> firstOutput_, firstInput_, firstSave_, firstConsumer_;
    std::vector<ValueId> inputs_, saves_;
    std::vector<VertexId> producer_, consumers_, order_;
    std::vector<std::uint32_t> position_;
    std::vector<std::vector<std::pair<std::string, std::string>>> extra_;
    std::unordered_map<std::string, VertexId> byId_;
    std::size_t fixedCount_ = 0, edgeCount_ = 0;
    double forwardTime_ = 0, backwardTotal_ = 0;
    Bytes totalBytes_, fixedBytes_;
    bool joint_ = false, orderGiven_ = false;
    GraphNotes notes_;
    std::shared_ptr<const GradientFlow> gradientFlow_;
};

}  // namespace reforward
