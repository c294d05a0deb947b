// SPDX-License-Identifier: Apache-2.0
#include "app/cli/memory_options.h"

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/training/devices.h"

namespace reforward::cli {

std::optional<Bytes> MemoryOptions::memoryBytes() const {
    if (memory.empty()) return std::nullopt;
    if (const Device* device = findDevice(memory)) return device->memory;
    try {
        return parseBytes(memory);
    } catch (const Error& error) {
        Error::Context context = error.context();
        context.advice = "write 24GiB, or a device: " + deviceNames();
        throw Error(ErrorKind::usage, std::move(context));
    }
}

std::string MemoryOptions::memoryWords() const {
    const std::string bytes = formatBytes(memoryBytes().value_or(Bytes()));
    const Device* const device = findDevice(memory);
    return device ? bytes + " (" + std::string(device->title) + ")" : bytes;
}

void addMemoryOptions(CLI::App& command, MemoryOptions& options) {
    command.add_option("--optimizer", options.optimizer,
                       "sgd, momentum, adam or adamw: what is kept beside parameters and gradients "
                       "(default: adam)");
    // An optional<bool> as a flag of its own would be false where it is not given.
    command.add_flag_callback(
        "--master-weights", [&options] { options.masterWeights = true; },
        "a float32 copy of parameters of 16 bits (default: yes; --no-master-weights)");
    command.add_flag_callback(
        "--no-master-weights", [&options] { options.masterWeights = false; },
        "no such copy: the optimizer's state has 16 bits as well");
}

CLI::Option* addMemory(CLI::App& command, MemoryOptions& options, const std::string& sentence) {
    return command.add_option("--memory", options.memory,
                              sentence + ": bytes, 24GiB, or one of " + deviceNames());
}

std::string totalText(const Graph& graph, const MemoryOptions& options, Bytes peak) {
    const Training training = options.training();
    const TrainingMemory memory = trainingMemory(graph, training, peak);
    std::string text = formatBytes(memory.total()) + " with " + constantsWords(memory, training.optimizer);
    if (const auto available = options.memoryBytes()) {
        text += memory.total() <= *available
                    ? ": fits " + options.memoryWords()
                    : ": " + formatBytes(memory.total() - *available) + " more than " + options.memoryWords();
    }
    return text;
}

nlohmann::ordered_json totalJson(const Graph& graph, const MemoryOptions& options, Bytes peak) {
    const Training training = options.training();
    const TrainingMemory memory = trainingMemory(graph, training, peak);
    nlohmann::ordered_json json;
    json["optimizer"] = optimizerName(training.optimizer);
    json["parameter_bytes"] = memory.parameters.count();
    json["gradient_bytes"] = memory.gradients.count();
    json["master_weight_bytes"] = memory.masterWeights.count();
    json["optimizer_bytes"] = memory.optimizer.count();
    json["peak_bytes"] = memory.peak.count();
    json["total_bytes"] = memory.total().count();
    if (const auto available = options.memoryBytes()) {
        json["memory_bytes"] = available->count();
        json["fits"] = memory.total() <= *available;
    }
    return json;
}

}  // namespace reforward::cli
