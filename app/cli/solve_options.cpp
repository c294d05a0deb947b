// SPDX-License-Identifier: Apache-2.0
#include "app/cli/solve_options.h"

#include <algorithm>

#include "app/cli/accounting_option.h"

namespace reforward::cli {

namespace {

bool hasOption(const Strategy& strategy, const std::string& name) {
    const auto& options = strategy.info().options;
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionSpec& spec) { return spec.name == name; });
}

/// The names of those that are stopped after a few seconds.
std::string namesOfQuick() {
    std::string names;
    for (const Strategy* strategy : strategies()) {
        if (strategy->info().defaultTimeLimit <= 5)
            names += (names.empty() ? "" : ", ") + strategy->info().name;
    }
    return names;
}

/// "best, refined": the names of those that do something.
std::string namesOf(bool StrategyInfo::*able) {
    std::string names;
    for (const Strategy* strategy : strategies()) {
        if (strategy->info().*able) names += (names.empty() ? "" : ", ") + strategy->info().name;
    }
    return names;
}

}  // namespace

void addSolveOptions(CLI::App& command, SolveOptions& options) {
    addAccounting(command, options.accounting);
    command.add_option("--option", options.values, "NAME=VALUE: an option of the strategy")
        ->allow_extra_args(false);
    command.add_option("--seed", options.seed, "of all randomness (default: 1)");
    command
        .add_option("--order", options.order,
                    "file: the order in the file; search: one in which a joint graph needs less memory")
        ->check(CLI::IsMember({"file", "search"}));
    command
        .add_option("--moves", options.moves,
                    "moves of a search: the same seed and moves give the same plan on any machine")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--time-limit", options.timeLimit,
                    "seconds for each strategy (default: 5 for " + namesOfQuick() +
                        "; 600 for others and with --moves)")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--keep", options.keep,
                    "a vertex id, or a module path that ends in '/': never computed again")
        ->allow_extra_args(false);
    command
        .add_option("--recompute", options.recompute,
                    "a vertex id, or a module path that ends in '/': what its first run makes does not stay")
        ->allow_extra_args(false);
}

void addBoundTime(CLI::App& command, double& seconds) {
    command
        .add_option(
            "--bound-time", seconds,
            "seconds to improve the certified bound once plans are found (default: 0, single instants "
            "only)")
        ->check(CLI::NonNegativeNumber);
}

std::string strategyNames() {
    std::string names;
    for (const Strategy* strategy : strategies()) {
        if (!names.empty()) names += ", ";
        names += strategy->info().name;
    }
    return names;
}

void requireAble(std::span<const Strategy* const> chosen, const SolveOptions& options) {
    for (const Strategy* strategy : chosen) {
        if (options.pinned() && !strategy->info().honoursPins) {
            throw Error(ErrorKind::usage,
                        Error::Context{{},
                                       {},
                                       strategy->info().name + " does not honour --keep and --recompute",
                                       "use one of " + namesOf(&StrategyInfo::honoursPins)});
        }
    }
    const auto searches = [](const Strategy* strategy) { return strategy->info().searches; };
    if (options.moves && !chosen.empty() && std::none_of(chosen.begin(), chosen.end(), searches)) {
        throw Error(ErrorKind::usage, Error::Context{{},
                                                     {},
                                                     chosen.front()->info().name + " does not take --moves",
                                                     "use one of " + namesOf(&StrategyInfo::searches)});
    }
}

Problem problemFor(const Strategy& strategy, std::span<const Strategy* const> all,
                   const SolveOptions& options, std::shared_ptr<OverheadBound> bound, Bytes budget) {
    Problem problem;
    problem.graph = bound->graph();
    problem.bound = std::move(bound);
    problem.budget = budget;
    problem.accounting = parseAccounting(options.accounting);
    problem.seed = options.seed;
    problem.pins = pinsFrom(*problem.graph, options.keep, options.recompute);
    if (strategy.info().searches) problem.moves = options.moves;
    for (const std::string& value : options.values) {
        const std::string name = value.substr(0, value.find('='));
        const bool own = hasOption(strategy, name);
        const bool known = std::any_of(all.begin(), all.end(),
                                       [&](const Strategy* other) { return hasOption(*other, name); });
        // A name nobody knows goes to the strategy all the same: it says which options there are.
        if (own || !known) addOption(strategy.info(), problem.options, value);
    }
    return problem;
}

void requirePins(const Problem& problem, const Plan& plan) {
    const std::string broken = brokenPin(*problem.graph, plan.schedule, problem.pins);
    if (!broken.empty()) throw Error(ErrorKind::check, "internal error: " + plan.strategy + ": " + broken);
}

Control limited(const Strategy& strategy, const SolveOptions& options, const Control& control) {
    constexpr double longLimit = 600;
    const bool counted = options.moves && strategy.info().searches;
    const double own = counted ? longLimit : strategy.info().defaultTimeLimit;
    return control.withTimeLimit(options.timeLimit.value_or(own));
}

std::vector<const Strategy*> chosenStrategies(const std::vector<std::string>& names,
                                              const SolveOptions& options) {
    std::vector<const Strategy*> chosen;
    for (const std::string& name : names) {
        if (name == "all") {
            if (names.size() > 1) throw Error(ErrorKind::usage, "--strategies: 'all' stands alone");
            std::copy_if(strategies().begin(), strategies().end(), std::back_inserter(chosen),
                         [&](const Strategy* each) { return each->info().honoursPins || !options.pinned(); });
            break;
        }
        const Strategy* const next = &strategy(name);
        if (std::find(chosen.begin(), chosen.end(), next) != chosen.end()) {
            throw Error(ErrorKind::usage, "--strategies: '" + name + "' is named twice");
        }
        chosen.push_back(next);
    }
    requireAble(chosen, options);
    return chosen;
}

}  // namespace reforward::cli
