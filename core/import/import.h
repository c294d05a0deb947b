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
    /// "": the file's own (graph files), paper (ONNX); "paper", "flops", "flops:DEVICE" or a file of costs.
    std::string costs;
    std::string precision;  ///< of an ONNX model: "" or "fp32" as declared, "tf32", "bf16", "fp16"
    bool joint = false;
    bool fuse = true;
    bool inPlace = false;  ///< activations overwrite their input where nothing else reads it (ONNX)
    std::vector<std::string> allowRecompute;  ///< ids of opaque vertices that may run again
};

/// Opens any supported file: node-link JSON, GraphML, DOT, ONNX; told apart by content, then by suffix.
/// Throws Error (input) naming file, node and reason; usage for options that do not fit the file.
std::shared_ptr<const Graph> importGraph(const std::string& path, const ImportOptions& options,
                                         const Control& control);

class ModelSource;

/// One format: a file of core/import. `text` is the whole file, not needed after opening. Errors name no
/// file.
struct ImportFormat {
    std::string name;                   ///< "ONNX"
    std::vector<std::string> suffixes;  ///< ".onnx"
    bool (*looksLike)(const std::string& text);
    std::shared_ptr<const ModelSource> (*open)(const std::string& path, const std::string& text,
                                               const Control& control);
};
const std::vector<ImportFormat>& importFormats();
/// By content, then by suffix; null where nothing fits.
const ImportFormat* formatOf(const std::string& path, const std::string& text);

std::shared_ptr<const ModelSource> openNodeLinkJson(const std::string& path, const std::string& text,
                                                    const Control& control);
std::shared_ptr<const ModelSource> openGraphMl(const std::string& path, const std::string& text,
                                               const Control& control);
std::shared_ptr<const ModelSource> openDot(const std::string& path, const std::string& text,
                                           const Control& control);
std::shared_ptr<const ModelSource> openOnnx(const std::string& path, const std::string& text,
                                            const Control& control);

// The same for a text that is read once. Throw Error (input) naming `path`.
Graph readNodeLinkJson(const std::string& path, const std::string& text, const ImportOptions& options,
                       const Control& control);
Graph readGraphMl(const std::string& path, const std::string& text, const ImportOptions& options,
                  const Control& control);
Graph readDot(const std::string& path, const std::string& text, const ImportOptions& options,
              const Control& control);
Graph readOnnx(const std::string& path, const std::string& text, const ImportOptions& options,
               const Control& control);

}  // namespace reforward
