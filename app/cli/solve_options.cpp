// SPDX-License-Identifier: Apache-2.0
#include "app/cli/solve_options.h"

#include <algorithm>

namespace reforward::cli {

namespace {

bool hasOption(const Strategy& strategy, const std::string& name) {
    const auto& options = strategy.info().options;
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionSpec& spec) { return spec.name == name; });
}

}  // namespace

void addSolveOptions(CLI::App& command, SolveOptions& options) {
    command.add_option("--option", options.values, "NAME=VALUE: an option of the strategy")
        ->allow_extra_args(false);
    command.add_option("--seed", options.seed, "of all randomness (default: 1)");
    command
        .add_option("--time-limit", options.timeLimit,
                    "seconds for each strategy (default: 5 for best, 600 for others)")
        ->check(CLI::PositiveNumber);
}

std::string strategyNames() {
    std::string names;
    for (const Strategy* strategy : strategies()) {
        if (!names.empty()) names += ", ";
        names += strategy->info().name;
    }
    return names;
}

Problem problemFor(const Strategy& strategy, std::span<const Strategy* const> all,
                   const SolveOptions& options, std::shared_ptr<const Graph> graph, Bytes budget) {
    Problem problem;
    problem.graph = std::move(graph);
    problem.budget = budget;
    problem.seed = options.seed;
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

Control limited(const Strategy& strategy, const SolveOptions& options, const Control& control) {
    return control.withTimeLimit(options.timeLimit.value_or(strategy.info().defaultTimeLimit));
}

std::vector<const Strategy*> chosenStrategies(const std::vector<std::string>& names) {
    std::vector<const Strategy*> chosen;
    for (const std::string& name : names) {
        if (name == "all") {
            if (names.size() > 1) throw Error(ErrorKind::usage, "--strategies: 'all' stands alone");
            const auto all = strategies();
            return {all.begin(), all.end()};
        }
        const Strategy* const next = &strategy(name);
        if (std::find(chosen.begin(), chosen.end(), next) != chosen.end()) {
            throw Error(ErrorKind::usage, "--strategies: '" + name + "' is named twice");
        }
        chosen.push_back(next);
    }
    return chosen;
}

}  // namespace reforward::cli
