// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/import/onnx_functions.h"
#include "core/training/model.h"

namespace reforward {

/// The names of one graph or function body, and what its nodes are read under.
struct OnnxScope {
    std::shared_ptr<const OnnxScope> around;  ///< of a nested graph: the graph that it may read from
    std::shared_ptr<const OnnxScope> caller;  ///< of a function body: where the call stands
    const onnx::FunctionProto* function = nullptr;
    std::unordered_map<std::string, TensorId> tensors;
    std::shared_ptr<const OnnxAttributes> attributes;                 ///< what references mean
    std::shared_ptr<const std::map<std::string, std::int64_t>> sets;  ///< operator sets by domain
    std::string prefix;  ///< before the names of tensors and nodes: "block1/" in what a node block1 holds
    int depth = 0;

    std::optional<TensorId> find(const std::string& name) const {
        for (const OnnxScope* scope = this; scope != nullptr; scope = scope->around.get()) {
            const auto found = scope->tensors.find(name);
            if (found != scope->tensors.end()) return found->second;
        }
        return std::nullopt;
    }
};

}  // namespace reforward
