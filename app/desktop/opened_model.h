// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/bounds/floor.h"
#include "core/import/import.h"
#include "core/plan/plan.h"

namespace reforward {

/// An opened file with everything that follows from it alone. Immutable; shared with the worker threads.
struct OpenedModel {
    std::string path;       ///< as the user gave it
    ImportOptions options;  ///< those it was imported with
    std::shared_ptr<const Graph> graph;
    Floor floor;
    PlanPtr baseline;  ///< keep-all

    Bytes baselinePeak() const { return baseline->peak(); }
    /// The file's name without its folder.
    std::string title() const;
};

using ModelPtr = std::shared_ptr<const OpenedModel>;

/// Imports the file and computes floor and baseline. Throws Error; `interrupted` when cancelled.
ModelPtr loadModel(const std::string& path, const ImportOptions& options, const Control& control);

/// A budget as people write it: bytes, with a unit ("2GiB"), or a share of the baseline peak ("60%", which
/// is floor(0.60 x baseline)). Throws Error (usage) on anything else.
Bytes parseBudget(const std::string& text, Bytes baselinePeak);

}  // namespace reforward
