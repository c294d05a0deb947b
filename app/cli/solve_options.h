// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/invocation.h"
#include "core/strategies/strategy.h"

namespace reforward::cli {

/// How a strategy is to work: --option, --seed, --moves, --time-limit, --keep, --recompute,
/// --order.
struct SolveOptions {
    std::vector<std::string> values;  ///< NAME=VALUE as given
    std::int64_t seed = 1;
    std::optional<std::int64_t> moves;
    std::optional<double> timeLimit;           ///< seconds
    std::vector<std::string> keep, recompute;  ///< ids, or module paths that end in '/'
    std::string accounting = "step";           ///< or "pytorch": of the budget and of all figures
    std::string order = "file";                ///< or "search"

    bool pinned() const { return !keep.empty() || !recompute.empty(); }
};

void addSolveOptions(CLI::App& command, SolveOptions& options);
/// --bound-time: how long the certified bound is improved once plans are found.
void addBoundTime(CLI::App& command, double& seconds);

/// "best, keep-all, ...": for the help of --strategy.
std::string strategyNames();

/// Throws Error (usage) where something is asked of strategies that they do not do: pins of one that does not
/// honour them, --moves where none of them searches.
void requireAble(std::span<const Strategy* const> chosen, const SolveOptions& options);

/// The problem for one strategy, on the bound's graph. Of several strategies, each gets the --option values
/// it has a record for, and --moves where it searches; throws Error (usage) where none of them knows the
/// name, a value is out of its range, or a pin cannot be.
Problem problemFor(const Strategy& strategy, std::span<const Strategy* const> all,
                   const SolveOptions& options, std::shared_ptr<OverheadBound> bound,
                   Bytes budget = Bytes::max());

/// Throws Error (check) where a plan breaks a pin: a fault of the strategy.
void requirePins(const Problem& problem, const Plan& plan);

/// The control with the --time-limit, or the strategy's own; with --moves alone that of any other strategy.
Control limited(const Strategy& strategy, const SolveOptions& options, const Control& control);

/// Strategies by name, in the order given; "all" stands for the whole registry, with pins for those that
/// honour them. Throws Error (usage) for an unknown name, one named twice, and as requireAble().
std::vector<const Strategy*> chosenStrategies(const std::vector<std::string>& names,
                                              const SolveOptions& options);

}  // namespace reforward::cli
