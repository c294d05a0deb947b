// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/layout/layout.h"

namespace reforward {

/// The distinct edges of a layout's input, both ways, and a topological order of its nodes (smaller
/// numbers first where several may come next). Throws Error (input) on a cycle and on an edge to a box
/// that is not there.
class Adjacency {
  public:
    explicit Adjacency(const LayoutInput& input);

    std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
    std::span<const std::uint32_t> successors(std::uint32_t v) const { return range(successors_, first_, v); }
    std::span<const std::uint32_t> predecessors(std::uint32_t v) const {
        return range(predecessors_, firstPredecessor_, v);
    }
    const std::vector<std::uint32_t>& order() const { return order_; }

  private:
    static std::span<const std::uint32_t> range(const std::vector<std::uint32_t>& all,
                                                const std::vector<std::uint32_t>& first, std::uint32_t v) {
        return {all.data() + first[v], all.data() + first[v + 1]};
    }

    std::vector<std::uint32_t> first_, successors_, firstPredecessor_, predecessors_, order_;
};

}  // namespace reforward
