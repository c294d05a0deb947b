// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "app/cli/model_options.h"
#include "core/plan/accounting.h"

namespace reforward::cli {

/// A model read in two ways: patterns of primitives as the operators that a framework runs (`--fuse`), and
/// as the file writes them (`--no-fuse`).
struct PatternFacts {
    struct Figures {
        Bytes savedBytes, baselinePeak;
    };
    std::map<std::string, std::size_t> found;  ///< how many of each operator
    Figures fused, asWritten;                  ///< equal where nothing was found
};

/// Reads the model once more in the other way where there are patterns in it. `graph`: as `options` read it.
PatternFacts patternsOf(const Graph& graph, const ModelOptions& options, Accounting accounting,
                        Terminal& terminal, const Control& control);

/// {"found": {"Gelu": 12}, "fused": {"saved_bytes", "baseline_peak_bytes"}, "as_written": {...}}.
nlohmann::ordered_json toJson(const PatternFacts& patterns);

}  // namespace reforward::cli
