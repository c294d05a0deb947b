// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "core/base/control.h"
#include "core/graph/graph.h"

namespace reforward {

/// What may be said of a model when it is opened (`--batch`, `--dim`, `--costs`, `--joint`, ...).
struct ImportOptions {
    std::optional<std::int64_t> batch;
    std::map<std::string, std::int64_t> dimensions;  ///< symbolic dimensions of an ONNX file by name
    std::string costs;                               ///< "": the file's own (graphs), paper (ONNX); "paper", "flops"
    bool joint = false;
    bool fuse = true;
    std::vector<std::string> allowRecompute;         ///< ids of opaque vertices that may run again
};

/// Opens any supported file: node-link JSON, GraphML, DOT, ONNX; told apart by content, then by suffix.
/// Throws Error (input) naming file, node and reason; usage for options that do not fit the file.
std::shared_ptr<const Graph> importGraph(const std::string& path, const ImportOptions& options,
                                         const Control& control);

/// One format: a file of core/import. `text` is the whole file.
struct ImportFormat {
    std::string name;                   ///< "ONNX"
    std::vector<std::string> suffixes;  ///< ".onnx"
    bool (*looksLike)(const std::string& text);
    Graph (*read)(const std::string& path, const std::string& text, const ImportOptions& options,
                  const Control& control);
};
const std::vector<ImportFormat>& importFormats();

Graph readNodeLinkJson(const std::string& path, const std::string& text, const ImportOptions& options,
                       const Control& control);
Graph readGraphMl(const std::string& path, const std::string& text, const ImportOptions& options,
                  const Control& control);
Graph readDot(const std::string& path, const std::string& text, const ImportOptions& options,
              const Control& control);
Graph readOnnx(const std::string& path, const std::string& text, const ImportOptions& options,
               const Control& control);

}  // namespace reforward
