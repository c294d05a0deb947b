// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import.h"

namespace reforward {

/// A model file that has been read and parsed once. Graphs at other batches, dimensions, costs and so on are
/// made from it without touching the file again. Immutable: graph() may run in several threads at a time.
class ModelSource {
  public:
    virtual ~ModelSource() = default;
    ModelSource(const ModelSource&) = delete;
    ModelSource& operator=(const ModelSource&) = delete;

    /// Reads any supported file (see importFormats()). Throws Error (input) naming file and reason.
    static std::shared_ptr<const ModelSource> open(const std::string& path, const Control& control);

    /// The training graph under these options. Throws Error (input) naming file, node and reason; usage for
    /// options that do not fit the file.
    std::shared_ptr<const Graph> graph(const ImportOptions& options, const Control& control) const;

    /// As the user gave it.
    const std::string& path() const { return path_; }

  protected:
    explicit ModelSource(std::string path) : path_(std::move(path)) {}
    virtual Graph make(const ImportOptions& options, const Control& control) const = 0;

  private:
    std::string path_;
};

}  // namespace reforward
