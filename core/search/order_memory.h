// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace reforward {

/// A joint graph as the search for an order sees it: operations 0 .. size() - 1 (vertices that are not
/// fixed, along the graph's order), the values they make and who reads them. Immutable.
class ReadGraph {
  public:
    explicit ReadGraph(const Graph& graph);

    std::uint32_t size() const { return static_cast<std::uint32_t>(vertex_.size()); }
    std::uint32_t values() const { return static_cast<std::uint32_t>(producer_.size()); }
    VertexId vertex(std::uint32_t w) const { return vertex_[w]; }
    std::int64_t outputBytes(std::uint32_t w) const { return outputBytes_[w]; }
    std::int64_t workspace(std::uint32_t w) const { return workspace_[w]; }
    std::int64_t bytes(std::uint32_t x) const { return bytes_[x]; }
    std::uint32_t producer(std::uint32_t x) const { return producer_[x]; }
    std::span<const std::uint32_t> inputs(std::uint32_t w) const {
        return {inputs_.data() + firstInput_[w], inputs_.data() + firstInput_[w + 1]};
    }
    std::span<const std::uint32_t> readers(std::uint32_t x) const {
        return {readers_.data() + firstReader_[x], readers_.data() + firstReader_[x + 1]};
    }
    /// Values of w: firstOutput(w) .. firstOutput(w + 1) - 1.
    std::uint32_t firstOutput(std::uint32_t w) const { return firstOutput_[w]; }

  private:
    std::vector<VertexId> vertex_;
    std::vector<std::int64_t> outputBytes_, workspace_, bytes_;
    std::vector<std::uint32_t> producer_, inputs_, readers_;
    std::vector<std::uint32_t> firstOutput_{0}, firstInput_{0}, firstReader_{0};
};

/// Live bytes along an order of the operations, fixed values not counted, and a change of a part of the
/// order that may be looked at before it is made.
class OrderMemory {
  public:
    OrderMemory(const ReadGraph& graph, std::vector<std::uint32_t> order);

    const std::vector<std::uint32_t>& order() const { return order_; }
    std::uint32_t position(std::uint32_t w) const { return position_[w]; }
    std::int64_t peak() const;
    /// Sum over positions of what is live beyond `limit` while the operation there runs.
    double excess() const { return excess_; }
    void setLimit(std::int64_t limit);

    /// The last position of an input's producer, -1 without one; the first of a reader, size() without one.
    std::int32_t lastInput(std::uint32_t w) const;
    std::int32_t firstReader(std::uint32_t w) const;

    /// How excess() would change if `part`, a rearrangement of the operations at positions first ..
    /// first + part.size() - 1 that keeps the order topological, stood there instead.
    double tryPart(std::uint32_t first, std::span<const std::uint32_t> part);
    /// Makes the change just tried.
    void accept();

  private:
    double excessAt(std::int64_t bytes) const {
        return bytes > limit_ ? static_cast<double>(bytes - limit_) : 0;
    }
    void count();

    const ReadGraph& graph_;
    std::vector<std::uint32_t> order_, position_;
    std::vector<std::uint32_t> lastReader_;  ///< by value: the reader that stands last; its maker without one
    std::vector<std::int64_t> freed_;        ///< by operation: bytes let go after it
    std::vector<std::int64_t> before_;       ///< by position: live before it
    std::int64_t limit_ = 0;
    double excess_ = 0;

    // The change being tried.
    std::uint32_t first_ = 0;
    std::vector<std::uint32_t> part_;
    std::vector<std::int64_t> partBefore_;
    std::vector<std::uint32_t> partLast_;       ///< by value, noIndex between tries
    std::vector<std::int64_t> partFreed_;       ///< by operation
    std::vector<std::uint32_t> changedValues_;  ///< values whose last reader stands in the part
    std::vector<std::uint32_t> changedLast_;    ///< their last readers after the change
    double change_ = 0;
};

}  // namespace reforward
