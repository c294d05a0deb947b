// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "app/cli/invocation.h"
#include "core/plan/training_memory.h"

namespace reforward::cli {

/// What is trained in which memory: --optimizer, --master-weights, --memory.
struct MemoryOptions {
    std::string optimizer = "adam";
    std::optional<bool> masterWeights;
    std::string memory;  ///< bytes as a budget, or a device's name; "": not asked

    /// Throws Error (usage) for an unknown optimizer.
    Training training() const { return {optimizerOf(optimizer), masterWeights}; }
    /// The bytes of --memory; nothing where it is absent. Throws Error (usage) for what is neither.
    std::optional<Bytes> memoryBytes() const;
    /// "24 GiB", or the device's name with it.
    std::string memoryWords() const;
};

void addMemoryOptions(CLI::App& command, MemoryOptions& options);
/// --memory, with what it means for this command.
CLI::Option* addMemory(CLI::App& command, MemoryOptions& options, const std::string& sentence);

/// "4.81 GiB with parameters, gradients and Adam state: fits 24 GiB".
std::string totalText(const Graph& graph, const MemoryOptions& options, Bytes peak);
/// The same for --json: parts and sum, the memory and whether it fits where it was asked for.
nlohmann::ordered_json totalJson(const Graph& graph, const MemoryOptions& options, Bytes peak);

}  // namespace reforward::cli
