// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/onnx_batch.h"

namespace reforward {

/// Numbers for the symbolic dimensions of a model's inputs, and the batch.
class OnnxDimensions {
  public:
    /// `attempt` 0, 1, ... takes other numbers for symbols that nobody bound and that are not the batch
    /// (see attempts()). Throws Error (usage) for a `--dim` that names no symbol, a number below 1, a
    /// `--batch` where no input has a dimension or that contradicts a `--dim`.
    OnnxDimensions(const onnx::GraphProto& graph, const ImportOptions& options, BatchPlaces batch,
                   std::size_t attempt);

    /// How many different guesses there are; 1 where every symbol is bound.
    std::size_t attempts() const { return attempts_; }

    /// The type of an input.
    TensorType input(const onnx::ValueInfoProto& info) const;
    /// A type as declared elsewhere in the file; its shape only where every dimension is known.
    TensorType declared(const onnx::TypeProto& type) const;

    std::optional<std::int64_t> batch() const { return batch_; }
    /// "dimension 0 of ids and mask: by its name".
    std::string batchFrom() const;
    /// The number that the file itself gives the batch, where `--batch` asks for another.
    std::optional<std::int64_t> replacedBatch() const { return replaced_; }
    const std::vector<SymbolicDimension>& symbols() const { return symbols_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    void bindBatch(const onnx::GraphProto& graph, const ImportOptions& options);
    void bindSymbols(const onnx::GraphProto& graph, const ImportOptions& options, std::size_t attempt);
    std::int64_t guess(const std::string& symbol, bool picture, std::size_t attempt);
    void checkNames(const ImportOptions& options) const;

    BatchPlaces places_;
    std::set<std::string> batchSymbols_;
    std::map<std::string, std::int64_t> bound_;
    std::optional<std::int64_t> batch_, replaced_;
    std::size_t attempts_ = 1;
    std::vector<SymbolicDimension> symbols_;
    std::vector<std::string> warnings_;
};

}  // namespace reforward
