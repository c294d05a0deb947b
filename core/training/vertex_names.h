// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/training/model.h"

namespace reforward {

/// Gives out ids that stay unique. Stable: they depend on the file alone.
class VertexIds {
  public:
    /// Ids of the inputs (their tensors' names) and of the nodes: a node's name where it is not empty and
    /// no other node or input has it, else its operator and place in the file, "Relu_17".
    explicit VertexIds(const Model& model);

    const std::string& input(std::size_t i) const { return inputs_[i]; }
    const std::string& node(std::size_t i) const { return nodes_[i]; }
    /// `wanted` or `wanted` with a number behind it.
    std::string fresh(const std::string& wanted);

  private:
    std::unordered_set<std::string> taken_;
    std::vector<std::string> inputs_, nodes_;
};

/// What to show for a node: the last part of its name ("MatMul_1").
std::string leafName(std::string_view nodeName);

}  // namespace reforward
