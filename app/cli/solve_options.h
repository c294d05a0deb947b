// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/invocation.h"
#include "core/strategies/strategy.h"

namespace reforward::cli {

/// How a strategy is to work: --option, --seed, --time-limit.
struct SolveOptions {
    std::vector<std::string> values;  ///< NAME=VALUE as given
    std::int64_t seed = 1;
    std::optional<double> timeLimit;  ///< seconds
};

void addSolveOptions(CLI::App& command, SolveOptions& options);

/// "best, keep-all, ...": for the help of --strategy.
std::string strategyNames();

/// The problem for one strategy. Of several strategies, each gets the --option values it has a record for;
/// throws Error (usage) where none of them knows the name, or a value is out of its range.
Problem problemFor(const Strategy& strategy, std::span<const Strategy* const> all,
                   const SolveOptions& options, std::shared_ptr<const Graph> graph,
                   Bytes budget = Bytes::max());

/// The control with the --time-limit, or the strategy's own.
Control limited(const Strategy& strategy, const SolveOptions& options, const Control& control);

/// Strategies by name, in the order given; "all" stands for the whole registry. Throws Error (usage) for
/// an unknown name or one named twice.
std::vector<const Strategy*> chosenStrategies(const std::vector<std::string>& names);

}  // namespace reforward::cli
