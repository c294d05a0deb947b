// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/bounds/floor.h"
#include "core/bounds/overhead_bound.h"
#include "core/graph/module_tree.h"
#include "core/import/import.h"
#include "core/plan/plan.h"

namespace reforward {

/// An opened file with everything that follows from it alone. Immutable but for what the bound learns; shared
/// with the worker threads.
struct OpenedModel {
    std::string path;                          ///< as the user gave it
    ImportOptions options;                     ///< those it was imported with
    Accounting accounting = Accounting::step;  ///< of all figures
    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const ModuleTree> modules;
    Floor floor;                           ///< none, 0, under another accounting than the step model's
    PlanPtr baseline;                      ///< keep-all
    std::shared_ptr<OverheadBound> bound;  ///< learns as long as the model is open; thread safe

    Bytes baselinePeak() const { return baseline->peak(); }
    /// Network inputs that take memory and are no part of the peaks under the model's accounting.
    Bytes inputsBeside() const { return accounting == Accounting::pytorch ? graph->fixedBytes() : Bytes(); }
    /// The file's name without its folder.
    std::string title() const;
};

using ModelPtr = std::shared_ptr<const OpenedModel>;

/// Imports the file and computes floor and baseline. Throws Error; `interrupted` when cancelled.
ModelPtr loadModel(const std::string& path, const ImportOptions& options, Accounting accounting,
                   const Control& control);

}  // namespace reforward
