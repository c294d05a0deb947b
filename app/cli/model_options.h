// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/invocation.h"
#include "core/import/import.h"

namespace reforward::cli {

/// MODEL and what may be said of it, the same for every command.
struct ModelOptions {
    std::string path;
    ImportOptions import;
    std::vector<std::string> dimensions;  ///< NAME=N as given
};

void addModelOptions(CLI::App& command, ModelOptions& options);

/// The model at any batch, from one reading of its file. Throws Error (usage) where --batch is given as well.
std::function<std::shared_ptr<const Graph>(std::int64_t batch, const Control& control)> graphsByBatch(
    const ModelOptions& options, const Control& control);

/// Opens the model.
std::shared_ptr<const Graph> openModel(const ModelOptions& options, Terminal& terminal,
                                       const Control& control);
/// The same, with what the import warns of on stderr.
std::shared_ptr<const Graph> loadModel(const ModelOptions& options, Terminal& terminal,
                                       const Control& control);

}  // namespace reforward::cli
