// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace reforward {

/// One vertex as a file states it; absent members take the defaults of formats.md section 1.
struct VertexSpec {
    struct Output {
        std::string name;
        std::int64_t bytes = 0;
        bool differentiable = true;
    };
    /// A value named by its vertex and output, before ids are resolved.
    struct ValueName {
        std::string vertex;
        std::int64_t output = 0;
    };

    std::string id;
    std::string op;
    std::string name;    ///< empty: the id
    std::string module;  ///< '/' and '.' both split; kept with '/'
    std::vector<Output> outputs{{}};
    double time = 1;
    std::optional<double> backwardTime;           ///< absent: 2 x time
    std::optional<std::vector<ValueName>> saves;  ///< absent: all inputs
    std::int64_t workspace = 0;
    std::optional<std::int64_t> backwardWorkspace;  ///< absent: as workspace
    bool differentiable = true;
    bool fixed = false;
    bool recompute = true;
    bool backward = false;
    std::vector<std::pair<std::string, std::string>> extra;
};

/// Collects vertices and edges and makes a Graph, or throws Error (input) naming node and reason: a
/// duplicate id, an edge to a vertex or output that is not there, a cycle (two of its vertices named), a
/// negative or non-finite figure, a saves entry that is neither input nor output, a fixed vertex with
/// inputs, sums beyond 2^61 bytes, an order that is not topological, no vertex at all.
class GraphBuilder {
  public:
    GraphNotes notes;

    VertexId addVertex(VertexSpec spec);
    /// The vertex with this id, or Error.
    VertexId vertex(const std::string& id) const;
    std::optional<VertexId> findVertex(const std::string& id) const;
    VertexSpec& spec(VertexId v) { return specs_[v]; }
    std::size_t vertexCount() const { return specs_.size(); }
    /// `to` reads output `output` of `from`; the same edge twice is one input.
    void addEdge(VertexId from, std::int64_t output, VertexId to);
    /// Ids of all vertices; without a call the order is Kahn's, first in the file first.
    void setOrder(std::vector<std::string> ids) { order_ = std::move(ids); }
    void setJoint(bool joint) { joint_ = joint; }
    /// Named by vertices and values as this builder numbers them.
    void setGradientFlow(std::shared_ptr<const GradientFlow> flow) { flow_ = std::move(flow); }

    struct Edge {
        VertexId from;
        std::int64_t output;
        VertexId to;
    };
    const std::vector<Edge>& edges() const { return edges_; }

    Graph build() &&;

  private:
    std::vector<VertexSpec> specs_;
    std::vector<Edge> edges_;
    std::unordered_map<std::string, VertexId> byId_;
    std::optional<std::vector<std::string>> order_;
    bool joint_ = false;
    std::shared_ptr<const GradientFlow> flow_;
};

/// A copy of the specs and edges of a graph, for making a changed one (batch, costs, folding).
GraphBuilder rebuild(const Graph& graph);

/// Memory, workspace and times by numerator/denominator (`--batch N` on a graph of batch `graph.batch`);
/// fixed values scale too. Bytes round up, checked. Throws Error (usage) where the graph states no batch
/// or batch < 1.
Graph withBatch(const Graph& graph, std::int64_t batch);

}  // namespace reforward
