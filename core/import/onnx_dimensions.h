// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/import/import.h"
#include "core/training/tensor_type.h"

namespace reforward {

/// Numbers for the symbolic dimensions of a model's inputs, and the batch. The batch dimension is the
/// first one of the first input that has any (a symbol there names it).
class OnnxDimensions {
  public:
    /// `attempt` 0, 1, ... takes other numbers for symbols that nobody bound and that are not the batch
    /// (see attempts()). Throws Error (usage) for a `--dim` that names no symbol, a number below 1, or a
    /// `--batch` where no input has a dimension.
    OnnxDimensions(const onnx::GraphProto& graph, const ImportOptions& options, std::size_t attempt);

    /// How many different guesses there are; 1 where every symbol is bound.
    std::size_t attempts() const { return attempts_; }

    /// The type of an input; a dimension without number or name goes by "INPUT:INDEX".
    TensorType input(const onnx::ValueInfoProto& info) const;
    /// A type as declared elsewhere in the file; its shape only where every dimension is known.
    TensorType declared(const onnx::TypeProto& type) const;

    std::optional<std::int64_t> batch() const { return batch_; }
    /// The number that the file itself gives the batch, where `--batch` asks for another.
    std::optional<std::int64_t> replacedBatch() const { return replaced_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    std::map<std::string, std::int64_t> bound_;
    std::optional<std::int64_t> batch_, replaced_;
    std::size_t attempts_ = 1;
    std::vector<std::string> warnings_;
};

/// The graph's inputs that are not initializers as well.
std::vector<const onnx::ValueInfoProto*> dataInputs(const onnx::GraphProto& graph);

}  // namespace reforward
