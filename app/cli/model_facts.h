// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/control.h"
#include "core/bounds/floor.h"
#include "core/plan/accounting.h"

namespace reforward::cli {

/// Bytes of one operator type.
struct OperatorFacts {
    std::string op;
    std::size_t vertices = 0;
    Bytes valueBytes;  ///< all its outputs
    Bytes savedBytes;  ///< its outputs that some backward reads
};

/// What `info` says of a model beyond what the graph states itself.
struct ModelFacts {
    Accounting accounting = Accounting::step;  ///< of the baseline peak
    Bytes baselinePeak;
    Bytes withParameterGradients;  ///< the same with them; accounting `pytorch`
    Bytes forwardEnd;              ///< live once forward has run
    Bytes savedBytes;              ///< distinct values, not fixed, that some backward reads
    Floor floor;
    std::optional<std::size_t> lowerSets;   ///< with {} and V; nothing above lowerSetLimit
    std::vector<OperatorFacts> byOperator;  ///< by value bytes, descending
};

inline constexpr std::size_t lowerSetLimit = 100'000;

ModelFacts factsOf(const Graph& graph, Accounting accounting, const Control& control);

/// The keys of `info --json` (formats.md section 5), and value_bytes: M(V) of the theory.
nlohmann::ordered_json toJson(const Graph& graph, const ModelFacts& facts);

}  // namespace reforward::cli
